use super::grid::Grid;
use bgo::files::{FileError, NewFileError};
use bgo::interrupt::Stopped;
use std::path::PathBuf;
use thiserror::Error;

/// Why positions were not enumerated. Parts that were finished stay.
#[derive(Debug, Error)]
pub enum EnumerateError {
    /// A board whose positions are too many.
    #[error("{0} has too many positions to visit; boards of at most 5x5 are enumerated")]
    TooLarge(Grid),
    /// A part has no length, or one that is no number of whole bytes.
    #[error("{0} is no length of a part; it is a multiple of 8 from 8 on")]
    PartSize(u64),
    /// Parts that there are not.
    #[error("there is no part {part}; {grid} has {parts} of this length, counted from 0")]
    NoPart {
        /// Which.
        part: u64,
        /// The board.
        grid: Grid,
        /// How many there are.
        parts: u64,
    },
    /// A folder that has parts of something else.
    #[error("{} is of {there}, and this is of {here}; use another folder", path.display())]
    OtherParts {
        /// What is in the folder.
        path: PathBuf,
        /// What that is of.
        there: String,
        /// What it should be of.
        here: String,
    },
    /// A file that is not what was written.
    #[error("{} is damaged: {what}; remove it and make the part again", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Nothing to add up or to go on from.
    #[error("{} has no finished part of legal positions; make some with bgo enumerate legal", .0.display())]
    NoParts(PathBuf),
    /// A file of a part's name that nothing describes.
    #[error("{} is there without a description of it (.json); move it away", .0.display())]
    Undescribed(PathBuf),
    /// Somebody else makes parts in the same folder.
    #[error("another process makes parts in {}", .0.display())]
    Busy(PathBuf),
    /// A part that others are made from is not finished.
    #[error("{} is not finished; make it with bgo enumerate legal", .0.display())]
    MissingPart(PathBuf),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file cannot be made.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// Somebody wants it to stop.
    #[error("stopped; finished parts stay, and the same command goes on behind them")]
    Stopped,
}

impl From<Stopped> for EnumerateError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
