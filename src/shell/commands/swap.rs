use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct SwapArgs {
    /// on or off; without it, what is set
    #[arg(value_name = "on|off", value_parser = ["on", "off"])]
    wanted: Option<String>,
}

/// Counts the colour-swapped position.
pub struct Swap;

impl Command for Swap {
    fn name(&self) -> &'static str {
        "Swap"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["swap"]
    }

    fn summary(&self) -> &'static str {
        "Counts the position with the colours exchanged too, or not"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SwapArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (
                "swap on",
                "games with the colours exchanged count; their moves are shown exchanged back",
            ),
            ("swap off", "only the position as it is"),
            ("swap", "whether it is on"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&["on", "off"])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SwapArgs { wanted } = parse(self, words)?;
        match wanted {
            None => {
                let state = if session.swap() { "on" } else { "off" };
                Ok(format!("swap is {state}\n").into())
            }
            Some(wanted) => {
                session.set_swap(wanted == "on");
                Ok(session.search()?.into())
            }
        }
    }
}
