//! Ladders as the engine reads them: a sequence of ataris in which the defender extends or captures
//! an attacker in atari, until the chain has two liberties at the defender's turn (it escapes), or
//! no legal move helps (it is captured). A ko that the attacker's move leaves counts as an escape.

use super::chains::{Chain, ChainBoard};
use super::points::PointSet;
use bgo::internal::go::Color;

/// The maximum number of moves that are tried for a chain; then it counts as not captured.
const MOST_MOVES: u32 = 25_000;

/// The outcome for a chain with one or two liberties.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ladder {
    stones: PointSet,
    color: Color,
    /// True if the chain is captured although its owner moves first, or, with two liberties, if the
    /// opponent moves first.
    pub is_captured: bool,
    /// The first moves with which the opponent captures a chain with two liberties.
    pub captures: PointSet,
    /// The outcome stays the same while nothing changes at these points.
    pub seen: PointSet,
}

/// A reader of ladders. It notes the points that an outcome depends on.
struct LadderReader<'b, 'g> {
    board: &'b mut ChainBoard<'g>,
    /// The outcome stays the same while nothing changes at these points.
    seen: PointSet,
    /// A stone of the chain.
    stone: usize,
    defender: Color,
    moves: u32,
    /// The depth of a ladder at which the chain counts as captured, half more than the points of the
    /// board. Only small boards have such ladders.
    most_plies: u32,
}

/// Reads the ladder of the chain of a stone with one or two liberties. The board is as before
/// afterwards.
pub(super) fn read_ladder(board: &mut ChainBoard<'_>, stone: usize, defender: Color) -> Ladder {
    let Chain { stones, liberties } = *board.chain(stone);
    let ko = board.ko;
    let mut reader = LadderReader {
        most_plies: board.grid.board.len() * 3 / 2,
        board,
        seen: PointSet::EMPTY,
        stone,
        defender,
        moves: 0,
    };
    reader.see_surroundings(stone);
    let mut captures = PointSet::EMPTY;
    let is_captured = if liberties.len() == 1 {
        reader.board.ko = None;
        reader.defend(0)
    } else {
        for point in liberties.iter() {
            reader.moves = 0;
            if reader.attack_at(point, 0, true) {
                captures.insert(point);
            }
        }
        !captures.is_empty()
    };
    let seen = reader.seen;
    board.ko = ko;
    Ladder {
        stones,
        color: defender,
        is_captured,
        captures,
        seen,
    }
}

impl LadderReader<'_, '_> {
    fn chain(&self) -> &Chain {
        self.board.chain(self.stone)
    }

    /// Notes all that determines the liberties of a chain.
    fn see_surroundings(&mut self, stone: usize) {
        let stones = self.board.chain(stone).stones;
        self.seen |= stones | self.board.grid.around(stones);
    }

    /// Notes that a chain has more than `liberties` liberties, by as many of them, or all of its
    /// surroundings if it has not.
    fn see_liberties(&mut self, stone: usize, liberties: u32) {
        let all = self.board.chain(stone).liberties;
        if all.len() > liberties {
            all.iter()
                .take(liberties as usize + 1)
                .for_each(|point| self.seen.insert(point));
        } else {
            self.see_surroundings(stone);
        }
    }

    /// Notes what makes a move legal or not.
    fn see_move(&mut self, point: usize) {
        self.seen.insert(point);
        for neighbour in self.board.grid.neighbours(point) {
            self.seen.insert(neighbour);
            if self.board.color(neighbour).is_some() {
                self.see_liberties(neighbour, 1);
            }
        }
    }

    /// Returns whether the chain is captured if the attacker begins at a point, to which the defender
    /// answers after `plies` moves. The ko that this move leaves is ignored if the move is the first.
    fn attack_at(&mut self, point: usize, plies: u32, is_first: bool) -> bool {
        let attacker = self.defender.opponent();
        self.see_move(point);
        if !self.board.is_legal(point, attacker) {
            return false;
        }
        self.moves += 1;
        let played = self.board.play(point, attacker);
        if is_first {
            self.board.ko = None;
        }
        let is_captured = self.defend(plies);
        self.board.take_back(&played);
        is_captured
    }

    /// Returns whether the chain is captured with the defender to move.
    fn defend(&mut self, plies: u32) -> bool {
        self.see_liberties(self.stone, 1);
        if plies >= self.most_plies {
            return true;
        }
        if self.chain().liberties.len() > 1 || self.board.ko.is_some() || self.moves >= MOST_MOVES {
            return false;
        }
        let moves = self.captures() | self.chain().liberties;
        for point in moves.iter() {
            self.see_move(point);
            if self.board.is_legal(point, self.defender) {
                self.moves += 1;
                let played = self.board.play(point, self.defender);
                let is_captured = self.attack(plies + 1);
                self.board.take_back(&played);
                if !is_captured {
                    return false;
                }
            }
        }
        true
    }

