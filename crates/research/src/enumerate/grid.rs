//! Small boards and their positions.

use crate::error::{ErrorKind, ResearchError};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The maximum side of a small board. With more lines, enumerating positions would take more than a
/// lifetime.
const MOST_LINES: usize = 5;

/// The maximum side of a board whose positions are only counted. With more lines, their number has
/// more than 128 bits.
const MOST_COUNTED_LINES: usize = 9;

/// A rectangular board. A point is `row * columns + column`, rows counted from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    columns: usize,
}

impl Grid {
    /// Makes a board of 1 to 9 rows and columns.
    pub const fn new(rows: usize, columns: usize) -> Option<Self> {
        match (rows, columns) {
            (1..=MOST_COUNTED_LINES, 1..=MOST_COUNTED_LINES) => Some(Self { rows, columns }),
            _ => None,
        }
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// The number of points.
    pub const fn points(self) -> usize {
        self.rows * self.columns
    }

    /// Returns whether positions can be enumerated: up to 5 rows and columns.
    pub const fn is_small(self) -> bool {
        self.rows <= MOST_LINES && self.columns <= MOST_LINES
    }

    /// Fails if the board has too many positions to enumerate.
    pub fn require_small(self) -> Result<(), ResearchError> {
        if self.is_small() {
            return Ok(());
        }
        Err(ErrorKind::Other.error(format!(
            "{self} has too many positions to visit; boards of at most 5x5 are enumerated"
        )))
    }

    /// Returns the number of serials of a small board: three to the power of its points.
    pub const fn serials(self) -> u64 {
        power_of_three(self.points())
    }

    /// Returns all points of a small board, a bit each.
    pub(super) const fn all_points(self) -> u32 {
        ((1_u64 << self.points()) - 1) as u32
    }

    /// Returns the points of the first column of a small board, a bit each.
    const fn first_column(self) -> u32 {
        let (mut points, mut row) = (0, 0);
        while row < self.rows {
            points |= 1 << (row * self.columns);
            row += 1;
        }
        points
    }

    /// Returns the rotations and reflections that map the board onto itself, the identity first:
    /// eight for a square, four for a rectangle. Each lists the images of all points.
    pub fn symmetries(self) -> Vec<Vec<usize>> {
        let count = if self.rows == self.columns { 8 } else { 4 };
        (0..count)
            .map(|symmetry| (0..self.points()).map(|point| self.image(point, symmetry)).collect())
            .collect()
    }

    /// Returns the image of a point: bit 0 of a symmetry flips rows, bit 1 columns, bit 2 exchanges
    /// both.
    const fn image(self, point: usize, symmetry: usize) -> usize {
        let (mut row, mut column) = (point / self.columns, point % self.columns);
        if symmetry & 1 != 0 {
            row = self.rows - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = self.columns - 1 - column;
        }
        if symmetry & 4 != 0 {
            return column * self.columns + row;
        }
        row * self.columns + column
    }

    /// Returns the neighbours of these points of a small board.
    pub(super) const fn neighbours(self, points: u32) -> u32 {
        let columns = self.columns;
        let first = self.first_column();
        let last = first << (columns - 1);
        ((points & !last) << 1 | (points & !first) >> 1 | points << columns | points >> columns) & self.all_points()
    }
}

pub(super) const fn power_of_three(exponent: usize) -> u64 {
    3_u64.pow(exponent as u32)
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Grid {
    type Err = ResearchError;

    fn from_str(text: &str) -> Result<Self, ResearchError> {
        text.trim()
            .split_once(['x', 'X'])
            .and_then(|(rows, columns)| Self::new(rows.parse().ok()?, columns.parse().ok()?))
            .ok_or_else(|| {
                ErrorKind::Other.error(format!(
                    "\"{text}\" is not a board: write rows and columns as 3x4, each from 1 to {MOST_COUNTED_LINES}"
                ))
            })
    }
}

/// A position of a small board, with Black to play: the points with black stones and those with
/// white stones, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallPosition {
    /// The black stones.
    pub black: u32,
    /// The white stones.
    pub white: u32,
}

impl SmallPosition {
    /// Makes the position of a serial. Its digits in base 3 are the points, the lowest digit
    /// first: 0 empty, 1 black, 2 white.
    pub const fn new(grid: Grid, serial: u64) -> Self {
        let (mut black, mut white) = (0, 0);
        let mut rest = serial;
        let mut point = 0;
        while point < grid.points() {
            match rest % 3 {
                1 => black |= 1 << point,
                2 => white |= 1 << point,
                _ => {}
            }
            rest /= 3;
            point += 1;
        }
        Self { black, white }
    }

