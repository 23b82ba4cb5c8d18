use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

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

/// The error for a text that is not a board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("\"{text}\" is not a board: write rows and columns as 3x4, each from 1 to {most}", most = MOST_COUNTED_LINES)]
pub struct ParseGridError {
    text: String,
}

impl Grid {
    /// Makes a board of 1 to 9 rows and columns.
    pub const fn new(rows: usize, columns: usize) -> Option<Self> {
        match (rows, columns) {
            (1..=MOST_COUNTED_LINES, 1..=MOST_COUNTED_LINES) => Some(Self { rows, columns }),
            _ => None,
        }
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// Returns the number of points.
    pub const fn points(self) -> usize {
        self.rows * self.columns
    }

    /// Returns whether positions can be enumerated: up to 5 rows and columns.
    pub const fn is_small(self) -> bool {
        self.rows <= MOST_LINES && self.columns <= MOST_LINES
    }

    /// Returns the number of serials of a small board: three to the power of its points.
    pub const fn serials(self) -> u64 {
        power_of_three(self.points())
    }

    /// Returns all points of a small board, a bit each.
    pub const fn all_points(self) -> u32 {
        ((1_u64 << self.points()) - 1) as u32
    }

    /// Returns the points of the first column of a small board, a bit each.
    pub const fn first_column(self) -> u32 {
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
        let (rows, columns) = (self.rows, self.columns);
        let mut symmetries = Vec::new();
        for is_transposed in [false, true] {
            if is_transposed && rows != columns {
                continue;
            }
            for flips in 0..4 {
                let image = |point: usize| {
                    let (row, column) = (point / columns, point % columns);
                    let row = if flips & 1 == 1 { rows - 1 - row } else { row };
                    let column = if flips & 2 == 2 { columns - 1 - column } else { column };
                    match is_transposed {
                        true => column * columns + row,
                        false => row * columns + column,
                    }
                };
                symmetries.push((0..self.points()).map(image).collect());
            }
        }
        symmetries
    }
}

/// Returns three to a power of up to 40.
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
    type Err = ParseGridError;

    fn from_str(text: &str) -> Result<Self, ParseGridError> {
        let read = || {
            let (rows, columns) = text.trim().split_once(['x', 'X'])?;
            Self::new(rows.parse().ok()?, columns.parse().ok()?)
        };
        read().ok_or_else(|| ParseGridError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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
                let is_beside = |a: usize, b: usize| {
                    let (rows, columns) = ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
                    rows + columns == 1
                };
                for a in 0..grid.points() {
                    for b in 0..grid.points() {
                        assert_eq!(is_beside(a, b), is_beside(symmetry[a], symmetry[b]));
                    }
                }
            }
        }
    }

    #[test]
    fn boards_are_read_as_they_are_shown() {
        for text in ["1x1", "5x5", "3x4", "9x9"] {
            assert_eq!(text.parse::<Grid>().map(|grid| grid.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "5", "0x3", "10x2", "3x", "axb", "3x3x3"] {
            let error = text.parse::<Grid>().expect_err(text);
            assert!(
                error
                    .to_string()
                    .contains("write rows and columns as 3x4, each from 1 to 9")
            );
        }
    }
}
