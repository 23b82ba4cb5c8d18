use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The number of lines of a square board, 1 to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The largest board.
    pub const MAX: Self = Self(19);

    /// Returns a size of `lines` lines, or `None` outside 1 to 19.
    pub const fn new(lines: u8) -> Option<Self> {
        if lines >= 1 && lines <= Self::MAX.0 {
            Some(Self(lines))
        } else {
            None
        }
    }

    /// Returns the number of lines, 1 to 19.
    pub const fn lines(self) -> u8 {
        self.0
    }

    /// Returns the number of points, 1 to 361.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Returns every point, row by row from the upper left corner.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.0).flat_map(move |y| (0..self.0).map(move |x| Point { x, y }))
    }

    /// Returns true if `point` is a star point: from 7 lines on, the 4-4 points
    /// (3-3 under 13 lines); the centre from 9 lines on; and the middles of the
    /// sides from 15 lines on.
    pub fn is_star(self, point: Point) -> bool {
        let lines = self.0;
        if lines < 7 {
            return false;
        }
        let edge = if lines < 13 { 2 } else { 3 };
        let middle = lines / 2;
        let odd = lines % 2 == 1;
        let corner = |v: u8| v == edge || v + edge + 1 == lines;
        let is_middle = |v: u8| odd && v == middle;
        match (corner(point.x), corner(point.y)) {
            (true, true) => true,
            (false, false) => lines >= 9 && is_middle(point.x) && is_middle(point.y),
            (true, false) => lines >= 15 && is_middle(point.y),
            (false, true) => lines >= 15 && is_middle(point.x),
        }
    }
}

/// An error of parsing a board size.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("only square boards of 2 to 19 lines, such as 9 or 9x9")]
pub struct ParseBoardSizeError;

impl FromStr for BoardSize {
    type Err = ParseBoardSizeError;

    /// Parses `9` or `9x9`. Boards for games have at least 2 lines.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lines = match text.split_once('x') {
            Some((columns, rows)) if columns == rows => columns,
            Some(_) => return Err(ParseBoardSizeError),
            None => text,
        };
        lines
            .parse()
            .ok()
            .filter(|&lines| lines >= 2)
            .and_then(Self::new)
            .ok_or(ParseBoardSizeError)
    }
}

impl Default for BoardSize {
    fn default() -> Self {
        Self::MAX
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// An intersection: `x` from the left, `y` from the top, both from 0, as in SGF. It
/// may be off a given board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column, 0 at the left.
    pub x: u8,
    /// The row, 0 at the top.
    pub y: u8,
}

impl Point {
    /// Returns the point at column `x` and row `y`, counted from 0 at the upper
    /// left.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// Returns the point's name in the Go Text Protocol, such as `Q16`: the letter of the column,
    /// without I, and the row counted from the bottom.
    #[must_use]
    pub fn vertex(self, size: BoardSize) -> String {
        let letter = ('A'..='Z').filter(|letter| *letter != 'I').nth(self.x.into());
        format!("{}{}", letter.unwrap_or('?'), size.lines().saturating_sub(self.y))
    }

    /// Parses two SGF letters such as `pd`. Returns `None` for anything else.
    pub fn from_sgf(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [x @ b'a'..=b'z', y @ b'a'..=b'z'] => Some(Self::new(x - b'a', y - b'a')),
            _ => None,
        }
    }

    /// Returns true if the point is on a board of this size.
    pub const fn is_on(self, size: BoardSize) -> bool {
        self.x < size.0 && self.y < size.0
    }

    /// Returns the index of the point on a board of this size: `y * size + x`.
    pub const fn index(self, size: BoardSize) -> usize {
        self.y as usize * size.0 as usize + self.x as usize
    }

    /// Returns the point with this [`Point::index`], or `None` if it is too large.
    pub fn from_index(index: usize, size: BoardSize) -> Option<Self> {
        let lines = usize::from(size.0);
        let (x, y) = (index % lines, index / lines);
        (y < lines).then_some(Self { x: x as u8, y: y as u8 })
    }
}

/// Writes the two SGF letters, such as `pd`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x) as char, (b'a' + self.y) as char)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stars(lines: u8) -> Vec<String> {
        let size = BoardSize::new(lines).expect("a size");
        size.points()
            .filter(|&p| size.is_star(p))
            .map(|p| p.to_string())
            .collect()
    }

    #[test]
    fn star_points_of_the_usual_boards() {
        assert_eq!(stars(9), ["cc", "gc", "ee", "cg", "gg"]);
        assert_eq!(stars(13), ["dd", "jd", "gg", "dj", "jj"]);
        assert_eq!(stars(19), ["dd", "jd", "pd", "dj", "jj", "pj", "dp", "jp", "pp"]);
        assert_eq!(stars(8), ["cc", "fc", "cf", "ff"]);
        assert!(stars(5).is_empty());
    }

    #[test]
    fn sizes_as_users_write_them() {
        for text in ["2", "9x9", "19"] {
            assert!(text.parse::<BoardSize>().is_ok(), "{text}");
        }
        for text in ["1", "20", "0", "", "x", "9x13", "-9", "9 x 9"] {
            assert_eq!(text.parse::<BoardSize>(), Err(ParseBoardSizeError), "{text}");
        }
    }

    #[test]
    fn indices_run_row_by_row() {
        for lines in 1..=19 {
            let size = BoardSize::new(lines).expect("a size");
            for (i, point) in size.points().enumerate() {
                assert_eq!(point.index(size), i);
                assert_eq!(Point::from_index(i, size), Some(point));
                assert_eq!(Point::from_sgf(&point.to_string()), Some(point));
            }
            assert_eq!(Point::from_index(size.area(), size), None);
        }
        assert_eq!(BoardSize::new(0), None);
        assert_eq!(BoardSize::new(20), None);
    }
}
