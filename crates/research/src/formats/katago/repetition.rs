//! Points that superko forbids, and passes in positions in which the player has passed before.

use super::chains::ChainBoard;
use super::points::PointSet;
use super::rules::Ko;
use bgo::internal::go::{Color, mix};
use std::collections::{HashMap, HashSet};

/// Without superko, a board that stands this often ends the game without a result.
const CYCLE: u32 = 3;

#[derive(Clone, Debug)]
pub(super) struct PastBoards {
    rule: Ko,
    /// True if several stones may be given up by suicide.
    allows_suicide: bool,
    /// The boards since the last pass that made all of them possible again, and how often each stood.
    boards: HashMap<u64, u32>,
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
            boards: HashMap::new(),
            passes: HashSet::new(),
            used: PointSet::EMPTY,
        }
    }

    /// Notes a board with the player to move. Returns whether the board repeats so often that the game
    /// ends.
    pub fn enter(&mut self, board: &ChainBoard<'_>, to_move: Color) -> bool {
        let [black, white] = board.both();
        self.used |= black | white;
        let times = self.boards.entry(self.key([black, white], to_move)).or_default();
        *times += 1;
        self.rule == Ko::Simple && *times >= CYCLE
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
                && self.boards.contains_key(&self.key(stones, to_move.opponent()))
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

    /// Notes a pass. Returns whether it ends the game because the player has passed on the same board
    /// before.
    pub fn pass(&mut self, board: &ChainBoard<'_>, player: Color) -> bool {
        let ends = self.has_passed(board, player);
        self.passes.insert(situation(board.both(), player));
        if self.passes_matter() {
            self.boards.clear();
        }
        ends
    }

    /// Notes a pass that takes the button: the game goes on as if it began there.
    pub fn take_button(&mut self) {
        self.boards.clear();
        self.passes.clear();
    }

    /// Returns whether the player has passed on the same board before, which ends a game with a
    /// simple ko or by Spight's rules.
    pub fn has_passed(&self, board: &ChainBoard<'_>, player: Color) -> bool {
        self.passes_matter() && self.passes.contains(&situation(board.both(), player))
    }

    /// Returns whether boards may be repeated after a pass, but not a pass on the same board.
    const fn passes_matter(&self) -> bool {
        matches!(self.rule, Ko::Simple | Ko::Spight)
    }

    fn key(&self, stones: [PointSet; 2], to_move: Color) -> u64 {
        match self.rule {
            Ko::Simple | Ko::Situational => situation(stones, to_move),
            Ko::Positional | Ko::Spight => hash(stones[0], hash(stones[1], 0)),
        }
    }
}

fn situation([black, white]: [PointSet; 2], to_move: Color) -> u64 {
    hash(black, hash(white, to_move as u64 + 1))
}

fn hash(set: PointSet, seed: u64) -> u64 {
    set.words().iter().fold(seed, |hash, word| mix(hash ^ mix(*word)))
}
