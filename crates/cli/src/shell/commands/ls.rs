use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
struct LsArgs {
    /// The folder; without it the working directory
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
}

/// Lists a folder.
pub struct Ls;

impl Command for Ls {
    fn name(&self) -> &'static str {
        "Ls"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["ls"]
    }

    fn summary(&self) -> &'static str {
        "Lists the files of a folder"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        LsArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("ls", "the working directory"), ("ls ~/games", "another folder")]
    }

    fn completion(&self) -> Completion {
        Completion::Paths
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let LsArgs { path } = parse(self, words)?;
        let path = path.unwrap_or_else(|| session.directory().to_owned());
        match list(&session.path(&path)) {
            Ok(text) => Ok(text.into()),
            Err(error) => Err(ShellError::path(path, error)),
        }
    }
}

/// The names in a folder, sorted, those of folders with a `/`; hidden ones
/// are left out. Of a file only its own name.
fn list(path: &Path) -> std::io::Result<String> {
    let name_of = |path: &Path| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        // What is in a name must not steer the terminal.
        let name = name.replace(char::is_control, "?");
        if path.is_dir() {
            format!("{name}/\n")
        } else {
            format!("{name}\n")
        }
    };
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

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn folders_are_marked_and_hidden_files_left_out() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(root.path().join("b")).expect("a folder");
        for name in ["a\x1b[2J.sgf", ".hidden", "b/c.sgf"] {
            std::fs::write(root.path().join(name), "").expect("a file");
        }
        let mut session = session(&[]);
        session.set_directory(root.path().to_owned());
        assert_eq!(shown(&mut session, "ls"), "a?[2J.sgf\nb/\n");
        assert_eq!(shown(&mut session, "ls b"), "c.sgf\n");
        assert_eq!(shown(&mut session, "ls b/c.sgf"), "c.sgf\n");
        for path in ["c", "b/c.sgf/d"] {
            let error = failure(&mut session, &format!("ls {path}"));
            assert_eq!(error, format!("{path}: there is no such file or folder"));
        }
    }
}
