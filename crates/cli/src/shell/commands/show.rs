use crate::ask::ShowArgs;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows all that is known of a game.
pub struct Show;

impl Command for Show {
    fn name(&self) -> &'static str {
        "Show"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["show"]
    }

    fn summary(&self) -> &'static str {
        "Shows all that is known of a game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        ShowArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "show 17",
            "names, date, result and so on of game 17, and where it is from",
        )]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: ShowArgs = parse(self, words)?;
        let answer = args.ask(&session.snapshot()?)?;
        session.give(answer, args.form())
    }
}
