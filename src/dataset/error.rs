use super::layout::MANIFEST;
use crate::files::FileError;
use crate::interrupt::Stopped;
use crate::query::QueryError;
use std::path::{Path, PathBuf};
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
    /// The dataset is of another kind, incomplete or damaged, has no games that are wanted, or there is no room to
    /// sort them. The text says so.
    #[error("{0}")]
    Unusable(String),
    /// The filter has a condition that makes no sense for the dataset.
    #[error(transparent)]
    Filter(QueryError),
    /// The reading was requested to stop.
    #[error("stopped")]
    Stopped,
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
}

impl DatasetError {
    pub(super) fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Unusable(format!("{} is damaged: {}", path.display(), reason.to_string()))
    }

    /// Returns the error of a temporary copy that could not be made.
    pub(super) fn of_copy(error: impl ToString) -> Self {
        let reason = error.to_string();
        Self::Unusable(format!(
            "the copy in the folder for temporary files, which TMPDIR names, failed: {reason}"
        ))
    }
}

impl From<Stopped> for DatasetError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<rusqlite::Error> for DatasetError {
    fn from(error: rusqlite::Error) -> Self {
        Self::of_copy(error)
    }
}
