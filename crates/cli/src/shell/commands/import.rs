use bgo::import::{ImportOptions, check_paths, import};
use crate::render::{ConsoleReporter, summary_text};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use bgo::store::Database;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What is to be imported.
#[derive(Args, Clone, Debug)]
pub struct ImportArgs {
    /// TGZ, tar or zip archives, folders, or single SGF files
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}

/// Imports archives.
pub struct Import;

impl Command for Import {
    fn name(&self) -> &'static str {
        "Import"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["import"]
    }

    fn summary(&self) -> &'static str {
        "Imports archives of game records into the database"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        ImportArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("import games.tgz", "an archive in the working directory"),
            ("import ~/games \"my game.sgf\"", "a folder and a single file"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Paths
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let ImportArgs { paths } = parse(self, words)?;
        let paths: Vec<PathBuf> = paths.iter().map(|path| session.path(path)).collect();
        check_paths(&paths)?;
        if !session.confirm(&question(&paths, session.database())) {
            return Ok("Nothing was imported.\n".to_owned().into());
        }
        let mut reporter = ConsoleReporter::new(true, None);
        let options = ImportOptions {
            stop: Arc::clone(session.stop()),
            ..ImportOptions::default()
        };
        options.stop.store(false, Ordering::Relaxed);
        let outcome = import(session.database(), &paths, &options, &mut reporter);
        options.stop.store(true, Ordering::Relaxed);
        drop(reporter);
        if session.answer().is_some() {
            // The marks count the new games from now on; there may be some
            // even if the import failed.
            session.search()?;
        }
        let outcome = outcome?;
        let shown = summary_text(&outcome.summary);
        if outcome.failures.is_empty() {
            Ok(shown.into())
        } else {
            Err(ShellError::Incomplete {
                failures: outcome.failures,
                shown: shown.into(),
            })
        }
    }
}

fn question(paths: &[PathBuf], database: &Database) -> String {
    let what = match paths {
        [path] => path.display().to_string(),
        _ => format!("{} archives", paths.len()),
    };
    format!("Import {what} into [{}]?", database.path().display())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, record, session, shown, shown_by};

    #[test]
    fn it_imports_from_the_working_directory_and_the_marks_follow() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("my game.sgf"), record("pd dp", "9")).expect("a file");
        let mut session = session(&["pd dd"]);
        session.set_directory(folder.path().to_owned());
        shown(&mut session, "search");
        shown(&mut session, "import 'my game.sgf'");
        assert!(shown(&mut session, "board").contains("Total count: 2\n"));
    }

    #[test]
    fn a_no_leaves_the_database_as_it_is() {
        let mut session = session(&["pd dd"]);
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.sgf", "b.sgf"] {
            std::fs::write(folder.path().join(name), record("pd dp", name)).expect("a file");
        }
        session.set_directory(folder.path().to_owned());
        session.set_confirm(|question| {
            assert!(question.starts_with("Import 2 archives into ["), "{question}");
            false
        });
        assert_eq!(shown(&mut session, "import a.sgf b.sgf"), "Nothing was imported.\n");
        assert_eq!(session.snapshot().and_then(|snapshot| snapshot.state()).expect("a state").games, 1);
    }

    #[test]
    fn what_can_be_read_is_imported_and_the_rest_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut tar = tar::Builder::new(Vec::new());
        for name in ["a.sgf", "b.sgf"] {
            let text = record("pd dp", name);
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            tar.append_data(&mut header, name, text.as_bytes()).expect("a member");
        }
        let whole = tar.into_inner().expect("an archive");
        // Two blocks a member; what is cut is within the text of the second.
        std::fs::write(folder.path().join("cut.tar"), &whole[..3 * 512 + 10]).expect("a file");
        let mut session = session(&[]);
        session.set_directory(folder.path().to_owned());
        let error = session.eval("import cut.tar").expect_err("cut");
        assert!(error.to_string().contains("cut.tar"), "{error}");
        assert!(shown_by(&error).contains(" 1 added"), "{}", shown_by(&error));
    }

    #[test]
    fn what_cannot_be_imported_is_named() {
        let mut session = session(&[]);
        assert!(failure(&mut session, "import nowhere.tgz").contains("nowhere.tgz"));
        insta::assert_snapshot!(failure(&mut session, "import"), @"
        import needs at least one path
        usage: import <PATH>...
        ");
    }
}
