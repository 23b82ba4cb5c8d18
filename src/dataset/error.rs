use crate::archive::ArchiveError;
use crate::export::NewFileError;
use crate::query::QueryError;
use crate::store::StoreError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why training sets were not made. Nothing that looks complete is left then.
#[derive(Debug, Error)]
pub enum DatasetFailure {
    /// An archive that is damaged or cannot be read; no set is made without it.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A question to the database that cannot be answered.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A database that is damaged or cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be made.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// An archive that is named twice.
    #[error("{} is given twice; a set has each game once", .0.display())]
    Twice(PathBuf),
    /// No game gives a record.
    #[error("no game of {0} gives a record; nothing was written")]
    NoRecords(String),
    /// A set for which no game is left.
    #[error(
        "the set {set} would have no records: only {games} of the games give some, and test has the first choice; nothing was written"
    )]
    EmptySet {
        /// Which.
        set: &'static str,
        /// Games that give records.
        games: usize,
    },
    /// Files for each archive, of a set that is not ordered by archives.
    #[error("files for each archive (--parts) are made of the published sets only, not of {0}")]
    NoParts(&'static str),
    /// A file of that name that is not the set.
    #[error("{} exists already and is not this set: {why}; move it away, or let it be replaced (--overwrite)", path.display())]
    Other {
        /// Which.
        path: PathBuf,
        /// What is different.
        why: String,
    },
    /// Somebody else makes the same set.
    #[error("{} is being made by another process", .0.display())]
    Busy(PathBuf),
    /// A file cannot be read or written.
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file that games wait in.
    #[error("a temporary file in {} cannot be used: {source}", folder.display())]
    Scratch {
        /// Where.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The header of the file would be wrong.
    #[error("other than {records} records were made, as many as the games were found to give; nothing was written")]
    Miscounted {
        /// As many as there should be.
        records: u64,
    },
    /// Somebody wants it to stop.
    #[error("stopped; the same command goes on where it was")]
    Stopped,
}

impl DatasetFailure {
    /// A temporary file cannot be used.
    pub(super) fn scratch(folder: &Path, source: io::Error) -> Self {
        Self::Scratch {
            folder: folder.to_owned(),
            source,
        }
    }

    /// A file cannot be read or written.
    pub(super) fn unwritable(path: &Path, source: io::Error) -> Self {
        Self::Unwritable {
            path: path.to_owned(),
            source,
        }
    }
}
