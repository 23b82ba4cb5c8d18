use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The error of a file that cannot be read or written.
#[derive(Debug, Error)]
#[error("{} cannot be {action}: {source}", path.display())]
pub struct FileError {
    /// The path of the file.
    pub path: PathBuf,
    /// The participle for the failed action: `read` or `written`.
    pub action: &'static str,
    /// The underlying error.
    pub source: io::Error,
}

impl FileError {
    /// Returns a function that converts errors of reading `path`.
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        move |source| Self {
            path: path.to_owned(),
            action: "read",
            source,
        }
    }

    /// Returns a function that converts errors of writing `path`.
    pub fn writing(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        move |source| Self {
            path: path.to_owned(),
            action: "written",
            source,
        }
    }
}
