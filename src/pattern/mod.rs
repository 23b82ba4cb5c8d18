//! Patterns: an area of the board with a condition for each of its points, the diagrams
//! in which patterns are written, and their images under the symmetries of the square and
//! exchanged colours. This module knows nothing of games; it says which points must hold
//! what.

mod area;
mod condition;
mod diagram;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;
mod image;
#[cfg(test)]
mod tests;

pub use area::{Area, Edges};
pub use condition::Condition;
pub use image::{Image, Placement};

use crate::go::{BoardSize, Point, Transform};
use thiserror::Error;

/// An area with a condition for each of its points, and the edges of the board that
/// it touches. It has at least one point and at most 19 rows and columns; the steps
/// of its sequence have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    width: u8,
    height: u8,
    conditions: Vec<Condition>,
    edges: Edges,
}

impl Pattern {
    /// Returns the pattern of an area of a board, with the edges that the area touches.
    /// `condition` returns the condition of a point. Unlike a diagram, the pattern may
    /// have neither a stone nor a step; [`Pattern::parse`] refuses the text of such a one.
    pub fn in_area(area: Area, size: BoardSize, condition: impl Fn(Point) -> Condition) -> Result<Self, PatternError> {
        if !area.is_on(size) {
            return Err(PatternError::Impossible(format!(
                "the area does not lie on the {size} board"
            )));
        }
        let conditions: Vec<Condition> = area.points().map(condition).collect();
        condition::sequence_length(&conditions).map_err(|(_, fault)| PatternError::Impossible(fault))?;
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
        let steps = self.conditions.iter();
        steps
            .filter(|condition| matches!(condition, Condition::Step(_)))
            .count()
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
    pub const fn anchor(&self, size: BoardSize) -> &'static str {
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

/// The reason that an area is no pattern, or that a pattern has no place on a board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PatternError {
    /// The pattern must have only one place, and has several.
    #[error("the pattern has more than one place on the {0} board: draw the edges that hold it in its place")]
    Slides(BoardSize),
    /// Another reason, as a sentence.
    #[error("{0}")]
    Impossible(String),
}

// The transforms of rectangles. A rectangle lies in the upper left corner of the largest board, turns
// with that board, and is moved back to the corner.

pub(super) fn turned_size(transform: Transform, width: u8, height: u8) -> (u8, u8) {
    let area = turned_area(transform, width, height);
    (area.width, area.height)
}

/// Returns where a point of a rectangle goes. Both points are counted from the upper left
/// point of the rectangle, which must contain `point`.
pub(super) fn turned_point(transform: Transform, point: Point, width: u8, height: u8) -> Point {
    let area = turned_area(transform, width, height);
    let to = transform.apply(point, BoardSize::MAX);
    Point::new(to.x - area.left, to.y - area.top)
}

fn turned_area(transform: Transform, width: u8, height: u8) -> Area {
    let corners = [Point::new(0, 0), Point::new(width - 1, height - 1)];
    let [a, b] = corners.map(|corner| transform.apply(corner, BoardSize::MAX));
    Area::between(a, b)
}
