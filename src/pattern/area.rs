use super::Edges;
use crate::go::{BoardSize, Color, Move, ParseMoveError, Point};
use std::fmt;
use thiserror::Error;

/// A rectangle of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Area {
    /// The first column, 0 at the left of the board.
    pub left: u8,
    /// The first row, 0 at the top of the board.
    pub top: u8,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
}

/// A text that is not an area of a board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParseAreaError {
    /// The text is neither two points nor a corner.
    #[error("\"{0}\" is not an area: write two opposite points, such as pd,rj, or a corner, such as corner,9")]
    Unreadable(String),
    /// A corner has no points, or more than the board.
    #[error("a corner of this board is 1 to {} lines wide and high", .0.lines())]
    Corner(BoardSize),
    /// A point is not on the board.
    #[error("{text} does not lie on the {size} board")]
    OffBoard {
        /// The point as it was written.
        text: String,
        /// The board.
        size: BoardSize,
    },
}

impl Area {
    /// Parses an area of a board as users write it, with commas or blanks: two opposite
    /// points (`pd,rj` or `Q16,S10`), or the upper right corner with its width, and its
    /// height if that differs (`corner,9` or `corner 9 7`).
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, ParseAreaError> {
        let unreadable = || ParseAreaError::Unreadable(text.to_owned());
        let point = |text: &str| match Move::parse(text.trim(), Color::Black, size) {
            Ok(Move { point: Some(point), .. }) => Ok(point),
            Err(ParseMoveError::OffBoard { .. }) => Err(ParseAreaError::OffBoard {
                text: text.trim().to_owned(),
                size,
            }),
            _ => Err(unreadable()),
        };
        let corner = |width: &str, height: &str| {
            let lines = |word: &str| word.parse().ok();
            let area = lines(width).zip(lines(height));
            let area = area.and_then(|(width, height)| Self::corner(width, height, size));
            area.ok_or(ParseAreaError::Corner(size))
        };
        let is_between = |c: char| c == ',' || c.is_whitespace();
        let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).take(4).collect();
        match words[..] {
            [word, width] if word.eq_ignore_ascii_case("corner") => corner(width, width),
            [word, width, height] if word.eq_ignore_ascii_case("corner") => corner(width, height),
            [a, b] => Ok(Self::between(point(a)?, point(b)?)),
            _ => Err(unreadable()),
        }
    }

    /// Returns the area with these opposite points, given in any order.
    pub fn between(a: Point, b: Point) -> Self {
        Self {
            left: a.x.min(b.x),
            top: a.y.min(b.y),
            width: a.x.abs_diff(b.x).saturating_add(1),
            height: a.y.abs_diff(b.y).saturating_add(1),
        }
    }

    /// Returns the area in the upper right corner of a board, or `None` if it has no
    /// points or is larger than the board.
    pub fn corner(width: u8, height: u8, size: BoardSize) -> Option<Self> {
        let area = Self {
            left: size.lines().checked_sub(width)?,
            top: 0,
            width,
            height,
        };
        area.is_on(size).then_some(area)
    }

    /// Returns the upper left point.
    pub const fn upper_left(self) -> Point {
        Point::new(self.left, self.top)
    }

    /// Returns the lower right point of an area that has points.
    pub const fn lower_right(self) -> Point {
        Point::new(
            self.left.saturating_add(self.width.saturating_sub(1)),
            self.top.saturating_add(self.height.saturating_sub(1)),
        )
    }

    /// Returns whether `point` is in the area.
    pub fn contains(self, point: Point) -> bool {
        let inside = |v: u8, first: u8, count: u8| v.checked_sub(first).is_some_and(|v| v < count);
        inside(point.x, self.left, self.width) && inside(point.y, self.top, self.height)
    }

    /// Returns every point, row by row from the upper left one.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        let columns = self.left..self.left.saturating_add(self.width);
        let rows = self.top..self.top.saturating_add(self.height);
        rows.flat_map(move |y| columns.clone().map(move |x| Point::new(x, y)))
    }

    /// Returns whether the area has points, all of them on a board of this size.
    pub fn is_on(self, size: BoardSize) -> bool {
        let fits = |first: u8, count: u8| {
            let lines = size.lines();
            count >= 1 && count <= lines && first <= lines - count
        };
        fits(self.left, self.width) && fits(self.top, self.height)
    }

    /// Returns the edges of the board that the area touches. The area must be on the board.
    pub const fn edges(self, size: BoardSize) -> Edges {
        let end = self.lower_right();
        let last = size.lines() - 1;
        Edges {
            top: self.top == 0,
            right: end.x == last,
            bottom: end.y == last,
            left: self.left == 0,
        }
    }
}

