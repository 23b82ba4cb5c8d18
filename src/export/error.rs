use crate::query::QueryError;
use crate::store::StoreError;
use std::io;
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
    /// A file that is not to be replaced.
    #[error("{} exists already; name another file, or allow it to be replaced (--overwrite)", .0.display())]
    Exists(PathBuf),
    /// A folder with something in it.
    #[error("the folder {} is not empty; name a new one, or an empty one", .0.display())]
    NotEmpty(PathBuf),
    /// A folder where a file is to be made.
    #[error("{} is a folder; name a file in it", .0.display())]
    IsFolder(PathBuf),
    /// A file where a folder is to be made.
    #[error("{} is a file; name a folder", .0.display())]
    IsFile(PathBuf),
    /// A device or the like, which would be replaced by a file.
    #[error("{} is no ordinary file; name one", .0.display())]
    Special(PathBuf),
    /// The games are to replace the database that they are in.
    #[error("{} is the database itself; name another file", .0.display())]
    Database(PathBuf),
    /// The file or folder cannot be made or written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        Self::Query(error.into())
    }
}
