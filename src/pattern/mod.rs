//! Patterns: an area of the board with a condition for each of its points, the diagrams
//! in which patterns are written, and their images under the symmetries of the square and
//! exchanged colours. This module knows nothing of games; it says which points must hold
//! what.

mod area;
mod condition;
mod diagram;
mod edges;
mod error;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;
mod image;
mod sequence;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod turning;

pub use area::{Area, ParseAreaError};
pub use condition::Condition;
pub use edges::{Anchor, Edges};
pub use error::{DiagramError, DiagramFault, PatternError, PlacementError};
pub use image::{Image, Placement};
pub use sequence::SequenceFault;

use crate::go::{BoardSize, Point, Transform};
use turning::{turned_point, turned_size};

/// An area with a condition for each of its points, and the edges of the board that
/// it touches. It has at least one point and at most 19 rows and columns; the steps
/// of its sequence have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    width: u8,
    height: u8,
    /// Row by row.
    conditions: Vec<Condition>,
    /// The edges that are drawn.
    edges: Edges,
}

impl Pattern {
    /// Returns the pattern of an area of a board, with the edges that the area touches.
    /// `condition` returns the condition of a point. Unlike a diagram, the pattern may
    /// have neither a stone nor a step; [`Pattern::parse`] refuses the text of such a one.
    pub fn in_area(area: Area, size: BoardSize, condition: impl Fn(Point) -> Condition) -> Result<Self, PatternError> {
        if !area.is_on(size) {
            return Err(PatternError::OffBoard { size });
        }
        let conditions: Vec<Condition> = area.points().map(condition).collect();
        sequence::length(&conditions).map_err(|(_, fault)| PatternError::Sequence(fault))?;
        Ok(Self {
            width: area.width,
            height: area.height,
            conditions,
            edges: area.edges(size),
        })
    }

    /// Returns the number of columns, 1 to 19.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows, 1 to 19.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Returns the conditions, row by row.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Returns the condition at column `x` and row `y`, counted from 0 at the upper
    /// left, or `None` outside the pattern.
    pub fn at(&self, x: u8, y: u8) -> Option<Condition> {
        let index = usize::from(y) * usize::from(self.width) + usize::from(x);
        (x < self.width).then(|| self.conditions.get(index).copied()).flatten()
    }

    /// Returns the length of the sequence, 0 to 33.
    pub fn steps(&self) -> usize {
        let is_step = |condition: &&Condition| matches!(condition, Condition::Step(_));
        self.conditions.iter().filter(is_step).count()
    }

    /// Returns the edges that are drawn.
    pub const fn edges(&self) -> Edges {
        self.edges
    }

    /// Returns the edges that the pattern touches on a board of this size: those
    /// drawn, and both opposite edges if the pattern is as wide or as high as the board.
    pub const fn edges_on(&self, size: BoardSize) -> Edges {
        let wide = self.width == size.lines();
        let high = self.height == size.lines();
        Edges {
            top: self.edges.top || high,
            right: self.edges.right || wide,
            bottom: self.edges.bottom || high,
            left: self.edges.left || wide,
        }
    }

    /// Returns where the pattern may lie on a board of this size.
    pub const fn anchor(&self, size: BoardSize) -> Anchor {
        self.edges_on(size).anchor()
    }

    /// Returns the pattern after `transform`: its points, its size and its edges.
    #[must_use]
    pub fn turned(&self, transform: Transform) -> Self {
        let (width, height) = turned_size(transform, self.width, self.height);
        let back = transform.inverse();
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        let conditions = rows.map(|point| {
            let from = turned_point(back, point, width, height);
            self.conditions[usize::from(from.y) * usize::from(self.width) + usize::from(from.x)]
        });
        Self {
            width,
            height,
            conditions: conditions.collect(),
            edges: self.edges.transformed(transform),
        }
    }

    /// Returns the pattern with the colours exchanged. The sequence stays, as either
    /// colour may begin it.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self {
            conditions: self.conditions.iter().map(|condition| condition.swapped()).collect(),
            ..self.clone()
        }
    }
}
