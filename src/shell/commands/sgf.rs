use crate::query::{QueryError, require_game};
use crate::render::printable;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
struct SgfArgs {
    /// The game's number
    #[arg(value_name = "GAME")]
    game: i64,
    /// Write it to a file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Shows the original record of a game.
pub struct Sgf;

impl Command for Sgf {
    fn name(&self) -> &'static str {
        "Sgf"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn summary(&self) -> &'static str {
        "Shows the original record of a game"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SgfArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("sgf 17", "the text of the record"),
            ("sgf 17 --out game.sgf", "into a file, byte for byte"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SgfArgs { game, out } = parse(self, words)?;
        let db = session.database();
        let record = db.read(|| {
            require_game(db, game)?;
            Ok::<_, QueryError>(db.record(game)?)
        })?;
        match out {
            None => Ok((printable(record.encoding.decode(&record.sgf).trim_end()) + "\n").into()),
            Some(path) => session.write_new(&path, &record.sgf),
        }
    }
}
