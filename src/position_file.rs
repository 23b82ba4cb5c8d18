//! The records of position files, each with an id, a board, and optionally the
//! place where the position was found. `docs/positions.md` describes each byte.
//! The crate `bgo_research` reads and writes the files.

use crate::go::{Board, BoardSize, Color, ParseError, Point};
use serde::{Serialize, Serializer};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// The id that links a position to its scores: ten bytes, eight of which are a hash
/// shared by all eight orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionId {
    pub hash: u64,
    /// A number that distinguishes positions with the same hash; 0 in all published
    /// files.
    pub tiebreaker: u8,
    pub to_play: Color,
}

impl PositionId {
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let id = text.trim();
        let is_hex = id.len() == 2 * Self::BYTES && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(id, 16).ok().filter(|_| is_hex);
        let bytes = number.and_then(|number| number.to_be_bytes().last_chunk().copied());
        bytes.and_then(Self::from_bytes).ok_or_else(|| {
            ParseError::Unreadable(format!(
                "\"{text}\" is not an id of a position: write its ten bytes as 20 hex digits, of which the last two are 42 \
                 for Black to play and 57 for White"
            ))
        })
    }
}

const BLACK: u8 = b'#';
const WHITE: u8 = b'O';
const EMPTY: u8 = b'.';

/// A position with its id and, optionally, the place where it was found. In a file
/// for 9x9, it takes 92 or 100 bytes. The board has the orientation in which it was
/// first seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRecord {
    size: BoardSize,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraInfo {
    /// The number of the source file in the list that accompanies the file, from 1.
    pub source: u32,
    /// The variation within that file; 0 is the main line.
    pub variation: u16,
    pub move_number: u16,
}

impl ExtraInfo {
    const BYTES: usize = 8;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&self.source.to_be_bytes());
        bytes[4..6].copy_from_slice(&self.variation.to_be_bytes());
        bytes[6..].copy_from_slice(&self.move_number.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let [a, b, c, d, e, f, g, h] = bytes;
        Self {
            source: u32::from_be_bytes([a, b, c, d]),
            variation: u16::from_be_bytes([e, f]),
            move_number: u16::from_be_bytes([g, h]),
        }
    }
}

impl PositionRecord {
    pub fn new(id: PositionId, board: &Board, extra: Option<ExtraInfo>) -> Self {
        let size = board.size();
        let mut bytes = Vec::with_capacity(Self::length(size, extra.is_some()));
        bytes.extend(id.to_bytes());
        bytes.extend(size.points().map(|point| match board.get(point) {
            Some(Color::Black) => BLACK,
            Some(Color::White) => WHITE,
            None => EMPTY,
        }));
        bytes.push(extra.is_some().into());
        bytes.extend(extra.map(ExtraInfo::to_bytes).into_iter().flatten());
        Self { size, bytes }
    }

    pub fn from_bytes(bytes: &[u8], size: BoardSize) -> Option<Self> {
        let length = Self::measure(bytes, size).ok()?;
        (length == bytes.len()).then(|| Self {
            size,
            bytes: bytes.to_owned(),
        })
    }

    /// Replaces this record by the first one of `bytes` and returns its length. The
    /// memory is reused.
    pub fn read(&mut self, bytes: &[u8], size: BoardSize) -> Result<usize, (usize, RecordDamage)> {
        let length = Self::measure(bytes, size)?;
        self.size = size;
        self.bytes.clear();
        self.bytes.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    /// Returns the length of the first record in `bytes`, or the offset of the
    /// first wrong byte and its damage.
    pub fn measure(bytes: &[u8], size: BoardSize) -> Result<usize, (usize, RecordDamage)> {
        let place = flag_place(size);
        let flag = bytes.get(place).copied();
        let (found, length) = (bytes.len(), Self::length(size, flag.is_some()));
        let cut = (0, RecordDamage::Cut { found, length });
        let Some(flag) = flag else { return Err(cut) };
        let to_play = PositionId::BYTES - 1;
        if !b"BW".contains(&bytes[to_play]) {
            return Err((to_play, RecordDamage::ToPlay(bytes[to_play])));
        }
        let points = &bytes[PositionId::BYTES..place];
        // Without a branch per point, several points are tested at once.
        if !points.iter().fold(true, |all, &byte| all & is_point(byte)) {
            let wrong = points.iter().position(|&byte| !is_point(byte)).unwrap_or(0);
            return Err((PositionId::BYTES + wrong, RecordDamage::Point(points[wrong])));
        }
        if flag > 1 {
            return Err((place, RecordDamage::Flag(flag)));
        }
        let length = Self::length(size, flag == 1);
        if bytes.len() < length {
            return Err(cut);
        }
        Ok(length)
    }

    pub const fn length(size: BoardSize, has_extra: bool) -> usize {
        let extra = if has_extra { ExtraInfo::BYTES } else { 0 };
        flag_place(size) + 1 + extra
    }

    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the stored id, which may differ from the id of the board.
    pub fn id(&self) -> PositionId {
        let mut id = [0; PositionId::BYTES];
        id.copy_from_slice(&self.bytes[..PositionId::BYTES]);
        // The id was validated when the record was created.
        PositionId::from_bytes(id).unwrap_or(PositionId::new(0, Color::Black))
    }

    /// Returns the points of the board as `#`, `O` and `.`, row by row from the
    /// upper left corner.
    pub fn points(&self) -> &[u8] {
        &self.bytes[PositionId::BYTES..flag_place(self.size)]
    }

    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + Clone {
        self.size
            .points()
            .zip(self.points())
            .filter_map(|(point, byte)| match *byte {
                BLACK => Some((point, Color::Black)),
                WHITE => Some((point, Color::White)),
                _ => None,
            })
    }

    pub fn stone_counts(&self) -> [u16; 2] {
        [BLACK, WHITE].map(|color| self.points().iter().map(|&point| u16::from(point == color)).sum())
    }

    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for (point, color) in self.stones() {
            board.set(point, Some(color));
        }
        board
    }

    /// Returns the place where the position was found, if it is stored.
    pub fn extra(&self) -> Option<ExtraInfo> {
        let bytes = self.bytes.get(flag_place(self.size) + 1..)?;
        Some(ExtraInfo::from_bytes(bytes.try_into().ok()?))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }
}

const fn is_point(byte: u8) -> bool {
    (byte == BLACK) | (byte == WHITE) | (byte == EMPTY)
}

const fn flag_place(size: BoardSize) -> usize {
    PositionId::BYTES + size.area()
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RecordDamage {
    /// The data end in the middle of a record.
    #[error("the last record is cut off: {found} of its {length} bytes are there")]
    Cut { found: usize, length: usize },
    /// The colour to play is neither `B` nor `W`.
    #[error("{} says whose turn it is; it should be B or W", shown(*.0))]
    ToPlay(u8),
    /// A point is not `#`, `O` or `.`.
    #[error("{} is on the board; there can be # (black), O (white) and . (empty)", shown(*.0))]
    Point(u8),
    /// The flag is neither 0 nor 1.
    #[error("the flag for extra information is {0}; it should be 0 or 1")]
    Flag(u8),
}

fn shown(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("\"{}\"", char::from(byte)),
        _ => format!("the byte {byte}"),
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
