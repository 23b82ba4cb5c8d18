use super::error::{Damage, PositionFileError};
use super::frames::Frames;
use super::id::PositionId;
use crate::go::{Board, BoardSize, Color, Point};
use std::fs::File;
use std::io::{self, Read, Write};
use std::iter::FusedIterator;
use std::path::Path;

const BLACK: u8 = b'#';
const WHITE: u8 = b'O';
const EMPTY: u8 = b'.';

/// A position and its id, with or without the place where it was found: the
/// bytes of a position file, 92 or 100 of them for 9x9. The board is as it was
/// first seen and not turned to any orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRecord {
    size: BoardSize,
    bytes: Vec<u8>,
}

/// Where a position was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraInfo {
    /// The number of the source file in the list beside the file, from 1.
    pub source: u32,
    /// The variation within that file; 0 is the main line.
    pub variation: u16,
    /// Moves before the position within that variation.
    pub move_number: u16,
}

impl ExtraInfo {
    /// Bytes of it in a file.
    const BYTES: usize = 8;

    /// As files have it, big-endian.
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
    /// A record of a board.
    #[must_use]
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

    /// The record that these bytes are, all of them.
    #[must_use]
    pub fn from_bytes(bytes: &[u8], size: BoardSize) -> Option<Self> {
        let found = inspect(bytes, size).ok()?;
        (found == bytes.len()).then(|| Self {
            size,
            bytes: bytes.to_owned(),
        })
    }

    /// Bytes of a record, with extra information or without.
    #[must_use]
    pub const fn length(size: BoardSize, has_extra: bool) -> usize {
        let extra = if has_extra { ExtraInfo::BYTES } else { 0 };
        flag_place(size) + 1 + extra
    }

    /// The size of its board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Its id, whether or not that is the one that its board has.
    #[must_use]
    pub fn id(&self) -> PositionId {
        let mut id = [0; PositionId::BYTES];
        id.copy_from_slice(&self.bytes[..PositionId::BYTES]);
        // A record was inspected when it was made.
        PositionId::from_bytes(id).unwrap_or(PositionId::new(0, Color::Black))
    }

    /// The points of the board, row by row from the upper left corner: `#`, `O`
    /// and `.`.
    #[must_use]
    pub fn points(&self) -> &[u8] {
        &self.bytes[PositionId::BYTES..flag_place(self.size)]
    }

    /// Its stones, row by row.
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

    /// How many black and how many white stones there are.
    #[must_use]
    pub fn stone_counts(&self) -> [u16; 2] {
        [BLACK, WHITE].map(|color| self.points().iter().map(|&point| u16::from(point == color)).sum())
    }

    /// Its stones on a board.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for (point, color) in self.stones() {
            board.set(point, Some(color));
        }
        board
    }

    /// Where it was found, if it says so.
    #[must_use]
    pub fn extra(&self) -> Option<ExtraInfo> {
        let bytes = self.bytes.get(flag_place(self.size) + 1..)?;
        Some(ExtraInfo::from_bytes(bytes.try_into().ok()?))
    }

    /// As files have it.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends it to a file.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(&self.bytes)
    }
}

/// Where in a record the flag is.
const fn flag_place(size: BoardSize) -> usize {
    PositionId::BYTES + size.area()
}

/// How many bytes the record has that `bytes` begin with; else which byte is
/// wrong.
fn inspect(bytes: &[u8], size: BoardSize) -> Result<usize, (usize, Damage)> {
    let cut = |has_extra| {
        let damage = Damage::Cut {
            there: bytes.len(),
            length: PositionRecord::length(size, has_extra),
        };
        (0, damage)
    };
    let place = flag_place(size);
    let Some(&flag) = bytes.get(place) else {
        return Err(cut(false));
    };
    let to_play = PositionId::BYTES - 1;
    if !b"BW".contains(&bytes[to_play]) {
        return Err((to_play, Damage::ToPlay(bytes[to_play])));
    }
    let points = &bytes[PositionId::BYTES..place];
    let is_point = |byte: u8| (byte == BLACK) | (byte == WHITE) | (byte == EMPTY);
    // Without a branch a point, so that many are looked at at once.
    if !points.iter().fold(true, |all, &byte| all & is_point(byte)) {
        let wrong = points.iter().position(|&byte| !is_point(byte)).unwrap_or(0);
        return Err((PositionId::BYTES + wrong, Damage::Point(points[wrong])));
    }
    if flag > 1 {
        return Err((place, Damage::Flag(flag)));
    }
    let length = PositionRecord::length(size, flag == 1);
    if bytes.len() < length {
        return Err(cut(true));
    }
    Ok(length)
}

