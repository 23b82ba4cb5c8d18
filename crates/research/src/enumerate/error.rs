use super::grid::Grid;
use bgo::files::{FileError, NewFileError};
use bgo::interrupt::Stopped;
use std::path::PathBuf;
use thiserror::Error;

/// The error of enumerating positions. Finished parts are kept.
#[derive(Debug, Error)]
pub enum EnumerateError {
    /// The board has too many positions.
    #[error("{0} has too many positions to visit; boards of at most 5x5 are enumerated")]
    TooLarge(Grid),
    /// The length of a part is zero or not a number of whole bytes.
    #[error("{0} is not a length of a part; use a multiple of 8")]
    PartSize(u64),
    /// A part does not exist.
    #[error("there is no part {part}; {grid} has {parts} of this length, counted from 0")]
    NoPart {
        /// The part.
        part: u64,
        /// The board.
        grid: Grid,
        /// The number of parts.
        parts: u64,
    },
    /// The folder has parts of another kind.
    #[error("{} is of {found}, and this is of {expected}; use another folder", path.display())]
    OtherParts {
        /// A file of the folder.
        path: PathBuf,
        /// The board, length and rule of the file.
        found: String,
        /// The board, length and rule of the new parts.
        expected: String,
    },
    /// A file is damaged.
    #[error("{} is damaged: {what}; remove it and make the part again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        what: String,
    },
    /// The folder has no finished part of legal positions.
    #[error("{} has no finished part of legal positions", .0.display())]
    NoParts(PathBuf),
    /// A file with the name of a part has no description.
    #[error("{} exists without a description of it (.json); move it away", .0.display())]
    Undescribed(PathBuf),
    /// Another process makes parts in the folder.
    #[error("another process makes parts in {}", .0.display())]
    Busy(PathBuf),
    /// A part of legal positions is not finished.
    #[error("{} is not finished", .0.display())]
    MissingPart(PathBuf),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file cannot be created or written.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// The work was stopped.
    #[error("stopped; finished parts stay; rerun the command to continue")]
    Stopped,
}

impl From<Stopped> for EnumerateError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
