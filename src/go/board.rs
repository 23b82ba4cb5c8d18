//! The stones on a board, with captures and ko.

use super::{BoardSize, Color, Move, Point};
use thiserror::Error;

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// The point has a stone already.
    #[error("the point is occupied")]
    Occupied,
    /// The move would leave its own chain without liberties.
    #[error("it would be suicide")]
    Suicide,
    /// The move would take back a ko at once.
    #[error("it would take back the ko at once")]
    Ko,
    /// The point is not on this board.
    #[error("the point is off the board")]
    OffBoard,
}

/// Cells form a square of 21 lines with a border, so that a neighbour is always one
/// addition away and needs no bounds check.
const STRIDE: usize = BoardSize::MAX.lines() as usize + 2;
const CELLS: usize = STRIDE * STRIDE;
const NEIGHBOURS: [isize; 4] = [1, -1, STRIDE as isize, -(STRIDE as isize)];

/// A cell of the board: its content in the two lowest bits, and above them the
/// number of its empty neighbours. Comparing it with [`Cell::of`] thus shows
/// whether a stone has no liberty of its own; only then must its chain be searched.
/// On the border, the number wraps around and is never read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell(u8);

impl Cell {
    const EMPTY: Self = Self(0);
    const BORDER: Self = Self(3);
    const LIBERTY: u8 = 4;

    const fn of(color: Color) -> Self {
        match color {
            Color::Black => Self(1),
            Color::White => Self(2),
        }
    }

    const fn content(self) -> Self {
        Self(self.0 % Self::LIBERTY)
    }

    const fn liberties(self) -> u8 {
        self.0 / Self::LIBERTY
    }

    const fn set_content(&mut self, content: Self) {
        self.0 = self.0 - self.content().0 + content.0;
    }

    const fn gain_liberty(&mut self) {
        self.0 = self.0.wrapping_add(Self::LIBERTY);
    }

    const fn lose_liberty(&mut self) {
        self.0 = self.0.wrapping_sub(Self::LIBERTY);
    }
}

/// The stones on a board and the point that a ko forbids.
#[derive(Clone, Debug)]
pub struct Board {
    size: BoardSize,
    cells: [Cell; CELLS],
    ko: Option<usize>,
    /// The stones removed by the last move, kept here to save an allocation per
    /// move.
    removed: Vec<Point>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.cells == other.cells
    }
}

impl Board {
    /// Returns an empty board.
    pub fn new(size: BoardSize) -> Self {
        let mut cells = [Cell::BORDER; CELLS];
        let last = size.lines() - 1;
        for y in 0..=last {
            let row = &mut cells[cell(Point::new(0, y))..=cell(Point::new(last, y))];
            let around = 4 - u8::from(y == 0) - u8::from(y == last);
            row.fill(Cell(around * Cell::LIBERTY));
            row[0].lose_liberty();
            row[usize::from(last)].lose_liberty();
        }
        Self {
            size,
            cells,
            ko: None,
            removed: Vec::new(),
        }
    }