/// Reads a file of positions record by record. After damage it goes on with the
/// next bytes that can be a record.
pub struct PositionReader<R> {
    frames: Frames<R>,
    size: BoardSize,
    /// Where the record began that was read last.
    start: u64,
    ended: bool,
}

impl PositionReader<File> {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn open(path: &Path, size: BoardSize) -> io::Result<Self> {
        Ok(Self::new(File::open(path)?, path.display().to_string(), size))
    }
}

impl<R: Read> PositionReader<R> {
    /// Reads records of boards of this size. `name` is what errors call the
    /// file.
    pub fn new(source: R, name: impl Into<String>, size: BoardSize) -> Self {
        Self {
            frames: Frames::new(source, name.into(), format!("a file of {size} positions (--size)")),
            size,
            start: 0,
            ended: false,
        }
    }

    /// A record to read into: an empty board.
    #[must_use]
    pub fn room(&self) -> PositionRecord {
        PositionRecord::new(PositionId::new(0, Color::Black), &Board::new(self.size), None)
    }

    /// Where the record began that was read last.
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// Visits the records to the end, each with the place where it begins.
    ///
    /// # Errors
    /// The first damaged record, a file that cannot be read any more, and those of
    /// `visit`.
    pub fn visit<E: From<PositionFileError>>(
        mut self,
        mut visit: impl FnMut(u64, &PositionRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut record = self.room();
        while self.read_into(&mut record)? {
            visit(self.start, &record)?;
        }
        Ok(())
    }

    /// Reads the next record in place of `record`, whose memory is used again;
    /// whether there is one.
    ///
    /// # Errors
    /// A damaged record, and a file that cannot be read any more.
    pub fn read_into(&mut self, record: &mut PositionRecord) -> Result<bool, PositionFileError> {
        if self.ended {
            return Ok(false);
        }
        let read = self.try_read(record);
        match &read {
            Err(error) if error.damage.is_contained() => self.find_next()?,
            Err(_) | Ok(false) => self.ended = true,
            Ok(true) => {}
        }
        read
    }

    fn try_read(&mut self, record: &mut PositionRecord) -> Result<bool, PositionFileError> {
        self.start = self.frames.offset();
        let bytes = self.frames.peek(PositionRecord::length(self.size, true))?;
        if bytes.is_empty() {
            return Ok(false);
        }
        match inspect(bytes, self.size) {
            Ok(length) => {
                record.size = self.size;
                record.bytes.clear();
                record.bytes.extend_from_slice(&bytes[..length]);
                self.frames.skip(length);
                Ok(true)
            }
            Err((byte, damage)) => Err(self.frames.error(byte, damage)),
        }
    }

    /// Goes to the next bytes that can be a record. Where only one byte was
    /// wrong these are those of the next record: a record that began elsewhere
    /// would have bytes of an id on its board.
    fn find_next(&mut self) -> Result<(), PositionFileError> {
        let length = PositionRecord::length(self.size, true);
        let size = self.size;
        loop {
            self.frames.skip(1);
            let bytes = self.frames.peek(length)?;
            if bytes.is_empty() || inspect(bytes, size).is_ok() {
                return Ok(());
            }
        }
    }
}

impl<R: Read> Iterator for PositionReader<R> {
    type Item = Result<PositionRecord, PositionFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut record = self.room();
        self.read_into(&mut record)
            .map(|read| read.then_some(record))
            .transpose()
    }
}

impl<R: Read> FusedIterator for PositionReader<R> {}
