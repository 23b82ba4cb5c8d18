use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
struct CdArgs {
    /// The folder; without it the home folder
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Changes the working directory.
pub struct Cd;

impl Command for Cd {
    fn name(&self) -> &'static str {
        "Cd"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["cd"]
    }

    fn summary(&self) -> &'static str {
        "Changes the working directory, which relative paths start from"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        CdArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("cd ~/games", "to a folder in the home folder"),
            ("cd \"my games\"", "a name with a blank"),
            ("cd ..", "one folder up"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Folders
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let CdArgs { folder } = parse(self, words)?;
        let folder = match folder {
            Some(folder) => folder,
            None => etcetera::home_dir().map_err(|_| ShellError::NoHome)?,
        };
        let real = match session.path(&folder).canonicalize() {
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
            ("cd a.sgf", "a.sgf: it is no folder"),
            ("cd a.sgf/b", "a.sgf/b: there is no such file or folder"),
            ("cd a b", "\"b\" is one word too many\nusage: cd [FOLDER]"),
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
}
