//! The files of Darren Cook's 9x9 experiments (2010): positions, positions with an engine's score,
//! and the Zobrist table for ids; also boards as text. Position files have no header, so the size
//! of their boards must be given to the reader: 9x9 as published, or any other.
//!
//! `docs/positions.md` describes each file byte by byte.

mod board_text;
mod reader;
mod source_list;
mod zobrist;

#[cfg(test)]
mod tests;

pub use board_text::{WrittenBoard, read_boards};
pub use reader::{PositionReader, Score, ScoredPosition, read_scored};
pub use source_list::SourceList;
pub use zobrist::Zobrist;
