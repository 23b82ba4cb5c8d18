use super::SequenceFault;
use crate::go::{BoardSize, Point};
use thiserror::Error;

/// A text that is not a diagram of a pattern.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}, column {column}: {fault}")]
pub struct DiagramError {
    /// The line of the text, from 1. A `/` ends a row but not a line.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The fault.
    pub fault: DiagramFault,
}

/// A fault in a diagram.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DiagramFault {
    /// There is no point at all.
    #[error("there are no rows of points")]
    NoRows,
    /// The character is not a sign.
    #[error(
        "{:?} is not a sign: write . (empty), X, O, x, o (that colour or empty), # (a stone), * (anything), or 1 to 9 \
         and a to z without o and x (a sequence)",
        .0.to_string()
    )]
    Sign(char),
    /// A sign of the edge stands among the points.
    #[error("\"{0}\" is an edge of the board: write | at the ends of rows, + and - above and below all of them")]
    EdgeInside(char),
    /// A row has no points.
    #[error("this row has no points")]
    EmptyRow,
    /// A row is longer or shorter than the first one.
    #[error("this row has {points} point{}, the first one {expected}", if *points == 1 { "" } else { "s" })]
    Ragged {
        /// The number of its points.
        points: usize,
        /// The number of points of the first row.
        expected: usize,
    },
    /// An edge is drawn at some rows but not at this one.
    #[error("\"|\" is missing: the first row has one on this side")]
    EdgeMissing,
    /// An edge is drawn at this row but not at the first one.
    #[error("the first row has no \"|\" on this side: write one at every row or at none")]
    EdgeInSomeRows,
    /// A corner is drawn above or below the rows, but not beside them.
    #[error("\"+\" is a corner of the board: write \"|\" on this side of every row too")]
    CornerWithoutSide,
    /// There are more points in a row, or more rows, than a board has lines.
    #[error("a board has at most {} lines", BoardSize::MAX.lines())]
    TooLarge,
    /// The steps are no sequence.
    #[error(transparent)]
    Sequence(#[from] SequenceFault),
    /// Nothing is asked that a search could find.
    #[error("there is no stone and no sequence: write at least one X, O, # or 1")]
    NothingAsked,
}

/// A reason why an area of a board is not a pattern.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PatternError {
    /// The area has no points or does not lie on the board.
    #[error("the area does not lie on the {size} board")]
    OffBoard {
        /// The board.
        size: BoardSize,
    },
    /// The steps are no sequence.
    #[error(transparent)]
    Sequence(#[from] SequenceFault),
}

/// A reason why a pattern has no place on a board.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PlacementError {
    /// The pattern is larger than the board.
    #[error("a pattern of {width}x{height} points is larger than the {size} board")]
    LargerThanBoard {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
        /// The board.
        size: BoardSize,
    },
    /// Opposite edges are drawn nearer to each other than those of the board are.
    #[error(
        "the {edges} edges are drawn, so the pattern needs {} lines between them like the {size} board, not {lines}",
        size.lines()
    )]
    EdgesTooNear {
        /// The edges: `left and right` or `top and bottom`.
        edges: &'static str,
        /// The number of lines between them.
        lines: u8,
        /// The board.
        size: BoardSize,
    },
    /// Wherever the pattern lies, it touches an edge that it should not touch.
    #[error(
        "wherever a pattern of {width}x{height} points lies on the {size} board, it touches an edge that is not drawn"
    )]
    Nowhere {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
        /// The board.
        size: BoardSize,
    },
    /// The pattern must have only one place, and has several.
    #[error("the pattern has more than one place on the {size} board: draw the edges that hold it in its place")]
    Slides {
        /// The board.
        size: BoardSize,
    },
    /// The pattern may not lie at the only place that is permitted.
    #[error(
        "the pattern cannot lie on the {size} board with its upper left point in column {} and row {}: it would touch \
         other edges than its own, or reach over them",
        u16::from(point.x) + 1,
        u16::from(point.y) + 1
    )]
    NotThere {
        /// The place of its upper left point.
        point: Point,
        /// The board.
        size: BoardSize,
    },
}
