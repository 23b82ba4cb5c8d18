//! The encoder of games as records: a board with the preprocessor's rules, with chains, their liberties, and
//! the planes of both colours.

use super::game::{TrainingGame, occupied};
use super::record::RecordFormat;
use crate::Strictness;
use bgo::internal::go::Color;

pub(crate) const POINTS: usize = 361;

pub(crate) const LINES: usize = 19;

/// A neighbour off the board.
const OFF: u16 = POINTS as u16;

/// The contents of a point: nothing, a stone, or the edge of the board.
const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const EDGE: u8 = 3;

/// The neighbours of each point, padded with [`OFF`].
static NEIGHBOURS: [[u16; 4]; POINTS] = neighbours();

const fn neighbours() -> [[u16; 4]; POINTS] {
    let mut all = [[OFF; 4]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let (row, column) = (point / LINES, point % LINES);
        if row > 0 {
            all[point][0] = (point - LINES) as u16;
        }
        if column > 0 {
            all[point][1] = (point - 1) as u16;
        }
        if column + 1 < LINES {
            all[point][2] = (point + 1) as u16;
        }
        if row + 1 < LINES {
            all[point][3] = (point + LINES) as u16;
        }
        point += 1;
    }
    all
}

const KO_PLANE: usize = 6;

/// The bit of the plane of version 1 that has all points.
const ALWAYS: u8 = 0x80;

/// The encoding of positions as records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The format of the records.
    pub format: RecordFormat,
    /// The points of the ko plane: those of the preprocessor (the forbidden point, and own stones beside the
    /// capturing stone, unless they touch another stone in atari), or only the forbidden point.
    pub ko: Strictness,
    /// The reading of the games. The preprocessor gives the points of `AB`, `AW` and `AE` black stones if the root has
    /// a handicap (`HA`), and ignores all other setup; a game with a fault gives nothing. By bgo's own reader, all
    /// stones before the first move stand, in their colours; the game ends before later setup and before a move on a
    /// stone, and suicide removes stones.
    pub setup: Strictness,
}

/// Converts the planes of a point with Black to play, a bit each, to those with White to play.
const fn seen_by_white(planes: u8) -> u8 {
    (planes & 7) << 3 | planes >> 3
}

/// Returns the place of the byte of a point in the planes of version 2, and the mask of its bit.
const fn bit_of(plane: usize, point: usize) -> (usize, u8) {
    let bit = plane * POINTS + point;
    (bit / 8, 0x80 >> (bit % 8))
}

#[derive(Clone, Copy)]
struct StoneChain {
    liberties: [u64; 6],
    stones: u16,
    /// The planes that show its stones.
    shown: u8,
}

impl StoneChain {
    const NONE: Self = Self {
        liberties: [0; 6],
        stones: 0,
        shown: 0,
    };

    fn insert(&mut self, point: u16) {
        self.liberties[usize::from(point) / 64] |= 1 << (point % 64);
    }

    fn remove(&mut self, point: u16) {
        self.liberties[usize::from(point) / 64] &= !(1 << (point % 64));
    }

    fn count(&self) -> u32 {
        self.liberties.iter().map(|part| part.count_ones()).sum()
    }
}

/// A board with the preprocessor's rules: suicide need not remove anything, and a ko may be retaken at
/// once. [`bgo::internal::go::Board`] forbids both and does not know liberties.
pub(crate) struct Encoder {
    format: RecordFormat,
    ko: Strictness,
    /// False if records are only counted, so that no planes are kept.
    makes_records: bool,
    /// The contents of all points; the last entry is [`OFF`].
    stones: [u8; POINTS + 1],
    /// The chain of each stone, identified by one of its points.
    chain: [u16; POINTS],
    /// The next stone of the same chain; the last leads to the first.
    next: [u16; POINTS],
    chains: Box<[StoneChain; POINTS]>,
    /// The planes of each point with Black to play, a bit each: own stones of chains with one, two and more
    /// liberties, then the same for the opponent's stones.
    planes: [u8; POINTS],
    /// The same as records of version 2 have them, with Black and with White to play.
    bits: [[u8; RecordFormat::V2.packed_length()]; 2],
    /// The last move, and the number of stones that it captured.
    last: Option<(u16, u32)>,
    /// The chains whose liberties have changed.
    changed: Vec<u16>,
}

