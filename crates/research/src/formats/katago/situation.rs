//! Positions as the input of the network sees them.

use super::chains::ChainBoard;
use super::repetition::PastBoards;
use bgo::go::Color;

/// The number of moves before a position that are part of it.
const HISTORY: usize = 5;

/// A move on a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub color: Color,
    /// The point; none for a pass.
    pub point: Option<usize>,
}

/// A position of a game with the player to move.
pub(super) struct Situation<'w, 'g> {
    pub board: &'w ChainBoard<'g>,
    pub to_move: Color,
    /// The moves since the last setup, or from one with which the game should have ended.
    pub moves: &'w [Played],
    /// True if another pass would be the last of those in turn that end a game.
    pub is_after_pass: bool,
    /// True if there is a button and nobody has taken it.
    pub has_button: bool,
    pub past: &'w PastBoards,
    /// The points that the player to move has in advance.
    pub own_komi: f32,
}

impl Situation<'_, '_> {
    /// Returns the last moves, the last one first, as far as the players took turns.
    pub fn history(&self) -> Vec<Played> {
        let mut expected = self.to_move;
        let in_turn = |played: &&Played| {
            expected = expected.opponent();
            played.color == expected
        };
        self.moves
            .iter()
            .rev()
            .take(HISTORY)
            .take_while(in_turn)
            .copied()
            .collect()
    }
}
