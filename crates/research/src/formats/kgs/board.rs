//! The preprocessor's board, with chains, their liberties, and the planes of both colours.

use bgo::go::Color;

/// The number of points of the board.
pub const POINTS: usize = 361;

/// The number of lines of the board.
pub const LINES: usize = 19;

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

/// The planes of a point with Black to play, a bit each: own stones of chains with one, two and
/// more liberties, then the same for the opponent's stones.
pub(super) type Planes = u8;

/// Converts the planes with Black to play to those with White to play.
pub(super) const fn seen_by_white(planes: Planes) -> Planes {
    (planes & 7) << 3 | planes >> 3
}

/// A copy of all planes that is updated with the board.
pub(super) trait PlaneView {
    /// False if changes are ignored.
    const IS_SHOWN: bool = true;

    /// Changes the planes of a point.
    fn change(&mut self, point: usize, from: Planes, to: Planes);
}

/// Keeps no copy.
impl PlaneView for () {
    const IS_SHOWN: bool = false;

    fn change(&mut self, _: usize, _: Planes, _: Planes) {}
}

/// A chain of connected stones.
#[derive(Clone, Copy)]
struct StoneChain {
    liberties: [u64; 6],
    stones: u16,
    /// The planes that show its stones.
    shown: Planes,
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

/// The format of records, which decides the planes of stones by their liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Version 1: stones without liberties are in the plane of three or more.
    V1,
    /// Version 2: stones without liberties are in no plane.
    V2,
    /// Version 2 before December 2015: all stones are in the plane of three or more.
    V2Legacy,
}

impl RecordFormat {
    fn planes(self, liberties: u32) -> Planes {
        match (self, liberties) {
            (Self::V2Legacy, 1) => 1 | 4,
            (Self::V2Legacy, 2) => 2 | 4,
            (_, 1) => 1,
            (_, 2) => 2,
            (Self::V2, 0) => 0,
            _ => 4,
        }
    }
}

/// A board with the preprocessor's rules: suicide need not remove anything, and a ko may be retaken at
/// once. [`bgo::go::Board`] forbids both and does not know liberties.
pub(super) struct TrainingBoard<V> {
    format: RecordFormat,
    pub view: V,
    /// The contents of all points; the last entry is [`OFF`].
    stones: [u8; POINTS + 1],
    /// The chain of each stone, identified by one of its points.
    chain: [u16; POINTS],
    /// The next stone of the same chain; the last leads to the first.
    next: [u16; POINTS],
    chains: Box<[StoneChain; POINTS]>,
    planes: [Planes; POINTS],
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

impl<V: PlaneView> TrainingBoard<V> {
    pub fn new(format: RecordFormat, view: V) -> Self {
        Self {
            format,
            view,
            stones: {
                let mut stones = [EMPTY; POINTS + 1];
                stones[POINTS] = EDGE;
                stones
            },
            chain: [0; POINTS],
            next: [0; POINTS],
            chains: Box::new([StoneChain::NONE; POINTS]),
            planes: [0; POINTS],
            last: None,
            changed: Vec::new(),
        }
    }

    /// Removes all stones.
    pub fn clear(&mut self) {
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
    pub fn place(&mut self, color: Color, point: u16) -> bool {
        let was_empty = self.put(color, point);
        if was_empty {
            self.last = None;
            self.refresh();
        }
        was_empty
    }

    /// Plays a move, which captures adjacent chains of the other colour without liberties, and with
    /// `removes_suicide` else its own. Returns whether the point was empty.
    pub fn play(&mut self, color: Color, point: u16, removes_suicide: bool) -> bool {
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
        if !V::IS_SHOWN {
            self.changed.clear();
        }
        while let Some(chain) = self.changed.pop() {
            let at = usize::from(chain);
            // The chain may have been captured or joined to another since.
            let of_black = self.stones[at] == stone(Color::Black);
            if self.stones[at] == EMPTY || self.chain[at] != chain {
                continue;
            }
            let own = self.format.planes(self.chains[at].count());
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

    fn show(&mut self, point: usize, planes: Planes) {
        let before = std::mem::replace(&mut self.planes[point], planes);
        if before != planes {
            self.view.change(point, before, planes);
        }
    }

    /// Visits the points of the ko plane for `color` to play. With `strict`, this is the point
    /// that a simple ko forbids; without, as in the preprocessor, also own stones beside the
    /// capturing stone, unless they touch another opponent's stone in atari.
    pub fn visit_ko(&self, color: Color, strict: bool, mut visit: impl FnMut(usize)) {
        let Some((last, 1)) = self.last else { return };
        let chain = self.chain_at(last);
        if !chain.is_some_and(|chain| chain.stones == 1 && chain.count() == 1) {
            return;
        }
        let other = stone(color.opponent());
        for point in NEIGHBOURS[usize::from(last)] {
            if point == OFF || (strict && self.stones[usize::from(point)] != EMPTY) {
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
