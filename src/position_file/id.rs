use crate::go::Color;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The id that links a position to its scores: ten bytes, eight of which are a hash
/// shared by all eight orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionId {
    /// The smallest Zobrist hash of the eight orientations.
    pub hash: u64,
    /// A number that distinguishes positions with the same hash; 0 in all published
    /// files.
    pub tiebreaker: u8,
    /// The colour to play.
    pub to_play: Color,
}

/// The error for a text that is not an id.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "\"{0}\" is not an id of a position: write its ten bytes as 20 hex digits, \
     of which the last two are 42 for Black to play and 57 for White"
)]
pub struct ParsePositionIdError(String);

impl PositionId {
    /// The size of an id in bytes.
    pub const BYTES: usize = 10;

    /// Creates an id with tiebreaker 0.
    pub const fn new(hash: u64, to_play: Color) -> Self {
        Self {
            hash,
            tiebreaker: 0,
            to_play,
        }
    }

    /// Encodes the id for a file: the hash, big-endian, the tiebreaker, and `B` or
    /// `W`.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.hash.to_be_bytes());
        bytes[8] = self.tiebreaker;
        bytes[9] = self.to_play.letter() as u8;
        bytes
    }

    /// Decodes an id from a file. Returns `None` if the last byte is neither `B`
    /// nor `W`.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let [hash @ .., tiebreaker, to_play] = bytes;
        Some(Self {
            hash: u64::from_be_bytes(hash),
            tiebreaker,
            to_play: match to_play {
                b'B' => Color::Black,
                b'W' => Color::White,
                _ => return None,
            },
        })
    }
}

/// Writes the ten bytes as 20 hex digits.
impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for PositionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for PositionId {
    type Err = ParsePositionIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let read = || {
            let digits: [u8; 2 * Self::BYTES] = text.trim().as_bytes().try_into().ok()?;
            let mut bytes = [0; Self::BYTES];
            for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
                *byte = digit(pair[0])? << 4 | digit(pair[1])?;
            }
            Self::from_bytes(bytes)
        };
        read().ok_or_else(|| ParsePositionIdError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_bytes_and_twenty_digits() {
        let id = PositionId::new(0x3184_6ceb_8015_dc92, Color::White);
        assert_eq!(id.to_string(), "31846ceb8015dc920057");
        assert_eq!(id.to_bytes(), *b"\x31\x84\x6c\xeb\x80\x15\xdc\x92\0W");
        assert_eq!("31846CEB8015DC920057".parse(), Ok(id));
        for byte in 0..=u8::MAX {
            let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, byte];
            let id = PositionId::from_bytes(bytes);
            assert_eq!(id.map(PositionId::to_bytes), b"BW".contains(&byte).then_some(bytes));
        }
    }

    #[test]
    fn other_texts_are_not_ids() {
        for text in [
            "",
            "31846ceb8015dc92",
            "31846ceb8015dc920058",
            "31846ceb8015dc92005",
            "31846ceb8015dc9200570",
            "+1846ceb8015dc920057",
            "é1846ceb8015dc92005",
        ] {
            assert!(text.parse::<PositionId>().is_err(), "{text}");
        }
    }
}
