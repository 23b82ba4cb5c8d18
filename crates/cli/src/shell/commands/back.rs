use crate::shell::command::{Command, NoArguments, Output, parse};
use crate::shell::{Session, ShellError};

/// Closes the open game.
pub struct Back;

impl Command for Back {
    fn name(&self) -> &'static str {
        "Back"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["back"]
    }

    fn summary(&self) -> &'static str {
        "Closes the open game and shows the search board"
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("back", "the search board as it was")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let NoArguments {} = parse(self, words)?;
        session.set_replay(None);
        Ok(session.search()?.into())
    }
}
