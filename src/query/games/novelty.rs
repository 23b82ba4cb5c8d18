use super::open_game::OpenGame;
use crate::go::Color;
use crate::query::QueryError;
use crate::query::ask::{SearchBoard, SoughtPosition, Subject};
use crate::query::filter::Filter;
use crate::store::Snapshot;
use std::collections::HashSet;

/// The last position of a game that other games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastCommon {
    /// The number of the position, as [`OpenGame::at`] counts.
    pub at: usize,
    /// The number of other games with it.
    pub other_games: u64,
    /// The latest of them by date.
    pub companion: i64,
}

impl OpenGame {
    /// Returns the last position of the game that at least `min_games` other games have, in any orientation; with
    /// the colours exchanged, too, if `swap`. Of the other games, those count that meet the
    /// filter. `None` if no position of the game is in so many.
    pub fn last_common(
        &self,
        snapshot: &Snapshot,
        filter: &Filter,
        swap: bool,
        min_games: u64,
    ) -> Result<Option<LastCommon>, QueryError> {
        let compiled = filter.compile(snapshot)?;
        // No other game has these. A game of passes has one position thousands of times.
        let mut own = HashSet::new();
        // From the end, where few games have a position.
        for (at, scene) in self.scenes().iter().enumerate().rev() {
            // Who is to play does not tell positions apart.
            let (size, stones) = (scene.board.size(), scene.board.stones());
            let board = SearchBoard::from_stones(size, stones, Color::Black);
            let position = SoughtPosition::new(&board, snapshot.keys(), swap);
            if !own.insert(position.here.key) {
                continue;
            }
            let (mut other_games, mut latest) = (0, (0, 0));
            Subject::Position(position).visit_columns(snapshot, &compiled, |occurrences, columns| {
                let game = occurrences[0].game;
                if game != self.game.game {
                    other_games += 1;
                    latest = latest.max((columns.first_date_number(), game));
                }
                Ok(())
            })?;
            if other_games >= min_games.max(1) {
                return Ok(Some(LastCommon {
                    at,
                    other_games,
                    companion: latest.1,
                }));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestDatabase;
    use std::time::Instant;

    #[test]
    fn the_work_on_a_long_game_grows_with_its_length() {
        // The stone keeps the empty board from being all that the game has.
        let passes = format!("(;SZ[19];B[pd]{})", ";W[];B[]".repeat(10_000));
        let db = TestDatabase::with(&[passes]);
        let snapshot = db.snapshot();
        let begun = Instant::now();
        let game = OpenGame::as_recorded(&snapshot, 1).expect("opens");
        let opened = begun.elapsed();
        let begun = Instant::now();
        let common = game
            .last_common(&snapshot, &Filter::default(), false, 1)
            .expect("an answer");
        assert_eq!(common, None);
        let searched = begun.elapsed();
        assert!(
            searched < opened * 100,
            "opened in {opened:?}, searched in {searched:?}"
        );
    }
}
