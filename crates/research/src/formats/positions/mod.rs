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

pub use board_text::{BoardReader, WrittenBoard};
pub use reader::{PositionReader, Score, ScoredPosition, ScoredReader};
pub use source_list::SourceList;
pub use zobrist::{Zobrist, ZobristHash, ZobristTable};

use crate::error::{ErrorKind, ResearchError};
use std::path::Path;

/// Reads a text file; errors call it `name`.
fn read_text(path: &Path, name: &str) -> Result<String, ResearchError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(source) => Err(ResearchError::Stream {
            what: format!("{name} cannot be read"),
            source,
        }),
    }
}

/// Makes the error for a wrong line of a text file, counted from 1.
fn wrong_line(name: &str, line: u64, reason: &str) -> ResearchError {
    ErrorKind::Other.error(format!("{name}: line {line}: {reason}"))
}
