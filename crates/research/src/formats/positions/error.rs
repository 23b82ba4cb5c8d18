use bgo::go::BoardSize;
use bgo::position_file::RecordDamage;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Damage in a position file or a scored file, with its place.
#[derive(Debug, Error)]
#[error("{name}: byte {offset}: {damage}{}", self.question())]
pub struct PositionFileError {
    /// The name that the reader was given.
    pub name: String,
    /// The wrong byte, counted from 0; if a record is cut off, its first byte.
    pub offset: u64,
    /// The damage.
    pub damage: PositionFileDamage,
    /// The board of the records; `None` for a scored file.
    pub size: Option<BoardSize>,
    /// True if the first record is wrong, so that the file may be something else.
    pub is_first: bool,
}

/// The kinds of damage in a position file or a scored file.
#[derive(Debug, Error)]
pub enum PositionFileDamage {
    /// A wrong byte, or a record that is cut off.
    #[error(transparent)]
    Record(#[from] RecordDamage),
    /// A score outside 3 to 8.
    #[error("the score is {0}; it should be 3 to 8")]
    Score(u8),
    /// A confidence above 100.
    #[error("the confidence is {0}; it should be 0 to 100")]
    Confidence(u8),
    /// The file cannot be read there.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl PositionFileError {
    /// Returns whether the file cannot be read, as opposed to having wrong bytes.
    pub const fn is_unreadable(&self) -> bool {
        matches!(self.damage, PositionFileDamage::Unreadable(_))
    }

    fn question(&self) -> String {
        match (self.is_first, self.size) {
            (false, _) => String::new(),
            (true, None) => "; is it a scored file?".to_owned(),
            (true, Some(size)) => format!("; is it a file of {size} positions?"),
        }
    }
}

impl PositionFileDamage {
    /// Returns whether the position of the next record is known.
    pub(super) const fn is_contained(&self) -> bool {
        !matches!(self, Self::Record(RecordDamage::Cut { .. }) | Self::Unreadable(_))
    }
}

/// The error for a text file that cannot be read or has a wrong line, and for a Zobrist
/// table that is too small.
#[derive(Debug, Error)]
pub enum TextFileError {
    /// The file cannot be read.
    #[error("{name} cannot be read: {source}")]
    Unreadable {
        /// The kind and the name of the file.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A line is wrong.
    #[error("{name}: line {line}: {reason}")]
    Line {
        /// The kind and the name of the file.
        name: String,
        /// The line, counted from 1.
        line: u64,
        /// The fault, and the expected form.
        reason: String,
    },
    /// The board has more points than the Zobrist table has rows.
    #[error("the Zobrist table has {rows} rows, and a {size} board has {points} points", points = size.area())]
    TooFewRows {
        /// The rows of the table.
        rows: usize,
        /// The board.
        size: BoardSize,
    },
}

/// Reads a text file; errors call it `name`.
pub(super) fn read_text(path: &Path, name: &str) -> Result<String, TextFileError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(source) => Err(TextFileError::Unreadable {
            name: name.to_owned(),
            source,
        }),
    }
}
