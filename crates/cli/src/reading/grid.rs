use super::{Kind, Reading, Unreadable, check_liberties, likely_turn};
use bgo::internal::go::{BoardSize, Color, Move, Point};
use bgo::internal::pattern::Area;
use bgo::internal::query::SearchBoard;
use std::collections::BTreeMap;

/// The meaning of a sign of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Stone(Color),
    Empty,
    Wildcard,
    /// The move with this number.
    Move(usize),
}

/// The edges of the board that a diagram draws.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sides {
    pub top: bool,
    pub right: bool,
    pub bottom: bool,
    pub left: bool,
}

/// Rows of signs with the edges that are drawn around them.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub rows: Vec<Vec<Sign>>,
    pub edges: Sides,
    /// The column and the row of the first sign, if the text shows where the grid lies.
    pub at: Option<(usize, usize)>,
    /// The colour of the first move, or the colour to play.
    pub turn: Option<Color>,
}

impl Grid {
    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Returns the size of the board: the drawn one, the wanted one if the grid fits on it, or the usual one.
    fn size(&self, wanted: BoardSize) -> Result<BoardSize, Unreadable> {
        let (width, height) = (self.width(), self.rows.len());
        let wide = (self.edges.left && self.edges.right).then_some(width);
        let high = (self.edges.top && self.edges.bottom).then_some(height);
        let usual = match usize::from(wanted.lines()) {
            lines if width <= lines && height <= lines => lines,
            _ => usize::from(BoardSize::MAX.lines()),
        };
        if wide.is_some() && high.is_some() && wide != high {
            return Err(Unreadable::Square { width, height });
        }
        let lines = wide.or(high).unwrap_or(usual);
        let size = u8::try_from(lines).ok().and_then(BoardSize::new);
        let size = size.filter(|_| width <= lines && height <= lines);
        size.ok_or(Unreadable::Fits { width, height, lines })
    }

    /// Returns the position of the grid. One that does not fill the board becomes an area.
    pub(super) fn read(&self, wanted: BoardSize) -> Result<Reading, Unreadable> {
        let size = self.size(wanted)?;
        let lines = usize::from(size.lines());
        let (width, height) = (self.width(), self.rows.len());
        let edges = self.edges;
        let (left, top) = self.at.unwrap_or((
            begin(lines - width, edges.left, edges.right),
            begin(lines - height, edges.top, edges.bottom),
        ));
        let point = |x: usize, y: usize| Point::new((left + x) as u8, (top + y) as u8);
        let (mut stones, mut wildcards, mut numbered) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (y, row) in self.rows.iter().enumerate() {
            for (x, sign) in row.iter().enumerate() {
                match *sign {
                    Sign::Empty => {}
                    Sign::Stone(color) => stones.push((point(x, y), color)),
                    Sign::Wildcard => wildcards.push(point(x, y)),
                    Sign::Move(number) if numbered.contains_key(&number) => return Err(Unreadable::Twice { number }),
                    Sign::Move(number) => _ = numbered.insert(number, point(x, y)),
                }
            }
        }
        let start = SearchBoard::from_stones(size, stones.iter().copied(), Color::Black);
        check_liberties(&start)?;
        let turn = self.turn.unwrap_or_else(|| likely_turn(&start));
        let mut board = SearchBoard::from_stones(size, stones, turn);
        for (expected, (number, point)) in (1..).zip(numbered) {
            if number != expected {
                return Err(Unreadable::Missing { number: expected });
            }
            let played = board.play(Move::at(board.to_play(), point));
            played.map_err(|error| Unreadable::Illegal {
                text: point.vertex(size),
                number,
                reason: error.reason,
            })?;
        }
        let is_whole = (width, height) == (lines, lines) && wildcards.is_empty();
        let area = Area::between(point(0, 0), point(width - 1, height - 1));
        Ok(Reading {
            kind: Kind::Diagram,
            board: board.with_wildcards(wildcards),
            area: (!is_whole).then_some(area),
        })
    }
}

/// Returns where a side of the grid begins on the board: at an edge that is drawn, otherwise in the middle.
const fn begin(room: usize, is_first: bool, is_last: bool) -> usize {
    match (is_first, is_last) {
        (true, _) => 0,
        (false, true) => room,
        (false, false) => room / 2,
    }
}
