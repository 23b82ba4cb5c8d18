//! Points that superko forbids, and passes in positions in which the player has passed before.

use super::chains::ChainBoard;
use super::points::PointSet;
use super::rules::Repetition;
use bgo::go::{Color, mix};
use std::collections::HashSet;

/// The boards of a game so far.
#[derive(Clone, Debug)]
pub(super) struct PastBoards {
    rule: Repetition,
    boards: HashSet<u64>,
    /// The boards in which a player passed.
    passes: HashSet<u64>,
    /// The points that ever had a stone; only there a move can repeat a board.
    used: PointSet,
}

impl PastBoards {
    pub fn new(rule: Repetition) -> Self {
        Self {
            rule,
            boards: HashSet::new(),
            passes: HashSet::new(),
            used: PointSet::EMPTY,
        }
    }

    /// Notes a board with the player to move.
    pub fn enter(&mut self, board: &ChainBoard<'_>, to_move: Color) {
        if self.rule != Repetition::Simple {
            let [black, white] = board.both();
            self.boards.insert(self.key([black, white], to_move));
            self.used |= black | white;
        }
    }

    /// Returns the points at which a legal move would repeat an earlier board, with the same player
    /// to move if that counts.
    pub fn forbidden(&self, board: &ChainBoard<'_>, to_move: Color) -> PointSet {
        let mut forbidden = PointSet::EMPTY;
        if self.rule == Repetition::Simple {
            return forbidden;
        }
        for point in (self.used & board.empty()).iter() {
            if board.is_legal(point, to_move) {
                let mut stones = board.both();
                stones[to_move.opponent() as usize] -= board.captured_by(point, to_move);
                stones[to_move as usize].insert(point);
                if self.boards.contains(&self.key(stones, to_move.opponent())) {
                    forbidden.insert(point);
                }
            }
        }
        forbidden
    }

    /// Notes a pass.
    pub fn pass(&mut self, board: &ChainBoard<'_>, player: Color) {
        self.passes.insert(situation(board, player));
    }

    /// Returns whether the player has passed on the same board before, which ends a game with a
    /// simple ko.
    pub fn has_passed(&self, board: &ChainBoard<'_>, player: Color) -> bool {
        self.rule == Repetition::Simple && self.passes.contains(&situation(board, player))
    }

    fn key(&self, [black, white]: [PointSet; 2], to_move: Color) -> u64 {
        let player = match self.rule {
            Repetition::Situational => to_move as u64 + 1,
            _ => 0,
        };
        hash(black, hash(white, player))
    }
}

/// Returns a hash of the board, its ko and the player.
fn situation(board: &ChainBoard<'_>, player: Color) -> u64 {
    let [black, white] = board.both();
    let ko = board.ko.map_or(0, |point| point as u64 + 1);
    hash(black, hash(white, ko << 1 | player as u64))
}

fn hash(set: PointSet, seed: u64) -> u64 {
    set.words().iter().fold(seed, |hash, word| mix(hash ^ mix(*word)))
}
