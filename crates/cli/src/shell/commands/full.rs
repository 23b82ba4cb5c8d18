use super::arguments::{Switch, SwitchArgs, says};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows all that is known of each next move.
pub struct Full;

impl Command for Full {
    fn name(&self) -> &'static str {
        "Full"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["full"]
    }

    fn summary(&self) -> &'static str {
        "Shows all that is known of each next move in every search, or not"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SwitchArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("full on", "share, wins, years and players of each move"),
            ("full off", "two columns of counts"),
            ("full", "whether it is on"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&["on", "off"])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SwitchArgs { wanted } = parse(self, words)?;
        match wanted {
            None => Ok(says("full", session.full()).into()),
            Some(wanted) => {
                session.set_full(wanted == Switch::On);
                Ok(session.search()?.into())
            }
        }
    }
}
