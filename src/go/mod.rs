//! The game itself: points, colours, the board with captures and ko, the eight
//! symmetries of the square, and the hashes by which positions are found. This
//! module knows nothing of records, files or databases.

mod board;
mod hash_table;
mod key;
mod moves;
mod point;
mod transform;

pub use board::{Board, Illegal};
pub use hash_table::HashTable;
pub use key::{CanonicalPosition, GOLDEN_GAMMA, KeyTable, KeyTables, Position, PositionKey, Stones, mix};
pub use moves::{Color, Move};
pub use point::{BoardSize, Point};
pub use transform::Transform;

/// The reason that a text is no move, board size, handicap, area, range, date, id of a position, hash table
/// or diagram, as a sentence that says what would be right.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ParseError {
    /// The text has another form.
    #[error("{0}")]
    Unreadable(String),
    /// A point is not on the board.
    #[error("{0}")]
    OffBoard(String),
    /// There is a fault in a text of several lines.
    #[error("line {line}, column {column}: {fault}")]
    AtPlace {
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// The fault.
        fault: String,
    },
}
