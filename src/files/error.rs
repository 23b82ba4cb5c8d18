use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The error of a file that cannot be read or written.
#[derive(Debug, Error)]
#[error("{} cannot be {action}: {source}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The participle that names what failed: `read` or `written`.
    pub action: &'static str,
    /// The error of the system.
    pub source: io::Error,
}

impl FileError {
    /// Returns the conversion of errors of reading `path`.
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        move |source| Self {
            path: path.to_owned(),
            action: "read",
            source,
        }
    }

    /// Returns the conversion of errors of writing `path`.
    pub fn writing(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        move |source| Self {
            path: path.to_owned(),
            action: "written",
            source,
        }
    }
}
