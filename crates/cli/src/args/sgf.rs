use super::{OutArgs, file_in};
use bgo::query::{QueryError, require_game};
use bgo::store::{Snapshot, StoredRecord};
use clap::Args;
use std::borrow::Cow;

/// Print the record of a game
///
/// It is the original, byte for byte. A record in another format (GIB, NGF, UGF) is
/// translated to SGF.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["sgf"]))))]
pub struct SgfArgs {
    /// The game's number
    #[arg(value_name = "GAME", value_parser = game_number)]
    game: i64,
    /// Do not translate a record in another format than SGF
    #[arg(long)]
    original: bool,
    #[command(flatten)]
    pub out: OutArgs,
}

/// Reads the number of a game.
pub fn game_number(text: &str) -> Result<i64, &'static str> {
    text.parse()
        .map_err(|_| "a game is named by its number, as games and find list it")
}

impl SgfArgs {
    /// Returns the record as it was imported.
    pub fn record(&self, snapshot: &Snapshot) -> Result<StoredRecord, QueryError> {
        require_game(snapshot, self.game)?;
        Ok(snapshot.record(self.game)?)
    }

    /// Returns the record as text.
    pub fn text<'a>(&self, record: &'a StoredRecord) -> Cow<'a, str> {
        if self.original {
            record.text()
        } else {
            record.sgf_text()
        }
    }

    /// Returns the record as a file.
    pub fn file<'a>(&self, record: &'a StoredRecord) -> Cow<'a, [u8]> {
        if self.original {
            Cow::Borrowed(&record.bytes)
        } else {
            record.file()
        }
    }
}
