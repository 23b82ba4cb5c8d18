//! The game itself: points, colours, the board with captures and ko, the eight
//! symmetries of the square, and the hashes by which positions are found. This
//! module knows nothing of records, files or databases.

mod board;
mod color;
mod handicap;
mod hash_table;
mod key;
mod mix;
mod moves;
mod point;
mod position;
mod transform;

pub use board::{Board, Illegal};
pub use color::Color;
pub use handicap::HandicapError;
pub use hash_table::{HashTable, HashTableError};
pub use key::CanonicalPosition;
pub(crate) use key::KeySums;
pub use key::{KeyTable, KeyTables, PositionKey};
pub use mix::mix;
pub use moves::{Move, ParseMoveError};
pub use point::{BoardSize, ParseBoardSizeError, Point};
pub use position::Position;
pub(crate) use transform::Symmetries;
pub use transform::Transform;