    /// Returns the board size.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the stone on `point`, or `None` if it is empty or off the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        if !point.is_on(self.size) {
            return None;
        }
        let content = self.cells[cell(point)].content();
        [Color::Black, Color::White]
            .into_iter()
            .find(|&color| content == Cell::of(color))
    }

    /// Returns every stone, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + Clone {
        self.size.points().filter_map(|p| self.get(p).map(|color| (p, color)))
    }

    /// Returns the point where a stone would retake a ko at once.
    pub fn ko(&self) -> Option<Point> {
        self.ko.map(point_at)
    }

    /// Returns the stones removed by the last move.
    pub fn removed(&self) -> &[Point] {
        &self.removed
    }

    /// Puts a stone on `point`, or removes one, without captures, as setup does.
    /// Ignores points off the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        if point.is_on(self.size) {
            self.lift(cell(point));
            if let Some(color) = stone {
                self.put(cell(point), color);
            }
            self.ko = None;
        }
    }

    /// Plays a move by the rules: captures, no suicide, no immediate recapture of a
    /// ko. Returns the stones removed. An illegal move leaves the board unchanged.
    pub fn play(&mut self, mv: Move) -> Result<&[Point], Illegal> {
        let Some(point) = mv.point else {
            return self.replay(mv);
        };
        self.require_empty(point)?;
        if self.ko == Some(cell(point)) {
            return Err(Illegal::Ko);
        }
        let mut after = self.clone();
        after.replay(mv)?;
        if after.removed.contains(&point) {
            return Err(Illegal::Suicide);
        }
        *self = after;
        Ok(&self.removed)
    }

    /// Plays a move of a record: a ko may be retaken at once, and a suicide removes
    /// its own stones. Returns the stones removed, of either colour. Fails only if
    /// the point is occupied or off the board.
    pub fn replay(&mut self, mv: Move) -> Result<&[Point], Illegal> {
        self.removed.clear();
        let Some(point) = mv.point else {
            self.ko = None;
            return Ok(&[]);
        };
        self.require_empty(point)?;
        let at = cell(point);
        self.ko = None;
        let (own, other) = (Cell::of(mv.color), Cell::of(mv.color.opponent()));
        if self.put(at, mv.color) {
            for step in NEIGHBOURS {
                let neighbour = around(at, step);
                if self.cells[neighbour] == other {
                    self.take_if_dead(neighbour);
                }
            }
        }
        match self.removed[..] {
            [] if self.cells[at] == own => self.take_if_dead(at),
            [taken] if self.is_lone_stone_in_atari(at) => self.ko = Some(cell(taken)),
            _ => {}
        }
        Ok(&self.removed)
    }

    /// Returns the first stone, row by row, of a chain without liberties, which
    /// setup may leave.
    pub fn chain_without_liberties(&self) -> Option<Point> {
        self.stones().map(|(point, _)| point).find(|&point| {
            if self.cells[cell(point)].liberties() > 0 {
                return false;
            }
            let mut after = self.clone();
            after.take_if_dead(cell(point));
            after.get(point).is_none()
        })
    }

    fn require_empty(&self, point: Point) -> Result<(), Illegal> {
        if !point.is_on(self.size) {
            Err(Illegal::OffBoard)
        } else if self.cells[cell(point)].content() == Cell::EMPTY {
            Ok(())
        } else {
            Err(Illegal::Occupied)
        }
    }

    /// Puts a stone on an empty cell. Returns whether a neighbour of the other
    /// colour is left without a liberty of its own.
    fn put(&mut self, at: usize, color: Color) -> bool {
        self.cells[at].set_content(Cell::of(color));
        let other = Cell::of(color.opponent());
        let mut pressed = false;
        for step in NEIGHBOURS {
            let neighbour = &mut self.cells[around(at, step)];
            neighbour.lose_liberty();
            pressed |= *neighbour == other;
        }
        pressed
    }

    fn lift(&mut self, at: usize) {
        if self.cells[at].content() != Cell::EMPTY {
            self.cells[at].set_content(Cell::EMPTY);
            for step in NEIGHBOURS {
                self.cells[around(at, step)].gain_liberty();
            }
        }
    }

    fn is_lone_stone_in_atari(&self, at: usize) -> bool {
        let stone = self.cells[at];
        stone.liberties() == 1
            && NEIGHBOURS
                .into_iter()
                .all(|step| self.cells[around(at, step)].content() != stone.content())
    }

    /// Removes the chain of the stone at `at`, which has no empty neighbour, unless
    /// another of its stones has one.
    fn take_if_dead(&mut self, at: usize) {
        let stone = self.cells[at];
        let mut seen = [0_u64; CELLS.div_ceil(64)];
        seen[at / 64] |= 1 << (at % 64);
        let first = self.removed.len();
        self.removed.push(point_at(at));
        let mut next = first;
        while let Some(&point) = self.removed.get(next) {
            next += 1;
            for step in NEIGHBOURS {
                let neighbour = around(cell(point), step);
                let content = self.cells[neighbour];
                if content == stone {
                    if seen[neighbour / 64] >> (neighbour % 64) & 1 == 0 {
                        seen[neighbour / 64] |= 1 << (neighbour % 64);
                        self.removed.push(point_at(neighbour));
                    }
                } else if content.content() == stone {
                    self.removed.truncate(first);
                    return;
                }
            }
        }
        for taken in first..self.removed.len() {
            self.lift(cell(self.removed[taken]));
        }
    }
}

const fn cell(point: Point) -> usize {
    (point.y as usize + 1) * STRIDE + point.x as usize + 1
}

const fn point_at(cell: usize) -> Point {
    Point::new((cell % STRIDE - 1) as u8, (cell / STRIDE - 1) as u8)
}

