use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct PrevArgs {
    /// How many moves; without it 1
    #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = count)]
    count: i64,
}

fn count(text: &str) -> Result<i64, &'static str> {
    text.parse()
        .ok()
        .filter(|&count| count >= 1)
        .ok_or("the number of moves is 1 or more")
}

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
        PrevArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("prev", "one move"), ("prev 10", "ten, or to the start")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let PrevArgs { count } = parse(self, words)?;
        session.step_game(-count)
    }
}
