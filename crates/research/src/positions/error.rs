use crate::formats::positions::{BoardTextError, SourceListError, ZobristTable, ZobristTableError};
use bgo::files::NewFileError;
use bgo::go::BoardSize;
use bgo::interrupt::Stopped;
use bgo::position_file::PositionFileError;
use bgo::query::QueryError;
use bgo::store::StoreError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why something could not be done with position files.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// A file is damaged.
    #[error(transparent)]
    Damaged(#[from] PositionFileError),
    /// A text is no board.
    #[error(transparent)]
    Text(#[from] BoardTextError),
    /// The table that ids are made from.
    #[error(transparent)]
    Table(#[from] ZobristTableError),
    /// There is no such table.
    #[error(
        "{} is not in {}, and without it no id can be verified; put it there, or name it (--zobrist FILE)",
        ZobristTable::file_name(*size),
        folder.display()
    )]
    NoTable {
        /// Where it was looked for.
        folder: PathBuf,
        /// The board it should be for.
        size: BoardSize,
    },
    /// Ids of one table are not those of another.
    #[error(
        "{} and {} are different tables; name the one that the ids are made from (--zobrist FILE)",
        first.display(),
        second.display()
    )]
    SeveralTables {
        /// One of them.
        first: PathBuf,
        /// Another.
        second: PathBuf,
    },
    /// Somebody wants it to stop.
    #[error("stopped; nothing was written")]
    Stopped,
    /// A file that is to be made.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// A file could not be opened or read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file became another one while it was read.
    #[error("{} has changed while it was read", .0.display())]
    Changed(PathBuf),
    /// The file of what waits to be put in order.
    #[error("a temporary file in {} cannot be written: {source}", folder.display())]
    Scratch {
        /// Where.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A list of source files.
    #[error(transparent)]
    Sources(#[from] SourceListError),
    /// The numbers of a list of source files are used up.
    #[error("{} has no number left for another game", .0.display())]
    TooManySources(PathBuf),
    /// The database.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// What comes out could not be written.
    #[error("the records cannot be written: {0}")]
    Unwritable(#[source] io::Error),
}

impl From<Stopped> for PositionsError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<StoreError> for PositionsError {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}
