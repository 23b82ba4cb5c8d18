use crate::files::NewFileError;
use crate::interrupt::Stopped;
use crate::query::QueryError;
use crate::store::StoreError;
use std::path::PathBuf;
use thiserror::Error;

/// An error of an export, which then leaves no output.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The games could not be chosen or read.
    #[error(transparent)]
    Query(QueryError),
    /// The export was requested to stop.
    #[error("stopped; nothing was written")]
    Stopped,
    /// No game was chosen.
    #[error("no game meets the conditions; nothing was written")]
    NoGames,
    /// Games were chosen, but not this part of them.
    #[error("only {0} games meet the conditions, and the offset skips them all; nothing was written")]
    NoGamesOnPage(u64),
    /// The file could not be created.
    #[error(transparent)]
    File(#[from] NewFileError),
    /// The folder is not empty.
    #[error("the folder {} is not empty; name a new one, or an empty one", .0.display())]
    NotEmpty(PathBuf),
    /// The folder has a dataset, which may not be replaced.
    #[error("the folder {} has a dataset", .0.display())]
    HasDataset(PathBuf),
    /// A folder cannot go into a stream.
    #[error("a folder cannot go to a pipe or to standard output; an archive can (tgz)")]
    FolderInStream,
    /// A file exists where a folder is required.
    #[error("{} is a file; name a folder", .0.display())]
    IsFile(PathBuf),
}

impl From<QueryError> for ExportError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Store(StoreError::Stopped) => Self::Stopped,
            error => Self::Query(error),
        }
    }
}

impl From<Stopped> for ExportError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        QueryError::from(error).into()
    }
}
