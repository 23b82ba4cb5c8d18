use crate::formats::positions::{PositionFileError, TextFileError, ZobristTable};
use bgo::files::{FileError, NewFileError};
use bgo::go::BoardSize;
use bgo::interrupt::Stopped;
use bgo::query::QueryError;
use bgo::store::StoreError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The error of work with position files.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// A position file or a scored file is damaged.
    #[error(transparent)]
    Damaged(#[from] PositionFileError),
    /// A file of boards, a Zobrist table or a list of source files cannot be used.
    #[error(transparent)]
    Text(#[from] TextFileError),
    /// No table for ids was found.
    #[error(
        "{} is not in {}, and without it no id can be verified; put it there, or name it",
        ZobristTable::file_name(*size),
        folder.display()
    )]
    NoTable {
        /// The folder that was searched.
        folder: PathBuf,
        /// The board for which the table is needed.
        size: BoardSize,
    },
    /// Different tables were found, which give different ids.
    #[error(
        "{} and {} are different tables; name the one that the ids are made from",
        first.display(),
        second.display()
    )]
    SeveralTables {
        /// A table.
        first: PathBuf,
        /// Another table.
        second: PathBuf,
    },
    /// The numbers of a list of source files are used up.
    #[error("{} has no number left for another game", .0.display())]
    TooManySources(PathBuf),
    /// A file changed between two readings.
    #[error("{} has changed while it was read", .0.display())]
    Changed(PathBuf),
    /// Another process is writing to the file.
    #[error("{} is being written to by another process; wait for it, or write to another file", .0.display())]
    InUse(PathBuf),
    /// The queue is one of the files to score.
    #[error(
        "{} is the queue itself; leave it out, as its positions are scored anyway, or name another queue",
        .0.display()
    )]
    QueueIsInput(PathBuf),
    /// The scored file is one of the files to score.
    #[error("{} is the scored file; name a file of positions", .0.display())]
    OutIsInput(PathBuf),
    /// The queue and the scored file are the same file.
    #[error("{} cannot be both the queue and the scored file", .0.display())]
    QueueIsOut(PathBuf),
    /// There are neither files nor a queue to score.
    #[error("there is nothing to score: name position files; the queue {} does not exist", .0.display())]
    Nothing(PathBuf),
    /// The database cannot answer.
    #[error(transparent)]
    Query(QueryError),
    /// A file cannot be made or written.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A temporary file cannot be written.
    #[error("a temporary file in {} cannot be written: {source}", folder.display())]
    Scratch {
        /// The folder of the file.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The output cannot be written.
    #[error("the records cannot be written: {0}")]
    Unwritable(#[source] io::Error),
    /// The work was stopped.
    #[error("stopped; nothing was written")]
    Stopped,
}

impl PositionsError {
    pub(super) fn scratch(folder: &Path, source: io::Error) -> Self {
        Self::Scratch {
            folder: folder.to_owned(),
            source,
        }
    }
}

impl From<Stopped> for PositionsError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<QueryError> for PositionsError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Store(StoreError::Stopped) => Self::Stopped,
            error => Self::Query(error),
        }
    }
}

impl From<StoreError> for PositionsError {
    fn from(error: StoreError) -> Self {
        QueryError::from(error).into()
    }
}
