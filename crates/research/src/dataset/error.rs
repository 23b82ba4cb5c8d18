use crate::formats::kgs::TrainingFileError;
use bgo::archive::ArchiveError;
use bgo::files::{FileError, NewFileError};
use bgo::interrupt::Stopped;
use bgo::query::QueryError;
use bgo::store::StoreError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why training sets were not made. Nothing that looks complete is left then but sets that
/// are.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// An archive that is damaged or cannot be read; no set is made without it.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A question to the database that cannot be answered.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A database that is damaged or cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be made or written.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// An archive that is named twice.
    #[error("{} is given twice; a set has each game once", .0.display())]
    Twice(PathBuf),
    /// No game gives a record.
    #[error("no game of {0} gives a record; nothing was written")]
    NoRecords(String),
    /// Nothing that may be a game.
    #[error("there is no game record (.sgf) in {0}, or none that meets the conditions; nothing was written")]
    NoGames(String),
    /// A set for which no game is left.
    #[error(
        "the set {set} would have no records: only {games} of the games give some, and test has the first choice; \
         nothing was written; --sets all has all games"
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
    /// A training set that is damaged.
    #[error(transparent)]
    Damaged(#[from] TrainingFileError),
    /// A game whose number is too large for an array.
    #[error("game {0} has a number of more than 31 bits, which arrays do not hold; make a file of records")]
    Number(i64),
    /// A file of that name that is not the set.
    #[error("{} exists already and is not this set: {why}; move it away, or let it be replaced (--overwrite)", path.display())]
    NotThisSet {
        /// Which.
        path: PathBuf,
        /// What is different.
        why: String,
    },
    /// Somebody else makes the same set.
    #[error("{} is being made by another process", .0.display())]
    Busy(PathBuf),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file that games wait in.
    #[error("the folder {} cannot be written to: {source}", folder.display())]
    Scratch {
        /// Where.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Games gave other records than they were found to give.
    #[error("some games gave {found} bytes of records in place of {expected}; nothing was written")]
    Miscounted {
        /// As many as there should be.
        expected: u64,
        /// As many as there were.
        found: u64,
    },
    /// Somebody wants it to stop.
    #[error("stopped; sets that are complete stay, and the same command makes the others")]
    Stopped,
}

impl From<Stopped> for DatasetError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl DatasetError {
    /// A temporary file cannot be used.
    pub(super) fn scratch(folder: &Path, source: io::Error) -> Self {
        Self::Scratch {
            folder: folder.to_owned(),
            source,
        }
    }

    /// A file cannot be read, or reading it was interrupted.
    pub(super) fn unreadable(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::Interrupted => Self::Stopped,
            _ => FileError::reading(path)(source).into(),
        }
    }

    /// A file cannot be written, or writing it was interrupted.
    pub(super) fn unwritable(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::Interrupted => Self::Stopped,
            _ => FileError::writing(path)(source).into(),
        }
    }
}
