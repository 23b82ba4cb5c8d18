use super::points::{ArrayGrid, MAX_POINTS, PointSet};
use bgo::internal::go::Color;

/// A chain: connected stones of one colour and the empty points next to them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    pub stones: PointSet,
    pub liberties: PointSet,
}

/// A board that knows the chains with their liberties, and can take moves back.
#[derive(Clone, Debug)]
pub(super) struct ChainBoard<'g> {
    pub grid: &'g ArrayGrid,
    /// The stones of Black and of White.
    stones: [PointSet; 2],
    /// The number of the chain of each stone: one of its points.
    numbers: [u16; MAX_POINTS],
    /// The chains by their numbers. Other places have chains of the past.
    chains: Vec<Chain>,
    /// The point that a simple ko forbids.
    pub ko: Option<usize>,
    /// The chains as they were before moves that may be taken back, the last change at the end, each with its
    /// number, and whether its stones got the number of another chain.
    changed: Vec<(usize, Chain, bool)>,
}

/// A move that can be taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainMove {
    point: usize,
    color: Color,
    ko: Option<usize>,
    number: u16,
    stones: [PointSet; 2],
    /// The number of changed chains before the move.
    changed: usize,
}

impl<'g> ChainBoard<'g> {
    pub fn new(grid: &'g ArrayGrid) -> Self {
        Self {
            grid,
            stones: [PointSet::EMPTY; 2],
            numbers: [0; MAX_POINTS],
            chains: vec![Chain::default(); MAX_POINTS],
            ko: None,
            changed: Vec::new(),
        }
    }

    /// Creates a board with the stones of Black and of White. Returns `None` if a chain has no
    /// liberty.
    pub fn with_stones(grid: &'g ArrayGrid, stones: [PointSet; 2]) -> Option<Self> {
        let mut board = Self::new(grid);
        board.stones = stones;
        for color in [Color::Black, Color::White] {
            let mut left = stones[color as usize];
            while let Some(number) = left.first() {
                let stones = grid.connected(PointSet::of(number), left);
                let liberties = grid.around(stones) & board.empty();
                if liberties.is_empty() {
                    return None;
                }
                stones.iter().for_each(|stone| board.numbers[stone] = number as u16);
                board.chains[number] = Chain { stones, liberties };
                left -= stones;
            }
        }
        Some(board)
    }

    pub const fn stones(&self, color: Color) -> PointSet {
        self.stones[color as usize]
    }

    pub const fn both(&self) -> [PointSet; 2] {
        self.stones
    }

    pub fn empty(&self) -> PointSet {
        self.grid.board - self.stones[0] - self.stones[1]
    }

    pub const fn color(&self, point: usize) -> Option<Color> {
        if self.stones[0].has(point) {
            Some(Color::Black)
        } else if self.stones[1].has(point) {
            Some(Color::White)
        } else {
            None
        }
    }

    pub fn chain(&self, stone: usize) -> &Chain {
        &self.chains[usize::from(self.numbers[stone])]
    }

    /// Returns the chains that have a stone in a set, each once.
    pub fn chains_of(&self, mut stones: PointSet) -> impl Iterator<Item = &Chain> {
        std::iter::from_fn(move || {
            let chain = self.chain(stones.first()?);
            stones -= chain.stones;
            Some(chain)
        })
    }

    pub fn captured_by(&self, point: usize, color: Color) -> PointSet {
        let mut captured = PointSet::EMPTY;
        for neighbour in self.grid.neighbours(point) {
            if self.stones(color.opponent()).has(neighbour) && self.chain(neighbour).liberties == PointSet::of(point) {
                captured |= self.chain(neighbour).stones;
            }
        }
        captured
    }

    /// Returns whether a move is neither on a stone, nor taking back a ko, nor suicide.
    pub fn is_legal(&self, point: usize, color: Color) -> bool {
        self.color(point).is_none()
            && self.ko != Some(point)
            && self
                .grid
                .neighbours(point)
                .any(|neighbour| match self.color(neighbour) {
                    None => true,
                    Some(other) => (other == color) != (self.chain(neighbour).liberties == PointSet::of(point)),
                })
    }

