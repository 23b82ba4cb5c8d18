use crate::ask::SgfArgs;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows the original record of a game.
pub struct Sgf;

impl Command for Sgf {
    fn name(&self) -> &'static str {
        "Sgf"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn summary(&self) -> &'static str {
        "Shows the original record of a game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SgfArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("sgf 17", "the text of the record"),
            ("sgf 17 --out game.sgf", "into a file"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: SgfArgs = parse(self, words)?;
        let record = args.record(&session.snapshot()?)?;
        match &args.out {
            None => Ok(format!("{}\n", record.text().trim_end()).into()),
            Some(path) => session.write_new(path, &record.file()),
        }
    }
}
