use crate::render::{counted, line_sgf};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
struct SaveArgs {
    /// The file, which must not be there yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes the line on the search board.
pub struct Save;

impl Command for Save {
    fn name(&self) -> &'static str {
        "Save"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["save"]
    }

    fn summary(&self) -> &'static str {
        "Writes the line on the search board as a record"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SaveArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "save line.sgf",
            "setup and moves, into a file that must not be there yet",
        )]
    }

    fn completion(&self) -> Completion {
        Completion::Paths
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SaveArgs { file } = parse(self, words)?;
        let line = session.line();
        let moves = counted(line.moves().len() as u64, "move");
        let sgf = line_sgf(line);
        session.write_new(&file, sgf.as_bytes())?;
        Ok(format!("{}: {moves}\n", file.display()).into())
    }
}