const fn stone(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

impl Encoder {
    pub fn new(encoding: Encoding) -> Self {
        let mut stones = [EMPTY; POINTS + 1];
        stones[POINTS] = EDGE;
        Self {
            format: encoding.format,
            ko: encoding.ko,
            makes_records: true,
            stones,
            chain: [0; POINTS],
            next: [0; POINTS],
            chains: Box::new([StoneChain::NONE; POINTS]),
            planes: [0; POINTS],
            bits: [[0; RecordFormat::V2.packed_length()]; 2],
            last: None,
            changed: Vec::new(),
        }
    }

    /// Makes a counter of records, which does not make them.
    pub fn counter() -> Self {
        Self {
            makes_records: false,
            ..Self::new(Encoding {
                format: RecordFormat::V2,
                ko: Strictness::Compat,
                setup: Strictness::Compat,
            })
        }
    }

    /// Returns the number of records of a game.
    pub fn count(&mut self, game: &TrainingGame) -> Result<usize, String> {
        // If no point is repeated, no stone is placed on another.
        let mut seen = [0_u64; POINTS.div_ceil(64)];
        let stones = game.setup.iter().flatten().map(|stone| stone.1);
        let comes_twice = stones.chain(game.moves.iter().map(|mv| mv.1)).any(|point| {
            let (word, bit) = (usize::from(point) / 64, 1 << (point % 64));
            let is_there = seen[word] & bit != 0;
            seen[word] |= bit;
            is_there
        });
        if !comes_twice {
            return Ok(game.records());
        }
        self.replay(game, |_, _, _| {})
    }

    /// Appends the records of a game, and returns their number. Appends nothing if the game has an
    /// error.
    pub fn encode(&mut self, game: &TrainingGame, out: &mut Vec<u8>) -> Result<usize, String> {
        let start = out.len();
        let played = self.replay(game, |board, color, label| board.write(color, label, out));
        if played.is_err() {
            out.truncate(start);
        }
        played
    }

    /// Plays a game, and visits each position that gives a record, with the move. Returns the number of
    /// records.
    fn replay(&mut self, game: &TrainingGame, mut visit: impl FnMut(&Self, Color, u16)) -> Result<usize, String> {
        self.clear();
        for &(color, point, offset) in game.setup.iter().flatten() {
            if !self.place(color, point) {
                return Err(occupied(offset));
            }
        }
        let mut is_recorded = game.setup.is_some();
        for &(color, point, offset) in &game.moves {
            if is_recorded {
                visit(self, color, point);
            }
            is_recorded = true;
            if !self.play(color, point, game.removes_suicide) {
                return Err(occupied(offset));
            }
        }
        Ok(game.records())
    }

    fn write(&self, color: Color, label: u16, out: &mut Vec<u8>) {
        out.extend(b"GO");
        if self.format == RecordFormat::V1 {
            let (row, column) = (label / LINES as u16, label % LINES as u16);
            out.extend([row as u8, column as u8]);
            let start = out.len();
            match color {
                Color::Black => out.extend(self.planes.iter().map(|planes| ALWAYS | planes)),
                Color::White => out.extend(self.planes.iter().map(|planes| ALWAYS | seen_by_white(*planes))),
            }
            self.visit_ko(color, |point| out[start + point] |= 1 << KO_PLANE);
        } else {
            out.extend(u32::from(label).to_le_bytes());
            let start = out.len();
            out.extend_from_slice(&self.bits[usize::from(color == Color::White)]);
            self.visit_ko(color, |point| {
                let (byte, bit) = bit_of(KO_PLANE, point);
                out[start + byte] |= bit;
            });
        }
    }

    fn clear(&mut self) {
        for point in 0..POINTS {
            if self.stones[point] != EMPTY {
                self.stones[point] = EMPTY;
                self.show(point, 0);
            }
        }
        self.last = None;
        self.changed.clear();
    }

    /// Places a stone of setup, which captures nothing. Returns whether the point was empty.
    fn place(&mut self, color: Color, point: u16) -> bool {
        let was_empty = self.put(color, point);
        if was_empty {
            self.last = None;
            self.refresh();
        }
        was_empty
    }

    /// Plays a move, which captures adjacent chains of the other colour without liberties, and with
    /// `removes_suicide` else its own. Returns whether the point was empty.
    fn play(&mut self, color: Color, point: u16, removes_suicide: bool) -> bool {
        if !self.put(color, point) {
            return false;
        }
        let other = stone(color.opponent());
        let mut taken = 0;
        for neighbour in NEIGHBOURS[usize::from(point)] {
            if self.stones[usize::from(neighbour)] == other {
                let chain = self.chain[usize::from(neighbour)];
                if self.chains[usize::from(chain)].count() == 0 {
                    taken += self.take(chain);
                }
            }
        }
        self.last = Some((point, taken));
        let own = self.chain[usize::from(point)];
        if removes_suicide && self.chains[usize::from(own)].count() == 0 {
            self.take(own);
            self.last = None;
        }
        self.refresh();
        true
    }

    /// Places a stone and joins it with its neighbours, if the point is empty.
    fn put(&mut self, color: Color, point: u16) -> bool {
        let at = usize::from(point);
        if self.stones[at] != EMPTY {
            return false;
        }
        let own = stone(color);
        self.stones[at] = own;
        self.chain[at] = point;
        self.next[at] = point;
        self.chains[at] = StoneChain {
            stones: 1,
            ..StoneChain::NONE
        };
        for neighbour in NEIGHBOURS[at] {
            match self.stones[usize::from(neighbour)] {
                EMPTY => {
                    let chain = self.chain[at];
                    self.chains[usize::from(chain)].insert(neighbour);
                }
                EDGE => {}
                there => {
                    let chain = self.chain[usize::from(neighbour)];
                    self.chains[usize::from(chain)].remove(point);
                    if there == own {
                        self.join(self.chain[at], chain);
                    } else {
                        self.changed.push(chain);
                    }
                }
            }
        }
        self.changed.push(self.chain[at]);
        true
    }

    fn join(&mut self, a: u16, b: u16) {
        if a == b {
            return;
        }
        let is_larger = self.chains[usize::from(a)].stones >= self.chains[usize::from(b)].stones;
        let (into, from) = if is_larger { (a, b) } else { (b, a) };
        let joined = self.chains[usize::from(from)];
        let chain = &mut self.chains[usize::from(into)];
        let shown = chain.shown;
        chain.stones += joined.stones;
        for (all, part) in chain.liberties.iter_mut().zip(joined.liberties) {
            *all |= part;
        }
        let mut point = from;
        loop {
            self.chain[usize::from(point)] = into;
            self.show(usize::from(point), shown);
            point = self.next[usize::from(point)];
            if point == from {
                break;
            }
        }
        self.next.swap(usize::from(into), usize::from(from));
    }

    /// Removes a chain, and returns the number of its stones.
    fn take(&mut self, chain: u16) -> u32 {
        let mut taken = 0;
        let mut point = chain;
        loop {
            let at = usize::from(point);
            self.stones[at] = EMPTY;
            self.show(at, 0);
            taken += 1;
            point = self.next[at];
            if point == chain {
                break;
            }
        }
        // The chain is gone, so its neighbours belong to other chains.
        loop {
            let at = usize::from(point);
            for neighbour in NEIGHBOURS[at] {
                if let BLACK | WHITE = self.stones[usize::from(neighbour)] {
                    let beside = self.chain[usize::from(neighbour)];
                    self.chains[usize::from(beside)].insert(point);
                    self.changed.push(beside);
                }
            }
            point = self.next[at];
            if point == chain {
                return taken;
            }
        }
    }

    /// Updates the planes of the chains that have changed.
    fn refresh(&mut self) {
        if !self.makes_records {
            self.changed.clear();
        }
        while let Some(chain) = self.changed.pop() {
            let at = usize::from(chain);
            // The chain may have been captured or joined to another since.
            let of_black = self.stones[at] == stone(Color::Black);
            if self.stones[at] == EMPTY || self.chain[at] != chain {
                continue;
            }
            let own = self.format.planes_of(self.chains[at].count());
            let planes = if of_black { own } else { seen_by_white(own) };
            if std::mem::replace(&mut self.chains[at].shown, planes) == planes {
                continue;
            }
            let mut point = chain;
            loop {
                self.show(usize::from(point), planes);
                point = self.next[usize::from(point)];
                if point == chain {
                    break;
                }
            }
        }
    }

    fn show(&mut self, point: usize, planes: u8) {
        let before = std::mem::replace(&mut self.planes[point], planes);
        if before == planes || self.format == RecordFormat::V1 {
            return;
        }
        let changed = before ^ planes;
        for (view, mut changed) in self.bits.iter_mut().zip([changed, seen_by_white(changed)]) {
            while changed != 0 {
                let (byte, bit) = bit_of(changed.trailing_zeros() as usize, point);
                view[byte] ^= bit;
                changed &= changed - 1;
            }
        }
    }

    /// Visits the points of the ko plane for `color` to play.
    fn visit_ko(&self, color: Color, mut visit: impl FnMut(usize)) {
        let Some((last, 1)) = self.last else { return };
        let chain = self.chain_at(last);
        if !chain.is_some_and(|chain| chain.stones == 1 && chain.count() == 1) {
            return;
        }
        let other = stone(color.opponent());
        for point in NEIGHBOURS[usize::from(last)] {
            if point == OFF || (self.ko == Strictness::Strict && self.stones[usize::from(point)] != EMPTY) {
                continue;
            }
            let in_atari = NEIGHBOURS[usize::from(point)].into_iter().filter(|beside| {
                self.stones[usize::from(*beside)] == other
                    && self.chain_at(*beside).is_some_and(|chain| chain.count() == 1)
            });
            if in_atari.count() == 1 {
                visit(point.into());
            }
        }
    }

    fn chain_at(&self, point: u16) -> Option<&StoneChain> {
        let at = usize::from(point);
        matches!(self.stones[at], BLACK | WHITE).then(|| &self.chains[usize::from(self.chain[at])])
    }
}
