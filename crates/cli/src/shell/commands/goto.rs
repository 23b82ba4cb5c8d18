use super::arguments::move_number;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct GotoArgs {
    /// How many moves are played
    #[arg(value_name = "MOVE", value_parser = move_number::<u16>)]
    number: u16,
}

/// Goes to a move of the open game.
pub struct Goto;

impl Command for Goto {
    fn name(&self) -> &'static str {
        "Goto"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["goto"]
    }

    fn summary(&self) -> &'static str {
        "Goes to a move of the open game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        GotoArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("goto 50", "after move 50"), ("goto 0", "the start")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let GotoArgs { number } = parse(self, words)?;
        session.go_to(number)
    }
}
