use crate::ask::{Ask, PlayersArgs};
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows who plays the position.
pub struct Players;

impl Command for Players {
    fn name(&self) -> &'static str {
        "Players"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["players"]
    }

    fn summary(&self) -> &'static str {
        "Shows who plays the position most, and how often they win"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        PlayersArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("players", "the twenty with the most games"),
            ("players --limit 5", "the first five"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: PlayersArgs = parse(self, words)?;
        let answer = args.ask(&session.snapshot()?, &session.question())?;
        session.give(answer, args.form())
    }
}
