//! Positions as the input of the network sees them.

use super::chains::ChainBoard;
use super::repetition::PastBoards;
use super::rules::Rules;
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
    /// The moves since the last setup.
    pub moves: &'w [Played],
    /// The number of passes in turn before the position.
    pub passes: u32,
    pub past: &'w PastBoards,
    /// The points that the player to move has in advance.
    pub own_komi: f32,
}

/// Returns whether nobody has taken the button, if there is one: the first pass takes it.
pub(super) fn has_button(rules: Rules, moves: &[Played]) -> bool {
    rules.has_button && moves.iter().all(|played| played.point.is_some())
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
