use super::arguments::StepArgs;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Goes on in the open game.
pub struct Next;

impl Command for Next {
    fn name(&self) -> &'static str {
        "Next"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["next"]
    }

    fn summary(&self) -> &'static str {
        "Goes on in the open game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        StepArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("next", "one move"), ("next 10", "ten, or to the end")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let StepArgs { count } = parse(self, words)?;
        session.step_game(count)
    }
}
