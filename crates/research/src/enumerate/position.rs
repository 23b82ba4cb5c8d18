use super::grid::Grid;

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
        let image = |stones: u32| {
            let there = symmetry
                .iter()
                .enumerate()
                .filter(|(point, _)| stones >> point & 1 == 1);
            there.fold(0, |all, (_, to)| all | 1 << to)
        };
        Self {
            black: image(self.black),
            white: image(self.white),
        }
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
            let grown = (string | neighbours(grid, string)) & own;
            if grown == string {
                return string;
            }
            string = grown;
        }
    }

    /// Returns the liberties of stones.
    pub const fn liberties(self, grid: Grid, stones: u32) -> u32 {
        neighbours(grid, stones) & !(self.black | self.white)
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
        let symmetries = grid.symmetries();
        symmetries
            .iter()
            .all(|symmetry| self.transformed(symmetry).serial(grid) >= serial)
    }
}

/// Returns the neighbours of these points.
pub(super) const fn neighbours(grid: Grid, points: u32) -> u32 {
    let columns = grid.columns();
    let first = grid.first_column();
    let last = first << (columns - 1);
    ((points & !last) << 1 | (points & !first) >> 1 | points << columns | points >> columns) & grid.all_points()
}