    /// Returns the serial.
    pub fn serial(self, grid: Grid) -> u64 {
        (0..grid.points())
            .rev()
            .fold(0, |serial, point| serial * 3 + u64::from(self.digit(point)))
    }

    /// Returns the digit of a point: 0 empty, 1 black, 2 white.
    pub const fn digit(self, point: usize) -> u8 {
        (self.black >> point & 1 | (self.white >> point & 1) << 1) as u8
    }

    /// Rotates or reflects the position by one of [`Grid::symmetries`].
    pub fn transformed(self, symmetry: &[usize]) -> Self {
        let mut image = Self { black: 0, white: 0 };
        for (point, to) in symmetry.iter().enumerate() {
            image.black |= (self.black >> point & 1) << to;
            image.white |= (self.white >> point & 1) << to;
        }
        image
    }

    /// Returns the string of the stone on a point.
    pub fn string(self, grid: Grid, point: usize) -> u32 {
        let own = if self.black >> point & 1 == 1 {
            self.black
        } else {
            self.white
        };
        let mut string = 1 << point & own;
        loop {
            let grown = (string | grid.neighbours(string)) & own;
            if grown == string {
                return string;
            }
            string = grown;
        }
    }

    /// Returns the liberties of stones.
    pub const fn liberties(self, grid: Grid, stones: u32) -> u32 {
        grid.neighbours(stones) & !(self.black | self.white)
    }

    /// Returns whether every string has a liberty.
    pub fn is_legal(self, grid: Grid) -> bool {
        let mut rest = self.black | self.white;
        while rest != 0 {
            let string = self.string(grid, rest.trailing_zeros() as usize);
            if self.liberties(grid, string) == 0 {
                return false;
            }
            rest &= !string;
        }
        true
    }

    /// Returns whether no rotation or reflection has a smaller serial.
    pub fn is_reduced(self, grid: Grid) -> bool {
        let serial = self.serial(grid);
        let mut symmetries = grid.symmetries().into_iter();
        symmetries.all(|symmetry| self.transformed(&symmetry).serial(grid) >= serial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn is_beside(columns: usize, a: usize, b: usize) -> bool {
        (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) == 1
    }

    #[test]
    fn symmetries_are_different_and_keep_neighbours() {
        for (rows, columns, count) in [(4, 4, 8), (1, 1, 8), (3, 5, 4), (5, 3, 4), (1, 4, 4)] {
            let grid = Grid::new(rows, columns).expect("a board");
            let symmetries = grid.symmetries();
            assert_eq!(symmetries.len(), count);
            assert!(symmetries[0].iter().copied().eq(0..grid.points()));
            for symmetry in &symmetries {
                let images: HashSet<usize> = symmetry.iter().copied().collect();
                assert_eq!(images.len(), grid.points());
                for a in 0..grid.points() {
                    for b in 0..grid.points() {
                        let images = is_beside(columns, symmetry[a], symmetry[b]);
                        assert_eq!(is_beside(columns, a, b), images);
                    }
                }
            }
        }
    }

    #[test]
    fn boards_are_read_as_they_are_shown() {
        for text in ["1x1", "5x5", "3x4", "9x9"] {
            assert_eq!(text.parse::<Grid>().expect("a board").to_string(), text);
        }
        for text in ["", "5", "0x3", "10x2", "3x", "axb", "3x3x3"] {
            let error = text.parse::<Grid>().expect_err(text).to_string();
            assert!(error.contains("write rows and columns as 3x4, each from 1 to 9"));
        }
    }
}
