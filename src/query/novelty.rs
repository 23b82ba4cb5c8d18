use super::{Filter, OpenGame, QueryError, Question};
use crate::store::Snapshot;

/// The last position of a game that other games have, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastCommon {
    /// The number of the position among those of the game, as [`OpenGame::at`] counts.
    pub at: usize,
    /// The number of moves before the position.
    pub move_number: u16,
    /// The number of other games with the position.
    pub other_games: u64,
}

impl OpenGame {
    /// Returns the last position of the game that another game has, in any orientation; with
    /// the colours exchanged, too, if `swap`. Of the other games, those count that meet the
    /// filter. `None` if no other game has a position of the game.
    pub fn last_common(
        &self,
        snapshot: &Snapshot,
        filter: &Filter,
        swap: bool,
    ) -> Result<Option<LastCommon>, QueryError> {
        // From the end, where few games have a position.
        for at in (0..self.scenes().len()).rev() {
            let Some((scene, board)) = self.scenes().get(at).zip(self.search_board_at(at, snapshot.keys())) else {
                continue;
            };
            let mut other_games = 0;
            Question::of_position(&board, filter, swap).visit(snapshot, |occurrences, _| {
                other_games += u64::from(occurrences[0].game != self.game.game);
                Ok(())
            })?;
            if other_games > 0 {
                return Ok(Some(LastCommon {
                    at,
                    move_number: scene.move_number,
                    other_games,
                }));
            }
        }
        Ok(None)
    }
}
