use std::io;
use thiserror::Error;

/// What is wrong in a file, and where.
#[derive(Debug, Error)]
#[error("{name}: byte {offset}: {damage}{}", first_hint(*.is_first, expected))]
pub struct PositionFileError {
    /// The file, as it was named to the reader.
    pub name: String,
    /// The wrong byte, counted from 0; where a record is cut off or has
    /// another id, the first byte of that record.
    pub offset: u64,
    /// What is wrong there.
    pub damage: Damage,
    /// What the file was read as.
    pub expected: String,
    /// Whether it is in the first record, so that it may be another file altogether.
    pub is_first: bool,
}

fn first_hint(is_first: bool, expected: &str) -> String {
    match is_first {
        true => format!("; is it {expected}?"),
        false => String::new(),
    }
}

impl PositionFileError {
    /// Whether the file cannot be read, rather than what is in it is wrong.
    #[must_use]
    pub const fn is_unreadable(&self) -> bool {
        matches!(self.damage, Damage::Unreadable(_))
    }
}

/// What can be wrong with a record.
#[derive(Debug, Error)]
pub enum Damage {
    /// The file ends in the middle of a record.
    #[error("the last record is cut off: {there} of its {length} bytes are there")]
    Cut {
        /// How many bytes of it there are.
        there: usize,
        /// How many it should have.
        length: usize,
    },
    /// Neither `B` nor `W`.
    #[error("{} says whose turn it is; it should be B or W", shown(*.0))]
    ToPlay(u8),
    /// Neither `#`, `O` nor `.`.
    #[error("{} is on the board; there can be # (black), O (white) and . (empty)", shown(*.0))]
    Point(u8),
    /// Neither 0 nor 1.
    #[error("the flag for extra information is {0}; it should be 0 or 1")]
    Flag(u8),
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

impl Damage {
    /// Whether it is known where the next record begins.
    #[must_use]
    pub const fn is_contained(&self) -> bool {
        !matches!(self, Self::Cut { .. } | Self::Unreadable(_))
    }
}

fn shown(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("\"{}\"", char::from(byte)),
        _ => format!("the byte {byte}"),
    }
}
