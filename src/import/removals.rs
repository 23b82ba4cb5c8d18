use super::duplicates::is_duplicate;
use crate::store::{NewGame, Snapshot, StoreError};

/// The games that the user removed from a database.
pub(super) struct Removals {
    snapshot: Snapshot,
    /// The lower halves of the content hashes of all games, with their numbers, in order, read when first needed.
    contents: Option<Vec<(u32, i64)>>,
}

impl Removals {
    pub const fn new(snapshot: Snapshot) -> Self {
        Self {
            snapshot,
            contents: None,
        }
    }

    /// Returns whether an import would skip a game because it was removed.
    pub fn has(&mut self, game: &NewGame) -> Result<bool, StoreError> {
        let snapshot = &self.snapshot;
        if snapshot.removed_games(game.hash, game.info.game_date())?.is_empty() {
            return Ok(false);
        }
        let contents = match &mut self.contents {
            Some(contents) => contents,
            unread => {
                let mut contents = Vec::new();
                snapshot.visit_columns(|game, columns| contents.push((columns.content(), game)))?;
                contents.sort_unstable();
                unread.insert(contents)
            }
        };
        let content = game.hash as u32;
        let from = contents.partition_point(|&(other, _)| other < content);
        let alike = contents[from..].iter().take_while(|(other, _)| *other == content);
        Ok(!is_duplicate(snapshot, alike.map(|(_, game)| *game), game)?)
    }
}
