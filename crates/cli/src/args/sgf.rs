use super::OutArgs;
use bgo::query::{QueryError, require_game};
use bgo::store::{Snapshot, StoredRecord};
use clap::Args;

/// Print the original record of a game
#[derive(Args, Clone, Debug)]
pub struct SgfArgs {
    /// The game's number
    #[arg(value_name = "GAME", value_parser = game_number)]
    game: i64,
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
}
