use crate::files::NewFileError;
use crate::query::QueryError;
use crate::store::StoreError;
use std::path::PathBuf;
use thiserror::Error;

/// Why games were not exported. Nothing is left then.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The games that were asked for.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// There is nothing to write.
    #[error("no game meets the conditions; nothing was written")]
    NoGames,
    /// A file that cannot be made.
    #[error(transparent)]
    File(#[from] NewFileError),
    /// A folder with something in it.
    #[error("the folder {} is not empty; name a new one, or an empty one", .0.display())]
    NotEmpty(PathBuf),
    /// A file where a folder is to be made.
    #[error("{} is a file; name a folder", .0.display())]
    IsFile(PathBuf),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}