    fn captures(&mut self) -> PointSet {
        let around = self.board.grid.around(self.chain().stones);
        let mut attackers = around & self.board.stones(self.defender.opponent());
        let mut captures = PointSet::EMPTY;
        while let Some(stone) = attackers.first() {
            self.see_liberties(stone, 1);
            let attacker = self.board.chain(stone);
            if attacker.liberties.len() == 1 {
                captures |= attacker.liberties;
            }
            attackers -= attacker.stones;
        }
        captures
    }

    /// Returns whether the chain is captured with the attacker to move.
    fn attack(&mut self, plies: u32) -> bool {
        self.see_liberties(self.stone, 2);
        if plies >= self.most_plies {
            return true;
        }
        let liberties = self.chain().liberties;
        if liberties.len() != 2 {
            return liberties.len() < 2;
        }
        if self.is_double_ko(liberties) {
            return true;
        }
        let empty = self.board.empty();
        let mut moves: [(usize, u32); 2] = [(0, 0); 2];
        for (place, point) in moves.iter_mut().zip(liberties.iter()) {
            let around = self.board.grid.around(PointSet::of(point));
            *place = (point, (around & empty).len());
            self.seen |= around;
        }
        let [(a, room_a), (b, room_b)] = moves;
        // With three empty points beside the other liberty, the chain extends there to three
        // liberties, unless the attacker fills one of them.
        let are_apart = !self.board.grid.around(PointSet::of(a)).has(b);
        let at_a = (a, are_apart && room_b >= 3);
        let at_b = (b, are_apart && room_a >= 3);
        // The move to the roomier side is more likely to work.
        let order = if room_b > room_a { [at_b, at_a] } else { [at_a, at_b] };
        order
            .into_iter()
            .any(|(point, fails)| !fails && self.attack_at(point, plies + 1, false))
    }

    /// Returns whether the two liberties of the chain are both kos that the attacker can take, and
    /// filling one leaves the chain in atari. Such a chain counts as captured.
    fn is_double_ko(&mut self, liberties: PointSet) -> bool {
        let empty = self.board.empty();
        if liberties
            .iter()
            .any(|point| self.board.grid.around(PointSet::of(point)).meets(empty))
        {
            return false;
        }
        liberties.iter().for_each(|point| self.see_move(point));
        liberties.iter().all(|point| self.is_ko_capture(point))
            && liberties.iter().all(|point| self.liberties_after(point) <= 2)
            && self.captures().is_empty()
    }

    /// Returns whether the attacker would take a single stone at a point that the defender's stones
    /// surround.
    fn is_ko_capture(&self, point: usize) -> bool {
        let mut taken = 0;
        for neighbour in self.board.grid.neighbours(point) {
            if self.board.color(neighbour) != Some(self.defender) {
                return false;
            }
            let chain = self.board.chain(neighbour);
            if chain.liberties.len() == 1 {
                taken += chain.stones.len();
            }
        }
        taken == 1
    }

    /// Returns the liberties of the chain that the defender makes by filling a liberty, 0 for
    /// suicide. The defender may fill a ko that the attacker may not take.
    fn liberties_after(&mut self, point: usize) -> u32 {
        let played = self.board.play(point, self.defender);
        let mut liberties = 0;
        if self.board.color(point).is_some() {
            self.see_liberties(point, 2);
            liberties = self.board.chain(point).liberties.len();
        }
        self.board.take_back(&played);
        liberties
    }
}

/// The ladders of a board that changes move by move. Outcomes that do not depend on what changed
/// are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Ladders {
    known: Vec<Ladder>,
    /// The board as last read: its stones and its ko.
    last: ([PointSet; 2], Option<usize>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LadderPoints {
    /// The stones of chains that are captured in a ladder.
    pub captured: PointSet,
    /// The first moves that capture chains of Black, and of White, with two liberties.
    pub captures: [PointSet; 2],
}

impl Ladders {
    /// Returns the ladders of the board, which is as before afterwards.
    pub fn read(&mut self, board: &mut ChainBoard<'_>) -> LadderPoints {
        let ([black, white], ko) = self.last;
        let [now_black, now_white] = board.both();
        let mut changed = (black - now_black) | (now_black - black) | (white - now_white) | (now_white - white);
        if ko != board.ko {
            ko.into_iter().chain(board.ko).for_each(|point| changed.insert(point));
        }
        self.last = (board.both(), board.ko);
        self.known.retain(|known| !known.seen.meets(changed));
        let mut left = board.both();
        for known in &self.known {
            left[known.color as usize] -= known.stones;
        }
        for color in [Color::Black, Color::White] {
            let stones = &mut left[color as usize];
            while let Some(stone) = stones.first() {
                let chain = *board.chain(stone);
                *stones -= chain.stones;
                if chain.liberties.len() <= 2 {
                    self.known.push(read_ladder(board, stone, color));
                }
            }
        }
        let mut points = LadderPoints::default();
        for known in self.known.iter().filter(|known| known.is_captured) {
            points.captured |= known.stones;
            points.captures[known.color as usize] |= known.captures;
        }
        points
    }
}