/// Returns a neighbouring cell. The border keeps it in range for every cell of a
/// board.
const fn around(cell: usize, step: isize) -> usize {
    cell.wrapping_add_signed(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};
    use proptest::prelude::*;

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    fn p(text: &str) -> Point {
        Point::from_sgf(text).expect("a point")
    }

    fn board(lines: u8, black: &str, white: &str) -> Board {
        let mut board = Board::new(size(lines));
        for (stones, color) in [(black, Black), (white, White)] {
            for word in stones.split_whitespace() {
                board.set(p(word), Some(color));
            }
        }
        board
    }

    #[test]
    fn suicide_is_refused_to_a_player_and_takes_its_stones_in_a_record() {
        let mut b = board(9, "aa", "ca bb ab");
        let before = b.clone();
        assert_eq!(b.play(Move::at(Black, p("ba"))), Err(Illegal::Suicide));
        assert_eq!(b, before);
        let removed = b.replay(Move::at(Black, p("ba"))).expect("a record may").to_vec();
        assert_eq!(removed.len(), 2);
        assert_eq!((b.get(p("aa")), b.get(p("ba"))), (None, None));
    }

    #[test]
    fn a_ko_is_not_retaken_at_once_but_after_a_move_elsewhere() {
        let mut b = board(9, "ba ab bc cb", "ca db cc");
        b.set(p("cb"), None);
        b.set(p("bb"), Some(White));
        assert_eq!(b.play(Move::at(Black, p("cb"))), Ok(&[p("bb")][..]));
        let mut record = b.clone();
        assert_eq!(b.play(Move::at(White, p("bb"))), Err(Illegal::Ko));
        assert!(record.replay(Move::at(White, p("bb"))).is_ok());
        assert!(b.play(Move::pass(White)).is_ok());
        assert!(b.play(Move::at(White, p("bb"))).is_ok());
    }

    #[test]
    fn a_chain_without_liberties_is_found() {
        assert_eq!(board(9, "aa ba", "ab bb ca").chain_without_liberties(), Some(p("aa")));
        assert_eq!(board(9, "aa ba", "ab bb").chain_without_liberties(), None);
        assert_eq!(board(9, "", "").chain_without_liberties(), None);
        assert_eq!(board(2, "aa ab", "ba bb").chain_without_liberties(), Some(p("aa")));
    }

    #[test]
    fn off_the_board() {
        let mut b = board(9, "", "");
        assert_eq!(b.play(Move::at(Black, p("jj"))), Err(Illegal::OffBoard));
        assert_eq!(b.get(Point::new(200, 200)), None);
    }

    #[test]
    fn agrees_with_an_independent_implementation() {
        use goban::rules::{CHINESE, GobanSizes, Move as OracleMove};
        proptest!(ProptestConfig::with_cases(64), |(lines in 2_u8..=9, points in prop::collection::vec((0_u8..9, 0_u8..9), 1..120))| {
            let mut ours = Board::new(size(lines));
            let mut oracle = goban::rules::game::Game::new(GobanSizes::Custom(lines.into(), lines.into()), CHINESE);
            let mut color = Black;
            for (x, y) in points {
                if x >= lines || y >= lines { continue; }
                // The board has no superko, so the run ends where the oracle
                // refuses a move for it.
                let theirs = oracle.try_play(OracleMove::Play(x, y)).is_ok();
                let mine = ours.play(Move::at(color, Point::new(x, y))).is_ok();
                if mine && !theirs { return Ok(()); }
                prop_assert_eq!(mine, theirs, "at {},{}", x, y);
                if mine { color = color.opponent(); }
            }
        });
    }

    proptest! {
        #[test]
        fn no_chain_is_left_without_liberties(moves in prop::collection::vec((any::<bool>(), 0_u8..7, 0_u8..7), 0..200)) {
            let mut b = Board::new(size(7));
            for (black, x, y) in moves {
                let color = if black { Black } else { White };
                let _ = b.replay(Move::at(color, Point::new(x, y)));
                let before = b.clone();
                for (point, color) in before.stones() {
                    if b.cells[cell(point)] == Cell::of(color) {
                        b.take_if_dead(cell(point));
                    }
                }
                prop_assert_eq!(&b, &before);
                // The liberties equal those of a newly set up board.
                let mut again = Board::new(size(7));
                for (point, color) in b.stones() {
                    again.set(point, Some(color));
                }
                prop_assert_eq!(&b, &again);
            }
        }
    }
}
