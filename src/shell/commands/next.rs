use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct NextArgs {
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
        NextArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("next", "one move"), ("next 10", "ten, or to the end")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let NextArgs { count } = parse(self, words)?;
        session.step_game(count)
    }
}
