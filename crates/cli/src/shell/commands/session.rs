//! The folder of the session.

use crate::render::{Text, one_line};
use crate::shell::{Session, ShellError};
use bgo::internal::files::canonical;
use serde_json::json;
use std::path::{Path, PathBuf};

pub(super) fn change_folder(session: &mut Session, folder: Option<PathBuf>) -> Result<Text, ShellError> {
    let no_home = "there is no home folder; name the folder to change to";
    let folder = match folder {
        Some(folder) => folder,
        None => etcetera::home_dir().map_err(|_| ShellError::failed(no_home))?,
    };
    let real = match canonical(&session.path(&folder)) {
        Ok(real) if !real.is_dir() => {
            let message = format!("{}: it is not a folder", folder.display());
            return Err(ShellError::Failed(message));
        }
        // Fails for a folder that may not be read.
        Ok(real) => real.read_dir().map(|_| real),
        Err(error) => Err(error),
    };
    let real = real.map_err(|error| ShellError::path(&folder, error))?;
    session.set_directory(real);
    Ok(folder_text(session))
}

pub(super) fn folder_text(session: &Session) -> Text {
    let folder = session.directory();
    session.path_or(folder, format!("{}\n", folder.display()))
}

pub(super) fn list(session: &Session, path: Option<PathBuf>) -> Result<Text, ShellError> {
    let path = path.unwrap_or_else(|| session.directory().to_owned());
    let names = names(&session.path(&path)).map_err(|error| ShellError::path(&path, error))?;
    Ok(session.document_or(
        &json!({ "names": names }),
        names.iter().map(|name| format!("{name}\n")).collect::<String>(),
    ))
}

/// Returns the names in a folder, sorted, with a `/` after folders and without hidden
/// ones; of a file, its own name.
fn names(path: &Path) -> std::io::Result<Vec<String>> {
    if !path.metadata()?.is_dir() {
        return Ok(vec![name_of(path)]);
    }
    let mut names = Vec::new();
    for entry in path.read_dir()? {
        names.push(name_of(&entry?.path()));
    }
    names.retain(|name| !name.starts_with('.'));
    names.sort_unstable();
    Ok(names)
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let slash = if path.is_dir() { "/" } else { "" };
    format!("{}{slash}", one_line(&name))
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown, talk};

    #[test]
    fn relative_paths_start_from_the_new_folder() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("my games/old")).expect("folders");
        std::fs::write(root.path().join("my games/a.sgf"), "").expect("a file");
        let mut session = session(&[]);
        session.set_directory(root.path().to_owned());
        talk(
            &mut session,
            r"
            cd 'my games/old' => ...
            cd .. => ...
            ls => a.sgf\nold/
            cwd x => ...usage: cwd
            ",
        );
        let directory = session.directory().display().to_string();
        assert_eq!(shown(&mut session, "cwd").trim_end(), directory);
        assert!(session.directory().ends_with("my games"));
        // Without a folder, it goes home.
        assert_eq!(shown(&mut session, "cd"), shown(&mut session, "cd ~"));
    }

    #[test]
    fn what_is_no_folder_is_refused_and_changes_nothing() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("a.sgf"), "").expect("a file");
        let mut session = session(&[]);
        session.set_directory(root.path().to_owned());
        talk(
            &mut session,
            r#"
            cd nowhere => nowhere: there is no such file or folder
            cd a.sgf => a.sgf: it is not a folder
            cd a.sgf/b => a.sgf/b: there is no such file or folder
            cd a b => unexpected "b"\nusage: cd [FOLDER]
            "#,
        );
        assert_eq!(session.directory(), root.path());
    }

    #[test]
    fn folders_are_marked_and_hidden_files_left_out() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(root.path().join("b")).expect("a folder");
        // Windows has no such names.
        let (odd, shown_odd) = if cfg!(windows) {
            ("a [2J.sgf", "a [2J.sgf")
        } else {
            ("a\x1b[2J.sgf", "a?[2J.sgf")
        };
        for name in [odd, ".hidden", "b/c.sgf"] {
            std::fs::write(root.path().join(name), "").expect("a file");
        }
        let mut session = session(&[]);
        session.set_directory(root.path().to_owned());
        assert_eq!(shown(&mut session, "ls"), format!("{shown_odd}\nb/\n"));
        talk(
            &mut session,
            r"
            ls b => c.sgf
            ls b/c.sgf => c.sgf
            ls c => c: there is no such file or folder
            ls b/c.sgf/d => b/c.sgf/d: there is no such file or folder
            ",
        );
    }

    #[test]
    fn it_leaves_under_both_names_but_not_by_accident() {
        for line in ["exit", "quit", "QUIT"] {
            let mut session = session(&[]);
            assert!(failure(&mut session, "exit now").contains("now") && !session.is_over);
            shown(&mut session, line);
            assert!(session.is_over, "{line}");
        }
    }
}
