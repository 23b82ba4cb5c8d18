use super::grid::Grid;

/// A position of a small board: the points that hold black and white stones, a bit each.
/// Black is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallPosition {
    /// Black stones.
    pub black: u32,
    /// White stones.
    pub white: u32,
}

impl SmallPosition {
    /// The position of a serial: its digits to the base of three are the points, the
    /// lowest first, 0 empty, 1 black, 2 white.
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

    /// Its serial.
    pub fn serial(self, grid: Grid) -> u64 {
        (0..grid.points())
            .rev()
            .fold(0, |serial, point| serial * 3 + u64::from(self.digit(point)))
    }

    /// What a point holds: 0 nothing, 1 a black, 2 a white stone.
    pub const fn digit(self, point: usize) -> u8 {
        (self.black >> point & 1 | (self.white >> point & 1) << 1) as u8
    }

    /// The position turned or reflected by one of [`Grid::symmetries`].
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

    /// The string of the stone on a point.
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

    /// The liberties of stones.
    pub const fn liberties(self, grid: Grid, stones: u32) -> u32 {
        neighbours(grid, stones) & !(self.black | self.white)
    }

    /// Whether every string has a liberty.
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

    /// Whether no rotation or reflection has a smaller serial.
    pub fn is_reduced(self, grid: Grid) -> bool {
        let serial = self.serial(grid);
        let symmetries = grid.symmetries();
        symmetries
            .iter()
            .all(|symmetry| self.transformed(symmetry).serial(grid) >= serial)
    }
}

/// The points beside any of these.
pub(super) const fn neighbours(grid: Grid, points: u32) -> u32 {
    let columns = grid.columns();
    let first = grid.first_column();
    let last = first << (columns - 1);
    ((points & !last) << 1 | (points & !first) >> 1 | points << columns | points >> columns) & grid.all_points()
}
