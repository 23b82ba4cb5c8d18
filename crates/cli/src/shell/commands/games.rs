use crate::ask::{Ask, GamesArgs};
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Lists the games that have the position.
pub struct Games;

impl Command for Games {
    fn name(&self) -> &'static str {
        "Games"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["games"]
    }

    fn summary(&self) -> &'static str {
        "Lists the games that have the position"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        GamesArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("games", "the latest twenty; \"open\" takes the number in front"),
            ("games --offset 20", "the next twenty"),
            ("games --sort rank", "the strongest players first"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: GamesArgs = parse(self, words)?;
        let answer = args.ask(&session.snapshot()?, &session.question())?;
        session.give(answer, args.form())
    }
}
