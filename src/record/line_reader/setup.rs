//! The setup of a node.

use crate::go::{BoardSize, Color};
use crate::record::game::SetupPoint;
use crate::record::text::points;

/// A value that depends on the board size, which may come later in the same node.
#[derive(Clone, Copy)]
pub struct RawValue<'a> {
    pub raw: &'a str,
    pub offset: usize,
}

/// The setup of a node, collected value by value, because there may be millions.
pub struct NodeSetup<'a> {
    pub offset: usize,
    placed: [Option<Option<Color>>; BoardSize::MAX.area()],
    /// The values that need a larger board than all earlier ones, each with the
    /// smallest sufficient number of lines. For a board of any size, the first
    /// value off the board is among them.
    largest: Vec<(u8, RawValue<'a>)>,
}

impl<'a> NodeSetup<'a> {
    pub const fn new(offset: usize) -> Self {
        Self {
            offset,
            placed: [None; _],
            largest: Vec::new(),
        }
    }

    pub fn place(&mut self, stone: Option<Color>, value: RawValue<'a>) {
        // Some programs write an empty list (`AE[]`).
        if value.raw.trim().is_empty() {
            return;
        }
        let mut lines = u8::MAX;
        if let Some(named) = points(value.raw) {
            lines = 0;
            for point in named {
                lines = lines.max(point.x.max(point.y) + 1);
                if point.is_on(BoardSize::MAX) {
                    self.placed[point.index(BoardSize::MAX)] = Some(stone);
                }
            }
        }
        if self.largest.last().is_none_or(|(before, _)| lines > *before) {
            self.largest.push((lines, value));
        }
    }

    pub fn off_board(&self, size: BoardSize) -> Option<RawValue<'a>> {
        let off = self.largest.iter().find(|(lines, _)| *lines > size.lines())?;
        Some(off.1)
    }

    pub fn changes(&self, size: BoardSize) -> impl Iterator<Item = SetupPoint> {
        size.points()
            .filter_map(|point| Some((point, self.placed[point.index(BoardSize::MAX)]?)))
    }
}
