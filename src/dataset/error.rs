use super::layout::{MANIFEST, Table, VERSION};
use crate::files::FileError;
use crate::interrupt::Stopped;
use crate::query::QueryError;
use std::path::PathBuf;
use thiserror::Error;

/// The reason that a dataset cannot be read. No game was read.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// The folder has no manifest.
    #[error(
        "{} is not a dataset: it has no {MANIFEST}, which an export or an import on a cluster writes last",
        .0.display()
    )]
    NoManifest(PathBuf),
    /// The manifest is malformed.
    #[error("{}: {reason}; it is not the manifest of a bgo dataset", path.display())]
    Manifest {
        /// The path of the manifest.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The version of the layout is not the one that this program reads.
    #[error(
        "{} is a dataset of version {version}, made by {} bgo ({created_by}); this one reads version {VERSION}{}",
        path.display(),
        if *version > VERSION { "a newer" } else { "an older" },
        if *version > VERSION { "" } else { ": export it again from its database" }
    )]
    Version {
        /// The path of the dataset.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// The program that made it.
        created_by: String,
    },
    /// The keys of the positions are those of another hash table.
    #[error(
        "{} was made with the hash table {found}; this program uses {expected}",
        path.display()
    )]
    HashTable {
        /// The path of the dataset.
        path: PathBuf,
        /// The table of the dataset.
        found: String,
        /// The table of the caller.
        expected: String,
    },
    /// A file that the manifest lists is missing.
    #[error("{} is missing; the dataset is incomplete", .0.display())]
    Missing(PathBuf),
    /// A file does not have the size that the manifest states.
    #[error("{} has {found} bytes; {expected} were written", path.display())]
    Size {
        /// The path of the file.
        path: PathBuf,
        /// Its size in bytes.
        found: u64,
        /// The size in the manifest.
        expected: u64,
    },
    /// The files of a table do not have as many rows as the manifest states for the table.
    #[error("{}: the files of the table {table} have {found} rows; {expected} were written", path.display())]
    Rows {
        /// The path of the manifest.
        path: PathBuf,
        /// The table.
        table: Table,
        /// The sum of the rows of the files.
        found: u64,
        /// The number for the table.
        expected: u64,
    },
    /// A file is damaged.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The temporary copy could not be made.
    #[error("the copy in the folder for temporary files, which TMPDIR names, failed: {0}")]
    Copy(String),
    /// The filter has a condition that makes no sense for the dataset.
    #[error(transparent)]
    Filter(QueryError),
    /// The dataset has no games.
    #[error("{} has no games", .0.display())]
    Empty(PathBuf),
    /// No game meets the filter.
    #[error("no game of {} meets the conditions", .0.display())]
    NoGames(PathBuf),
    /// The reading was requested to stop.
    #[error("stopped")]
    Stopped,
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
}

impl From<Stopped> for DatasetError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<rusqlite::Error> for DatasetError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Copy(error.to_string())
    }
}
