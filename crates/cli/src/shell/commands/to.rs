use bgo::query::Replay;
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
struct ToArgs {
    /// Which end
    #[arg(value_name = "start|end")]
    end: End,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum End {
    Start,
    End,
}

/// Goes to an end of the open game.
pub struct To;

impl Command for To {
    fn name(&self) -> &'static str {
        "To"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["to"]
    }

    fn summary(&self) -> &'static str {
        "Goes to the start or the end of the open game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        ToArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("to end", "after the last move"), ("to start", "before the first")]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&["start", "end"])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let ToArgs { end } = parse(self, words)?;
        let number = match end {
            End::Start => 0,
            End::End => session.replay().map_or(0, Replay::moves),
        };
        session.go_to(number)
    }
}
