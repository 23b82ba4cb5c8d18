//! Areas and edges of the board.

use crate::go::{BoardSize, Color, Move, ParseError, Point, Transform};
use std::fmt;

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

impl Area {
    /// Parses an area of a board as users write it, with commas or blanks: two opposite
    /// points (`pd,rj` or `Q16,S10`), or the upper right corner with its width, and its
    /// height if that differs (`corner,9` or `corner 9 7`).
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, ParseError> {
        let words: Vec<&str> = text
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .take(4)
            .collect();
        let unreadable = || {
            ParseError::Unreadable(format!(
                "\"{text}\" is not an area: write two opposite points, such as pd,rj, or a corner, such as corner,9"
            ))
        };
        match words[..] {
            [word, width] | [word, width, _] if word.eq_ignore_ascii_case("corner") => {
                let height = words.get(2).unwrap_or(&width);
                let sides = width.parse().ok().zip(height.parse().ok());
                let area = sides.and_then(|(width, height)| Self::corner(width, height, size));
                area.ok_or_else(|| {
                    let lines = size.lines();
                    ParseError::Unreadable(format!("a corner of this board is 1 to {lines} lines wide and high"))
                })
            }
            [a, b] => {
                let [a, b] = [a, b].map(|word| match Move::parse(word, Color::Black, size) {
                    Ok(Move { point: Some(point), .. }) => Ok(point),
                    Err(ParseError::OffBoard(_)) => {
                        Err(ParseError::OffBoard(format!("{word} does not lie on the {size} board")))
                    }
                    _ => Err(unreadable()),
                });
                Ok(Self::between(a?, b?))
            }
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
        point.x.checked_sub(self.left).is_some_and(|x| x < self.width)
            && point.y.checked_sub(self.top).is_some_and(|y| y < self.height)
    }

    /// Returns every point, row by row from the upper left one.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        let columns = self.left..self.left.saturating_add(self.width);
        let rows = self.top..self.top.saturating_add(self.height);
        rows.flat_map(move |y| columns.clone().map(move |x| Point::new(x, y)))
    }

    /// Returns whether the area has points, all of them on a board of this size.
    pub fn is_on(self, size: BoardSize) -> bool {
        let lines = size.lines();
        [(self.left, self.width), (self.top, self.height)]
            .into_iter()
            .all(|(first, count)| count >= 1 && count <= lines && first <= lines - count)
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

impl fmt::Display for Area {
    /// Writes the upper left and the lower right point, as in `nd,rj`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.upper_left(), self.lower_right())
    }
}

/// A set of edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edges {
    /// True if the set has the upper edge.
    pub top: bool,
    /// True if the set has the right edge.
    pub right: bool,
    /// True if the set has the lower edge.
    pub bottom: bool,
    /// True if the set has the left edge.
    pub left: bool,
}

/// A board on which every edge has a point of its own.
const SMALL: BoardSize = match BoardSize::new(3) {
    Some(size) => size,
    None => BoardSize::MAX,
};

impl Edges {
    /// Returns the number of edges.
    pub const fn count(self) -> u8 {
        self.top as u8 + self.right as u8 + self.bottom as u8 + self.left as u8
    }

    /// Returns where the edges go under `transform`.
    #[must_use]
    pub fn transformed(self, transform: Transform) -> Self {
        let middles = [
            (self.top, Point::new(1, 0)),
            (self.right, Point::new(2, 1)),
            (self.bottom, Point::new(1, 2)),
            (self.left, Point::new(0, 1)),
        ];
        let mut edges = Self::default();
        for (_, middle) in middles.into_iter().filter(|&(is_in, _)| is_in) {
            let to = transform.apply(middle, SMALL);
            edges.top |= to.y == 0;
            edges.right |= to.x == 2;
            edges.bottom |= to.y == 2;
            edges.left |= to.x == 0;
        }
        edges
    }

    /// Returns whether all of `others` are in the set.
    pub const fn contain(self, others: Self) -> bool {
        (self.top || !others.top)
            && (self.right || !others.right)
            && (self.bottom || !others.bottom)
            && (self.left || !others.left)
    }

    /// Returns where a pattern may lie that touches exactly these edges: `middle` or `side` without or
    /// with one edge, along which it slides; `corner` with two that meet; `fixed` with two opposite ones
    /// or three; `board` with all four.
    pub const fn anchor(self) -> &'static str {
        match self.count() {
            0 => "middle",
            1 => "side",
            2 if self.top != self.bottom => "corner",
            2 | 3 => "fixed",
            _ => "board",
        }
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
            let error = Area::parse(text, size(19)).expect_err(text).to_string();
            assert!(error.starts_with(&format!("\"{text}\" is not an area: ")), "{error}");
        }
        for text in ["aa,rj", "S1,A1"] {
            let error = Area::parse(text, size(9)).expect_err(text).to_string();
            assert!(error.ends_with(" does not lie on the 9x9 board"), "{error}");
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
            let error = Area::parse(text, size(9)).expect_err(text).to_string();
            assert_eq!(error, "a corner of this board is 1 to 9 lines wide and high", "{text}");
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

    fn sets() -> impl Iterator<Item = Edges> {
        (0..16_u8).map(|bits| Edges {
            top: bits & 1 != 0,
            right: bits & 2 != 0,
            bottom: bits & 4 != 0,
            left: bits & 8 != 0,
        })
    }

    #[test]
    fn the_anchor_of_every_set_of_edges() {
        let count = |anchor| sets().filter(|edges| edges.anchor() == anchor).count();
        let anchors = ["middle", "side", "corner", "fixed", "board"];
        assert_eq!(anchors.map(count), [1, 4, 4, 2 + 4, 1]);
        let opposite = Edges {
            left: true,
            right: true,
            ..Edges::default()
        };
        assert_eq!(opposite.anchor(), "fixed");
    }

    #[test]
    fn a_set_contains_its_subsets_only() {
        let list = |edges: Edges| [edges.top, edges.right, edges.bottom, edges.left];
        for (a, b) in sets().flat_map(|a| sets().map(move |b| (a, b))) {
            let missing = list(b).iter().zip(list(a)).any(|(&of_b, of_a)| of_b && !of_a);
            assert_eq!(a.contain(b), !missing);
        }
    }
}
