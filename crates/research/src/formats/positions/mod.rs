//! The files of Darren Cook's 9x9 experiments (2010): positions, positions with
//! an engine's score, and the Zobrist table that their ids are made from; and
//! boards as text. Position files have no header, so whoever reads one says which
//! board they are of: 9x9 as published, or any other size.
//!
//! `docs/positions.md` describes each file byte by byte.

mod board_text;
mod scored;
mod source_list;
mod zobrist;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use board_text::{BoardReader, BoardText, BoardTextError};
pub use scored::{Score, ScoredPosition, ScoredReader};
pub use source_list::{SourceList, SourceListError};
pub use zobrist::{Zobrist, ZobristHash, ZobristTable, ZobristTableError};
