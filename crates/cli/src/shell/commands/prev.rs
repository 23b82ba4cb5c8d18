use super::arguments::StepArgs;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Goes back in the open game.
pub struct Prev;

impl Command for Prev {
    fn name(&self) -> &'static str {
        "Prev"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["prev"]
    }

    fn summary(&self) -> &'static str {
        "Goes back in the open game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        StepArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("prev", "one move"), ("prev 10", "ten, or to the start")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let StepArgs { count } = parse(self, words)?;
        session.step_game(-count)
    }
}