    /// Plays on an empty point as records do: a ko may be taken back, and suicide removes the own
    /// stones.
    pub fn play(&mut self, point: usize, color: Color) -> ChainMove {
        let played = ChainMove {
            point,
            color,
            ko: self.ko,
            number: self.numbers[point],
            stones: self.stones,
            changed: self.changed.len(),
        };
        let captured = self.press(point, color);
        self.join(point, color);
        let own = *self.chain(point);
        self.ko = captured
            .first()
            .filter(|_| captured.len() == 1 && own.stones.len() == 1 && own.liberties.len() == 1);
        if own.liberties.is_empty() {
            self.lift(own.stones, color);
        }
        played
    }

    /// Takes a liberty of the opponent's neighbouring chains. Removes those without one and returns
    /// their stones.
    fn press(&mut self, point: usize, color: Color) -> PointSet {
        let mut captured = PointSet::EMPTY;
        for neighbour in self.grid.neighbours(point) {
            if self.stones(color.opponent()).has(neighbour) && self.chain(neighbour).liberties.has(point) {
                let number = usize::from(self.numbers[neighbour]);
                self.keep(number, false);
                self.chains[number].liberties.remove(point);
                if self.chains[number].liberties.is_empty() {
                    captured |= self.chains[number].stones;
                }
            }
        }
        if !captured.is_empty() {
            self.lift(captured, color.opponent());
        }
        captured
    }

    fn join(&mut self, point: usize, color: Color) {
        let stone = PointSet::of(point);
        let around = self.grid.around(stone);
        self.stones[color as usize] |= stone;
        let mut joined = Chain {
            stones: stone,
            liberties: around & self.empty(),
        };
        let mut number = point;
        let mut others = [None; 4];
        let mut beside = around & self.stones(color);
        for other in &mut others {
            let Some(neighbour) = beside.first() else { break };
            let chain = self.chain(neighbour);
            joined.stones |= chain.stones;
            joined.liberties |= chain.liberties;
            beside -= chain.stones;
            let own = usize::from(self.numbers[neighbour]);
            *other = Some(own);
            if number == point || chain.stones.len() > self.chains[number].stones.len() {
                number = own;
            }
        }
        joined.liberties.remove(point);
        for other in others.into_iter().flatten().filter(|other| *other != number) {
            self.keep(other, true);
            for stone in self.chains[other].stones.iter() {
                self.numbers[stone] = number as u16;
            }
        }
        self.keep(number, false);
        self.numbers[point] = number as u16;
        self.chains[number] = joined;
    }

    /// Removes stones of a colour. Chains of the other one gain liberties.
    fn lift(&mut self, stones: PointSet, color: Color) {
        self.stones[color as usize] -= stones;
        let mut beside = self.grid.around(stones) & self.stones(color.opponent());
        while let Some(neighbour) = beside.first() {
            let number = usize::from(self.numbers[neighbour]);
            self.keep(number, false);
            let chain = &mut self.chains[number];
            chain.liberties |= self.grid.around(chain.stones) & stones;
            beside -= chain.stones;
        }
    }

    fn keep(&mut self, number: usize, is_renumbered: bool) {
        self.changed.push((number, self.chains[number], is_renumbered));
    }

    pub fn take_back(&mut self, played: &ChainMove) {
        while self.changed.len() > played.changed {
            let Some((number, chain, is_renumbered)) = self.changed.pop() else {
                break;
            };
            self.chains[number] = chain;
            if is_renumbered {
                chain
                    .stones
                    .iter()
                    .for_each(|stone| self.numbers[stone] = number as u16);
            }
        }
        self.numbers[played.point] = played.number;
        self.stones = played.stones;
        self.ko = played.ko;
        debug_assert!(!self.stones(played.color).has(played.point));
    }

    /// Forgets what is needed to take moves back.
    pub fn settle(&mut self) {
        self.changed.clear();
    }
}
