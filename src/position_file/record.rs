use super::id::PositionId;
use crate::go::{Board, BoardSize, Color, Point};
use std::io::{self, Write};
use thiserror::Error;

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

/// The place where a position was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraInfo {
    /// The number of the source file in the list that accompanies the file, from 1.
    pub source: u32,
    /// The variation within that file; 0 is the main line.
    pub variation: u16,
    /// The number of moves before the position in that variation.
    pub move_number: u16,
}

impl ExtraInfo {
    /// The size in bytes in a file.
    const BYTES: usize = 8;

    /// Encodes the place for a file, all numbers big-endian.
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
    /// Creates the record of a board.
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

    /// Returns the record that all of `bytes` make up.
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
        let cut = |has_extra| {
            let damage = RecordDamage::Cut {
                found: bytes.len(),
                length: Self::length(size, has_extra),
            };
            (0, damage)
        };
        let place = flag_place(size);
        let Some(&flag) = bytes.get(place) else {
            return Err(cut(false));
        };
        let to_play = PositionId::BYTES - 1;
        if !b"BW".contains(&bytes[to_play]) {
            return Err((to_play, RecordDamage::ToPlay(bytes[to_play])));
        }
        let points = &bytes[PositionId::BYTES..place];
        let is_point = |byte: u8| (byte == BLACK) | (byte == WHITE) | (byte == EMPTY);
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
            return Err(cut(true));
        }
        Ok(length)
    }

    /// Returns the length of a record in bytes.
    pub const fn length(size: BoardSize, has_extra: bool) -> usize {
        let extra = if has_extra { ExtraInfo::BYTES } else { 0 };
        flag_place(size) + 1 + extra
    }

    /// Returns the size of the board.
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

    /// Returns the stones row by row.
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

    /// Returns the numbers of black and white stones.
    pub fn stone_counts(&self) -> [u16; 2] {
        [BLACK, WHITE].map(|color| self.points().iter().map(|&point| u16::from(point == color)).sum())
    }

    /// Returns the board.
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

    /// Returns the bytes of the record.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes the record.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }
}

/// Returns the offset of the flag in a record.
const fn flag_place(size: BoardSize) -> usize {
    PositionId::BYTES + size.area()
}

/// The damage of a record.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RecordDamage {
    /// The data end in the middle of a record.
    #[error("the last record is cut off: {found} of its {length} bytes are there")]
    Cut {
        /// The number of bytes present.
        found: usize,
        /// The length of a complete record.
        length: usize,
    },
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
