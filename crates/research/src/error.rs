use bgo::internal::archive::ArchiveError;
use bgo::internal::files::{FileError, NewFileError};
use bgo::internal::query::QueryError;
use bgo::internal::store::StoreError;
use std::io;
use thiserror::Error;

/// The error of the crate. Displays as a sentence that says what, where, and what would be right.
#[derive(Debug, Error)]
pub enum ResearchError {
    /// An archive is damaged or cannot be read.
    #[error(transparent)]
    Archive(ArchiveError),
    /// The database cannot answer.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A file cannot be made or written.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of records is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedFile),
    /// A temporary file, a text file or the output fails.
    #[error("{what}: {source}")]
    Stream {
        /// The file, and what cannot be done with it.
        what: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The work was stopped. The text says what is kept.
    #[error("stopped; {0}")]
    Stopped(&'static str),
    /// Any other reason, as a sentence.
    #[error("{1}")]
    Refused(ErrorKind, String),
}

/// The reasons of a [`ResearchError`] for which callers know a remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A setting is out of its range.
    Setting,
    /// There is no Zobrist table for ids, or several.
    Table,
    /// The queue is one of the files to score.
    QueueIsInput,
    /// A training set would be empty.
    EmptySet,
    /// Files for each archive were requested of a set that is not ordered by archives.
    NoArchiveFiles,
    /// A file with the name exists and is not the set.
    NotThisSet,
    /// The games give less than a batch.
    FewRows,
    /// The folder has no finished part of legal positions.
    NoParts,
    /// A part of legal positions is not finished.
    MissingPart,
    /// Rules have the wrong form.
    RulesForm,
    /// Any other reason.
    Other,
}

impl ErrorKind {
    pub(crate) fn error(self, text: impl Into<String>) -> ResearchError {
        ResearchError::Refused(self, text.into())
    }
}

impl From<StoreError> for ResearchError {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}

impl ResearchError {
    /// Makes the error of records that cannot be written to their output.
    pub fn unwritable_records(source: io::Error) -> Self {
        Self::Stream {
            what: "the records cannot be written".to_owned(),
            source,
        }
    }
}

/// Damage in a file of records, with its place.
#[derive(Debug, Error)]
#[error("{name}: byte {offset}: {what}")]
pub struct DamagedFile {
    /// The name that the reader was given.
    pub name: String,
    /// The wrong byte, counted from 0; if a record is cut off, its first byte.
    pub offset: u64,
    /// A sentence about the damage.
    pub what: String,
    /// The kind of damage.
    pub kind: DamageKind,
}

/// The kinds of damage in a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// The file cannot be read there.
    Unreadable,
    /// The file ends within a record.
    Cut,
    /// A byte is wrong.
    Wrong,
    /// The first record of a position file is wrong or cut off, so that its boards may have another size.
    First {
        /// True if the file ends within the record.
        is_cut: bool,
    },
}

impl DamageKind {
    /// Returns whether the position of the next record is known.
    pub(crate) const fn is_contained(self) -> bool {
        matches!(self, Self::Wrong | Self::First { is_cut: false })
    }
}
