//! Points that superko forbids, and passes in positions in which the player has passed before.

use super::chains::ChainBoard;
use super::points::PointSet;
use super::rules::Ko;
use bgo::go::{Color, mix};
use std::collections::HashSet;

/// The boards of a game so far.
#[derive(Clone, Debug)]
pub(super) struct PastBoards {
    rule: Ko,
    /// True if several stones may be given up by suicide.
    allows_suicide: bool,
    boards: HashSet<u64>,
    /// The boards in which a player passed.
    passes: HashSet<u64>,
    /// The points that ever had a stone; only there a move that stays can repeat a board.
    used: PointSet,
}

impl PastBoards {
    pub fn new(rule: Ko, allows_suicide: bool) -> Self {
        Self {
            rule,
            allows_suicide,
            boards: HashSet::new(),
            passes: HashSet::new(),
            used: PointSet::EMPTY,
        }
    }

    /// Notes a board with the player to move.
    pub fn enter(&mut self, board: &ChainBoard<'_>, to_move: Color) {
        if self.rule != Ko::Simple {
            let [black, white] = board.both();
            self.boards.insert(self.key([black, white], to_move));
            self.used |= black | white;
        }
    }

    /// Returns the points at which a legal move would repeat an earlier board, with the same player
    /// to move if that counts.
    pub fn forbidden(&self, board: &ChainBoard<'_>, to_move: Color) -> PointSet {
        let mut forbidden = PointSet::EMPTY;
        if self.rule == Ko::Simple {
            return forbidden;
        }
        let empty = board.empty();
        let mut candidates = self.used & empty;
        if self.allows_suicide {
            candidates |= empty - board.grid.around(empty);
        }
        for point in candidates.iter() {
            if let Some(stones) = self.after(board, point, to_move)
                && self.boards.contains(&self.key(stones, to_move.opponent()))
            {
                forbidden.insert(point);
            }
        }
        forbidden
    }

    /// Returns the stones after a move, or `None` if it is illegal even without superko. One stone
    /// is never given up by suicide.
    fn after(&self, board: &ChainBoard<'_>, point: usize, player: Color) -> Option<[PointSet; 2]> {
        let mut stones = board.both();
        let own = &mut stones[player as usize];
        if board.is_legal(point, player) {
            own.insert(point);
            stones[player.opponent() as usize] -= board.captured_by(point, player);
            return Some(stones);
        }
        let beside = board.grid.around(PointSet::of(point)) & *own;
        if !self.allows_suicide || board.ko == Some(point) || beside.is_empty() {
            return None;
        }
        board.chains_of(beside).for_each(|chain| *own -= chain.stones);
        Some(stones)
    }

    /// Notes a pass.
    pub fn pass(&mut self, board: &ChainBoard<'_>, player: Color) {
        self.passes.insert(situation(board, player));
    }

    /// Returns whether the player has passed on the same board before, which ends a game with a
    /// simple ko.
    pub fn has_passed(&self, board: &ChainBoard<'_>, player: Color) -> bool {
        self.rule == Ko::Simple && self.passes.contains(&situation(board, player))
    }

    fn key(&self, [black, white]: [PointSet; 2], to_move: Color) -> u64 {
        let player = match self.rule {
            Ko::Situational => to_move as u64 + 1,
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
