//! Board sizes, points, and the usual points of handicap stones.

use super::ParseError;
use std::fmt;
use std::str::FromStr;

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

    /// Returns whether `point` is a star point: from 7 lines on, the 4-4 points
    /// (3-3 under 13 lines); the centre from 9 lines on; and the middles of the
    /// sides from 15 lines on.
    pub fn is_star(self, point: Point) -> bool {
        let lines = self.0;
        if lines < 7 {
            return false;
        }
        let edge = if lines < 13 { 2 } else { 3 };
        // From 15 lines on, the middle of a line counts beside a corner of the other one.
        let [of_x, of_y] = [point.x, point.y].map(|v| {
            let is_corner = v == edge || v + edge + 1 == lines;
            let is_middle = lines % 2 == 1 && v == lines / 2;
            (is_corner, is_middle)
        });
        match (of_x, of_y) {
            ((true, _), (true, _)) => true,
            ((true, _), (_, true)) | ((_, true), (true, _)) => lines >= 15,
            ((_, true), (_, true)) => lines >= 9,
            _ => false,
        }
    }
}

impl FromStr for BoardSize {
    type Err = ParseError;

    /// Parses `9` or `9x9`. Boards for games have at least 2 lines.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (columns, rows) = text.split_once('x').unwrap_or((text, text));
        let lines = columns.parse().ok().filter(|&lines| columns == rows && lines >= 2);
        lines
            .and_then(Self::new)
            .ok_or_else(|| ParseError::Unreadable("only square boards of 2 to 19 lines, such as 9 or 9x9".to_owned()))
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

    /// Returns whether the point is on a board of this size.
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

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x) as char, (b'a' + self.y) as char)
    }
}

impl BoardSize {
    /// Returns the largest handicap with usual points: 9, or 4 on boards of an even number of
    /// lines and on 7x7; 0 under 7 lines.
    #[must_use]
    pub const fn most_handicap_stones(self) -> u8 {
        match self.lines() {
            0..7 => 0,
            lines if lines == 7 || lines.is_multiple_of(2) => 4,
            _ => 9,
        }
    }

    /// Returns the usual points of a handicap of 2 stones or more, in the order of
    /// `fixed_handicap` in the Go Text Protocol (version 2, section 4.1.1): the 4-4 points, or
    /// 3-3 under 13 lines, then the middles of the sides, and the centre if the number is odd
    /// and above 3.
    pub fn handicap(self, stones: usize) -> Result<Vec<Point>, ParseError> {
        let most = self.most_handicap_stones();
        if !(2..=usize::from(most)).contains(&stones) {
            return Err(ParseError::Unreadable(match most {
                0 => format!("handicap stones have no usual points on the {self} board, only from 7x7 on"),
                _ => format!("a handicap on the {self} board is 2 to {most} stones, not {stones}"),
            }));
        }
        let last = self.lines() - 1;
        let near = if self.lines() < 13 { 2 } else { 3 };
        let (far, middle) = (last - near, last / 2);
        let outer = [
            (near, far),
            (far, near),
            (near, near),
            (far, far),
            (near, middle),
            (far, middle),
            (middle, far),
            (middle, near),
        ];
        let has_centre = stones > 3 && !stones.is_multiple_of(2);
        let centre = has_centre.then_some((middle, middle));
        let outer = outer.into_iter().take(stones - usize::from(has_centre));
        Ok(outer.chain(centre).map(|(x, y)| Point::new(x, y)).collect())
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
            assert!(text.parse::<BoardSize>().is_err(), "{text}");
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

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    #[test]
    fn the_points_are_those_of_the_protocol() {
        for (lines, expected) in [
            (19, "D4 Q16"),
            (19, "D4 Q16 D16"),
            (19, "D4 Q16 D16 Q4"),
            (19, "D4 Q16 D16 Q4 K10"),
            (19, "D4 Q16 D16 Q4 D10 Q10"),
            (19, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (19, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (19, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            (13, "D4 K10 D10 K4 G7"),
            (9, "C3 G7 C7 G3"),
            (7, "C3 E5"),
            (12, "C3 K10 C10 K3"),
        ] {
            let stones = expected.split(' ').count();
            let points = size(lines).handicap(stones).expect("usual points");
            let placed: Vec<String> = points.iter().map(|point| point.vertex(size(lines))).collect();
            assert_eq!(placed.join(" "), expected);
        }
    }

    #[test]
    fn each_board_has_as_many_as_fit() {
        for lines in 1..=19 {
            let most = usize::from(size(lines).most_handicap_stones());
            for stones in 0..400 {
                match size(lines).handicap(stones) {
                    Ok(mut points) => {
                        assert!((2..=most).contains(&stones));
                        points.sort_unstable();
                        points.dedup();
                        assert_eq!(points.len(), stones, "{lines}");
                    }
                    Err(error) => assert!(!(2..=most).contains(&stones), "{error}"),
                }
            }
        }
        let said = |lines, stones| size(lines).handicap(stones).expect_err("too many").to_string();
        assert_eq!(said(19, 10), "a handicap on the 19x19 board is 2 to 9 stones, not 10");
        assert_eq!(said(8, 5), "a handicap on the 8x8 board is 2 to 4 stones, not 5");
        assert_eq!(
            said(5, 2),
            "handicap stones have no usual points on the 5x5 board, only from 7x7 on"
        );
    }
}
