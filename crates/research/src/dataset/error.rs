use crate::formats::kgs::TrainingFileError;
use bgo::archive::{ArchiveError, ArchiveFault};
use bgo::files::{FileError, NewFileError};
use bgo::interrupt::Stopped;
use bgo::query::QueryError;
use bgo::store::StoreError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The error of making or reading training sets. After an error, only complete sets have their
/// final names.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// An archive is damaged or cannot be read. No set is made without it.
    #[error(transparent)]
    Archive(ArchiveError),
    /// The database cannot answer.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A file cannot be made or written.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// An archive is given twice.
    #[error("{} is given twice; a set has each game once", .0.display())]
    Twice(PathBuf),
    /// No game gives a record.
    #[error("no game of {0} gives a record; nothing was written")]
    NoRecords(String),
    /// There are no games.
    #[error(
        "there is no game record (.sgf, .gib, .ngf, .ugf, .ugi) in {0}, or none that meets the conditions; nothing was written"
    )]
    NoGames(String),
    /// A set would be empty.
    #[error(
        "the set {set} would have no records: only {games} of the games give some, and test has the first choice; \
         nothing was written"
    )]
    EmptySet {
        /// The name of the set.
        set: &'static str,
        /// The number of games that give records.
        games: usize,
    },
    /// The games give less than a batch.
    #[error("the games give {rows} rows to learn from, less than a batch of {batch}; nothing was written")]
    FewRows {
        /// The number of rows.
        rows: u64,
        /// The number of rows of a batch.
        batch: usize,
    },
    /// A setting is out of its range.
    #[error("{0}")]
    Setting(String),
    /// Files for each archive were requested of a set that is not ordered by archives.
    #[error("files for each archive are made of the published sets only, not of {0}")]
    NoParts(&'static str),
    /// A training set is damaged.
    #[error(transparent)]
    Damaged(#[from] TrainingFileError),
    /// The number of a game is too large for arrays.
    #[error("game {0} has a number of more than 31 bits, which arrays do not hold; make a file of records")]
    Number(i64),
    /// A file with the name exists and is not the set.
    #[error("{} already exists and is not this set: {why}", path.display())]
    NotThisSet {
        /// The file.
        path: PathBuf,
        /// The difference.
        why: String,
    },
    /// Another process is making the same set.
    #[error("{} is being made by another process", .0.display())]
    Busy(PathBuf),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A temporary file cannot be used.
    #[error("the folder {} cannot be written to: {source}", folder.display())]
    Scratch {
        /// The folder of the file.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Games gave a different number of records than were counted.
    #[error("some games gave {found} bytes of records in place of {expected}; nothing was written")]
    Miscounted {
        /// The number of bytes that were counted.
        expected: u64,
        /// The number of bytes that were made.
        found: u64,
    },
    /// The work was stopped.
    #[error("stopped; sets that are complete stay, and the same command makes the others")]
    Stopped,
}

impl From<Stopped> for DatasetError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<ArchiveError> for DatasetError {
    fn from(error: ArchiveError) -> Self {
        match error.fault {
            ArchiveFault::Stopped => Self::Stopped,
            _ => Self::Archive(error),
        }
    }
}

impl From<StoreError> for DatasetError {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}

impl DatasetError {
    pub(super) fn scratch(folder: &Path, source: io::Error) -> Self {
        Self::Scratch {
            folder: folder.to_owned(),
            source,
        }
    }

    /// Returns the error for a file that cannot be read. If reading was interrupted, the work was
    /// stopped.
    pub(super) fn unreadable(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::Interrupted => Self::Stopped,
            _ => FileError::reading(path)(source).into(),
        }
    }

    /// Returns the error for a file that cannot be written. If writing was interrupted, the work
    /// was stopped.
    pub(super) fn unwritable(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::Interrupted => Self::Stopped,
            _ => FileError::writing(path)(source).into(),
        }
    }
}
