use crate::store::StoreError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The error of comparing a folder with the database. Nothing was changed.
#[derive(Debug, Error)]
pub enum SyncError {
    /// The folder cannot be read.
    #[error("{}: the folder cannot be read: {error}; nothing was changed", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The folder has no records, as when its disk is missing.
    #[error("{}: the folder holds no game records; nothing was changed", .0.display())]
    NoRecords(PathBuf),
    /// A path whose name the database cannot keep, so that its games would seem to be gone.
    #[error("{}: the name is not UTF-8 text; rename it; nothing was changed", .0.display())]
    OddName(PathBuf),
    /// Reading could not be set up.
    #[error("records cannot be compressed: {0}")]
    Compress(io::Error),
    /// The database cannot be read, or the comparison was stopped.
    #[error(transparent)]
    Store(#[from] StoreError),
}
