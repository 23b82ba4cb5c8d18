use crate::ask::ExportArgs;
use bgo::query::{Choice, Find};
use crate::shell::command::{Command, Completion, Output, parse, wrong_usage};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct ShellExportArgs {
    #[command(flatten)]
    export: ExportArgs,
    /// All games that count, whatever is on the board
    #[arg(long)]
    all: bool,
}

/// Writes games as files for other programs.
pub struct Export;

impl Command for Export {
    fn name(&self) -> &'static str {
        "Export"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["export"]
    }

    fn summary(&self) -> &'static str {
        "Writes the games that have the position as SGF files, or as a table"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        ShellExportArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("export games.tgz", "the original records in an archive"),
            ("export games.sgf", "all in one file, in UTF-8"),
            (
                "export games.csv",
                "a table of what is known of each; .jsonl and .parquet too",
            ),
            (
                "export games/ --all",
                "every game that meets the conditions, whatever is on the board",
            ),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Paths
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let ShellExportArgs { export, all } = parse(self, words)?;
        let path = session.path(export.target());
        // A slash at the end says that it is a folder, and joining keeps it.
        let form = export.form(&path).map_err(|problem| wrong_usage(self, problem))?;
        let question = session.question();
        let choice = if all || !export.words().is_empty() {
            Choice::Find(Find {
                filter: session.filter(),
                words: export.words(),
            })
        } else {
            Choice::Position(&question)
        };
        Ok(export.export(&session.snapshot()?, &choice, path, form)?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_games_of_the_position_or_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&["1990 pd dp", "1995 pd dd", "qc"]);
        session.set_directory(folder.path().to_owned());
        shown(&mut session, "play pd");
        assert!(shown(&mut session, "export a.csv").starts_with("2 games exported to a.csv, "));
        assert!(shown(&mut session, "export all/ --all").starts_with("3 games exported to all/, "));
        assert_eq!(folder.path().join("all").read_dir().expect("a folder").count(), 3);
        shown(&mut session, "where year=1995");
        assert!(shown(&mut session, "export b.jsonl --all").starts_with("1 game exported"));
        for (line, said) in [
            ("export a.csv", "exists already"),
            (
                "export none.sgf --word unheard",
                "no game meets the conditions; nothing was written",
            ),
            ("export x", "x tells no form: end it in /, .tgz"),
            ("export", "export needs a target"),
            ("export b.csv --word ...", "there is no word in \"...\""),
        ] {
            assert!(
                failure(&mut session, line).contains(said),
                "{line}: {}",
                failure(&mut session, line)
            );
        }
        assert!(shown(&mut session, "export a.csv --overwrite").starts_with("1 game exported"));
    }
}
