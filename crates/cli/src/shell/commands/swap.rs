use super::arguments::{Switch, SwitchArgs, says};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

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
        SwitchArgs::augment_args(parser)
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
        let SwitchArgs { wanted } = parse(self, words)?;
        match wanted {
            None => Ok(says("swap", session.swap()).into()),
            Some(wanted) => {
                session.set_swap(wanted == Switch::On);
                Ok(session.search()?.into())
            }
        }
    }
}
