use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The error of a file that cannot be read or written.
#[derive(Debug, Error)]
#[error("{} cannot be {action}: {}", path.display(), system_reason(source))]
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

/// Returns the reason that the system gives for an error of a file.
pub(crate) fn system_reason(error: &io::Error) -> String {
    reason(error, cfg!(windows))
}

/// Returns the reason that a system gives. Windows says little of a file that another
/// program has open.
fn reason(error: &io::Error, is_windows: bool) -> String {
    match (is_windows, error.raw_os_error()) {
        // ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION.
        (true, Some(32 | 33)) => "another program holds it open; close it there".to_owned(),
        // ERROR_ACCESS_DENIED, also for a file that is to be replaced and is open elsewhere.
        (true, Some(5)) => "access is denied; another program may hold it open, or it is write-protected".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_another_program_holds_open_on_windows_has_a_sentence() {
        let said = |code| reason(&io::Error::from_raw_os_error(code), true);
        for code in [32, 33] {
            assert_eq!(said(code), "another program holds it open; close it there");
        }
        assert!(said(5).contains("another program may hold it open"));
        let elsewhere = reason(&io::Error::from_raw_os_error(5), false);
        assert!(!elsewhere.contains("another program"), "{elsewhere}");
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert_eq!(reason(&full, true), full.to_string());
    }
}
