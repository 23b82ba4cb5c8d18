use crate::store::{NewGame, Snapshot, StoreError};
use std::collections::HashSet;

/// The games that the user removed from a database.
pub(super) struct Removals {
    snapshot: Snapshot,
    /// The lower halves of the content hashes of all games, read when first needed.
    contents: Option<HashSet<u32>>,
}

impl Removals {
    pub const fn new(snapshot: Snapshot) -> Self {
        Self {
            snapshot,
            contents: None,
        }
    }

    /// Returns whether an import would skip a game because it was removed. False if the database may have the game.
    pub fn has(&mut self, game: &NewGame) -> Result<bool, StoreError> {
        if self
            .snapshot
            .removed_games(game.hash, game.info.game_date())?
            .is_empty()
        {
            return Ok(false);
        }
        let contents = match self.contents.take() {
            Some(contents) => contents,
            None => {
                let mut contents = HashSet::new();
                self.snapshot.visit_columns(|_, columns| {
                    contents.insert(columns.content());
                })?;
                contents
            }
        };
        let is_there = self.contents.insert(contents).contains(&(game.hash as u32));
        Ok(!is_there && self.snapshot.joined_with_content(game.hash)?.is_empty())
    }
}
