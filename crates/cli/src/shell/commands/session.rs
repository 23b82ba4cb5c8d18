//! The session: its folder and its end.

use crate::render::{Text, one_line};
use crate::shell::command::{Completion, NoArguments, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError};
use bgo::files::canonical;
use clap::{Args, ValueHint};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
struct CdArgs {
    /// The folder; without it the home folder
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
}

pub(super) static CD: ShellCommand = ShellCommand {
    name: "Cd",
    keywords: &["cd"],
    summary: "Changes the working directory, which relative paths start from",
    examples: &[
        ("cd ~/games", "to a folder in the home folder"),
        ("cd \"my games\"", "a name with a blank"),
        ("cd ..", "one folder up"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(cd),
};

fn cd(CdArgs { folder }: CdArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let folder = match folder {
        Some(folder) => folder,
        None => etcetera::home_dir().map_err(|_| ShellError::NoHome)?,
    };
    let real = match canonical(&session.path(&folder)) {
        Ok(real) if !real.is_dir() => return Err(ShellError::NoFolder(folder)),
        // Fails for a folder that may not be read.
        Ok(real) => real.read_dir().map(|_| real),
        Err(error) => Err(error),
    };
    let real = real.map_err(|error| ShellError::path(folder, error))?;
    let text = format!("{}\n", real.display());
    session.set_directory(real);
    Ok(text.into())
}

pub(super) static CWD: ShellCommand = ShellCommand {
    name: "Cwd",
    keywords: &["cwd", "pwd"],
    summary: "Shows the working directory",
    examples: &[("cwd", "the folder that relative paths start from")],
    completion: Completion::Arguments,
    action: &RunWith::words(cwd),
};

fn cwd(_: NoArguments, session: &mut Session) -> Result<CommandOutput, ShellError> {
    Ok(format!("{}\n", session.directory().display()).into())
}

#[derive(Args, Debug)]
struct LsArgs {
    /// The folder; without it the working directory
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
}

pub(super) static LS: ShellCommand = ShellCommand {
    name: "Ls",
    keywords: &["ls"],
    summary: "Lists the files of a folder",
    examples: &[("ls", "the working directory"), ("ls ~/games", "another folder")],
    completion: Completion::Arguments,
    action: &RunWith::words(ls),
};

fn ls(LsArgs { path }: LsArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let path = path.unwrap_or_else(|| session.directory().to_owned());
    match list(&session.path(&path)) {
        Ok(text) => Ok(text.into()),
        Err(error) => Err(ShellError::path(path, error)),
    }
}

/// Returns the names in a folder, sorted, with a `/` after folders and without hidden
/// ones; of a file, its own name.
fn list(path: &Path) -> std::io::Result<String> {
    if !path.metadata()?.is_dir() {
        return Ok(name_of(path));
    }
    let mut names = Vec::new();
    for entry in path.read_dir()? {
        names.push(name_of(&entry?.path()));
    }
    names.retain(|name| !name.starts_with('.'));
    names.sort_unstable();
    Ok(names.concat())
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let slash = if path.is_dir() { "/" } else { "" };
    format!("{}{slash}\n", one_line(&name))
}

pub(super) static EXIT: ShellCommand = ShellCommand {
    name: "Exit",
    keywords: &["exit", "quit", "q"],
    summary: "Ends the session, as Ctrl-D does",
    examples: &[("exit", "leave")],
    completion: Completion::Arguments,
    action: &RunWith::words(exit),
};

fn exit(_: NoArguments, _: &mut Session) -> Result<CommandOutput, ShellError> {
    Ok(CommandOutput {
        text: Text::default(),
        leave: true,
    })
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn relative_paths_start_from_the_new_folder() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("my games/old")).expect("folders");
        std::fs::write(root.path().join("my games/a.sgf"), "").expect("a file");
        let mut session = session(&[]);
        session.set_directory(root.path().to_owned());
        shown(&mut session, "cd 'my games/old'");
        shown(&mut session, "cd ..");
        assert_eq!(shown(&mut session, "ls"), "a.sgf\nold/\n");
        assert_eq!(
            shown(&mut session, "cwd").trim_end(),
            session.directory().display().to_string()
        );
        assert!(session.directory().ends_with("my games"));
    }

    #[test]
    fn what_is_no_folder_is_refused_and_changes_nothing() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("a.sgf"), "").expect("a file");
        let mut session = session(&[]);
        session.set_directory(root.path().to_owned());
        for (line, error) in [
            ("cd nowhere", "nowhere: there is no such file or folder"),
            ("cd a.sgf", "a.sgf: it is not a folder"),
            ("cd a.sgf/b", "a.sgf/b: there is no such file or folder"),
            ("cd a b", "unexpected \"b\"\nusage: cd [FOLDER]"),
        ] {
            assert_eq!(failure(&mut session, line), error);
            assert_eq!(session.directory(), root.path());
        }
    }

    #[test]
    fn without_a_folder_it_goes_home() {
        let mut session = session(&[]);
        assert_eq!(shown(&mut session, "cd"), shown(&mut session, "cd ~"));
    }

    #[test]
    fn it_shows_the_folder_and_takes_no_words() {
        let mut session = session(&[]);
        session.set_directory("/some/where".into());
        assert_eq!(shown(&mut session, "cwd"), "/some/where\n");
        assert!(failure(&mut session, "cwd x").ends_with("usage: cwd"));
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
        assert_eq!(shown(&mut session, "ls b"), "c.sgf\n");
        assert_eq!(shown(&mut session, "ls b/c.sgf"), "c.sgf\n");
        for path in ["c", "b/c.sgf/d"] {
            let error = failure(&mut session, &format!("ls {path}"));
            assert_eq!(error, format!("{path}: there is no such file or folder"));
        }
    }

    #[test]
    fn it_leaves_under_both_names_but_not_by_accident() {
        let mut session = session(&[]);
        for line in ["exit", "quit", "QUIT"] {
            assert!(session.eval(line).expect("leaves").leave);
        }
        assert!(failure(&mut session, "exit now").contains("now"));
    }
}
