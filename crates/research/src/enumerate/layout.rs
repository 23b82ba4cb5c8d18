use super::error::EnumerateError;
use super::grid::Grid;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The default number of serials in a part.
pub const PART_SIZE: u64 = 1 << 30;

/// The division of a board's serials into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    grid: Grid,
    part_size: u64,
}

impl Layout {
    /// Divides the serials of a small board into parts of `part_size`, a multiple of 8.
    pub const fn new(grid: Grid, part_size: u64) -> Result<Self, EnumerateError> {
        if !grid.is_small() {
            return Err(EnumerateError::TooLarge(grid));
        }
        if part_size == 0 || !part_size.is_multiple_of(8) {
            return Err(EnumerateError::PartSize(part_size));
        }
        Ok(Self { grid, part_size })
    }

    /// Returns the board.
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the number of parts.
    pub const fn parts(&self) -> u64 {
        self.grid.serials().div_ceil(self.part_size)
    }

    /// Returns the serials of a part.
    pub fn serials(&self, part: u64) -> Range<u64> {
        let first = part * self.part_size;
        first..(first + self.part_size).min(self.grid.serials())
    }

    /// Returns a part in the form of its description.
    pub(super) fn part(&self, part: u64) -> Part {
        let serials = self.serials(part);
        Part {
            board: self.grid.to_string(),
            part_size: self.part_size,
            part,
            first: serials.start,
            serials: serials.end - serials.start,
        }
    }
}

/// A part: some of a board's serials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The board, such as `5x5`.
    pub board: String,
    /// The number of serials in all parts but the last.
    pub part_size: u64,
    /// The number of the part, from 0.
    pub part: u64,
    /// The first serial.
    pub first: u64,
    /// The number of serials.
    pub serials: u64,
}

impl Part {
    /// Returns the layout of the part, if one has this part.
    pub(super) fn layout(&self) -> Option<Layout> {
        let layout = Layout::new(self.board.parse().ok()?, self.part_size).ok()?;
        (self.part < layout.parts() && layout.part(self.part) == *self).then_some(layout)
    }

    /// Returns the serials of the part.
    pub(super) const fn range(&self) -> Range<u64> {
        self.first..self.first + self.serials
    }
}