/// Writes the upper left and the lower right point, as in `nd,rj`.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.upper_left(), self.lower_right())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    fn point(text: &str) -> Point {
        Point::from_sgf(text).expect("a point")
    }

    #[test]
    fn opposite_points_in_any_order_give_the_same_area() {
        let area = Area {
            left: 13,
            top: 3,
            width: 5,
            height: 7,
        };
        for (a, b) in [("nd", "rj"), ("rj", "nd"), ("rd", "nj"), ("nj", "rd")] {
            assert_eq!(Area::between(point(a), point(b)), area);
        }
        assert_eq!((area.upper_left(), area.lower_right()), (point("nd"), point("rj")));
        assert_eq!(
            Area::between(point("cc"), point("cc")).points().collect::<Vec<_>>(),
            [point("cc")]
        );
    }

    #[test]
    fn areas_are_read_in_both_notations() {
        let area = Area::between(point("nd"), point("rj"));
        for text in ["nd,rj", "rj,nd", "nj,rd", "O16,S10", "o10, S16", "nd,S10", "nd rj"] {
            assert_eq!(Area::parse(text, size(19)), Ok(area), "{text}");
        }
        assert_eq!(area.to_string(), "nd,rj");
        for text in [
            "",
            ",",
            "nd",
            "corner",
            "corner,9,9,9",
            "nd,",
            "nd,rj,aa",
            "nd,pass",
            "nd,r1j",
        ] {
            let error = ParseAreaError::Unreadable(text.to_owned());
            assert_eq!(Area::parse(text, size(19)), Err(error), "{text}");
        }
        for text in ["aa,rj", "S1,A1"] {
            assert!(
                matches!(Area::parse(text, size(9)), Err(ParseAreaError::OffBoard { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn corners_are_read_too() {
        let area = Area::corner(9, 7, size(19)).expect("a corner");
        for text in ["corner,9,7", "corner 9 7", " Corner 9, 7 "] {
            assert_eq!(Area::parse(text, size(19)), Ok(area), "{text}");
        }
        assert_eq!(Area::parse("corner,9", size(19)).ok(), Area::corner(9, 9, size(19)));
        for text in ["corner,0", "corner 10", "corner x", "corner 9 300"] {
            assert_eq!(
                Area::parse(text, size(9)),
                Err(ParseAreaError::Corner(size(9))),
                "{text}"
            );
        }
    }

    #[test]
    fn the_points_run_row_by_row_and_are_those_contained() {
        let size = size(6);
        for (a, b) in size.points().flat_map(|a| size.points().map(move |b| (a, b))) {
            let area = Area::between(a, b);
            let contained = size.points().filter(|&p| area.contains(p));
            assert!(area.points().eq(contained), "{area:?}");
            assert!(area.is_on(size));
        }
    }

    #[test]
    fn a_corner_is_the_upper_right_one() {
        let corner = Area::corner(9, 5, size(19)).expect("an area");
        assert_eq!(corner, Area::between(point("ka"), point("se")));
        let edges = corner.edges(size(19));
        assert!(edges.top && edges.right && edges.count() == 2);
        assert_eq!(
            Area::corner(5, 5, size(5)).map(|area| area.edges(size(5)).count()),
            Some(4)
        );
        for (width, height) in [(0, 3), (3, 0), (10, 3), (3, 10), (255, 255)] {
            assert_eq!(Area::corner(width, height, size(9)), None, "{width}x{height}");
        }
    }

    #[test]
    fn areas_off_the_board_are_recognised() {
        let area = |left, top, width, height| Area {
            left,
            top,
            width,
            height,
        };
        for outside in [
            area(0, 0, 0, 1),
            area(0, 0, 1, 0),
            area(5, 0, 5, 1),
            area(0, 9, 1, 1),
            area(255, 255, 255, 255),
        ] {
            assert!(!outside.is_on(size(9)), "{outside:?}");
        }
        assert!(area(4, 8, 5, 1).is_on(size(9)));
        assert!(!area(255, 255, 255, 255).contains(point("aa")));
    }
}
