//! Reads position files and scored files record by record.

use crate::error::{DamageKind, DamagedFile};
use bgo::internal::go::{Board, BoardSize, Color};
use bgo::internal::position_file::{PositionId, PositionRecord, RecordDamage};
use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::iter::FusedIterator;
use std::path::Path;

const BUFFER: usize = 256 << 10;

/// A buffered file whose next bytes can be examined before they are consumed.
struct Frames<R> {
    source: R,
    name: String,
    /// The board of the records; `None` for a scored file.
    size: Option<BoardSize>,
    buffer: Vec<u8>,
    /// The place of the next byte in the buffer.
    next: usize,
    filled: usize,
    /// The place of the next byte in the file.
    offset: u64,
}

impl<R: Read> Frames<R> {
    fn new(source: R, name: String, size: Option<BoardSize>) -> Self {
        Self {
            source,
            name,
            size,
            buffer: vec![0; BUFFER],
            next: 0,
            filled: 0,
            offset: 0,
        }
    }

    /// Returns the next `length` bytes, or fewer at the end of the file.
    fn peek(&mut self, length: usize) -> Result<&[u8], DamagedFile> {
        if self.filled - self.next < length {
            self.buffer.copy_within(self.next..self.filled, 0);
            self.filled -= self.next;
            self.next = 0;
            while self.filled < length {
                match self.source.read(&mut self.buffer[self.filled..]) {
                    Ok(0) => break,
                    Ok(read) => self.filled += read,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => {
                        return Err(DamagedFile {
                            name: self.name.clone(),
                            offset: self.offset + self.filled as u64,
                            what: format!("it cannot be read: {error}"),
                            kind: DamageKind::Unreadable,
                        });
                    }
                }
            }
        }
        let found = &self.buffer[self.next..self.filled];
        Ok(&found[..length.min(found.len())])
    }

    /// Consumes bytes that were examined.
    fn skip(&mut self, length: usize) {
        self.next += length;
        self.offset += length as u64;
    }

    /// Returns the error for a byte, counted from the next one.
    fn error(&self, byte: usize, damage: impl Display, is_cut: bool) -> DamagedFile {
        let kind = if is_cut { DamageKind::Cut } else { DamageKind::Wrong };
        let (question, kind) = match self.size {
            _ if self.offset > 0 => (String::new(), kind),
            None => ("; is it a scored file?".to_owned(), kind),
            Some(size) => (
                format!("; is it a file of {size} positions?"),
                DamageKind::First { is_cut },
            ),
        };
        DamagedFile {
            name: self.name.clone(),
            offset: self.offset + byte as u64,
            what: format!("{damage}{question}"),
            kind,
        }
    }
}

/// A reader of position files. After damage, it continues with the next bytes that can be a record.
pub struct PositionReader<R> {
    frames: Frames<R>,
    size: BoardSize,
    /// The place of the record that was read last.
    start: u64,
    ended: bool,
}

impl PositionReader<File> {
    /// Opens a file.
    pub fn open(path: &Path, size: BoardSize) -> io::Result<Self> {
        Ok(Self::new(File::open(path)?, path.display().to_string(), size))
    }
}

impl<R: Read> PositionReader<R> {
    /// Reads records of boards of this size. Errors call the file `name`.
    pub fn new(source: R, name: impl Into<String>, size: BoardSize) -> Self {
        Self {
            frames: Frames::new(source, name.into(), Some(size)),
            size,
            start: 0,
            ended: false,
        }
    }

    /// Returns an empty record to read into.
    pub fn room(&self) -> PositionRecord {
        PositionRecord::new(PositionId::new(0, Color::Black), &Board::new(self.size), None)
    }

    /// Returns the place of the record that was read last.
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// Visits the records up to the end or the first damage, each with its place.
    pub fn visit<E: From<DamagedFile>>(
        mut self,
        mut visit: impl FnMut(u64, &PositionRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut record = self.room();
        while self.read_into(&mut record)? {
            visit(self.start, &record)?;
        }
        Ok(())
    }

    /// Replaces `record` by the next one, if any, and reuses its memory.
    pub fn read_into(&mut self, record: &mut PositionRecord) -> Result<bool, DamagedFile> {
        if self.ended {
            return Ok(false);
        }
        let read = self.try_read(record);
        match &read {
            Err(error) if error.kind.is_contained() => self.find_next()?,
            Err(_) | Ok(false) => self.ended = true,
            Ok(true) => {}
        }
        read
    }

    fn try_read(&mut self, record: &mut PositionRecord) -> Result<bool, DamagedFile> {
        self.start = self.frames.offset;
        let bytes = self.frames.peek(PositionRecord::length(self.size, true))?;
        if bytes.is_empty() {
            return Ok(false);
        }
        match record.read(bytes, self.size) {
            Ok(length) => {
                self.frames.skip(length);
                Ok(true)
            }
            Err((byte, damage)) => {
                let is_cut = matches!(damage, RecordDamage::Cut { .. });
                Err(self.frames.error(byte, damage, is_cut))
            }
        }
    }

    /// Skips to the next bytes that can be a record. If only one byte was wrong, these are the next
    /// record: one beginning elsewhere would have bytes of an id on its board.
    fn find_next(&mut self) -> Result<(), DamagedFile> {
        loop {
            self.frames.skip(1);
            let bytes = self.frames.peek(PositionRecord::length(self.size, true))?;
            if bytes.is_empty() || PositionRecord::measure(bytes, self.size).is_ok() {
                return Ok(());
            }
        }
    }
}

impl<R: Read> Iterator for PositionReader<R> {
    type Item = Result<PositionRecord, DamagedFile>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut record = self.room();
        self.read_into(&mut record)
            .map(|read| read.then_some(record))
            .transpose()
    }
}

impl<R: Read> FusedIterator for PositionReader<R> {}

/// Black's lead on the board in points, without komi, as files store it: 3 to 8, where 3
/// includes less and 8 more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(u8);

impl Score {
    /// 3 points or less.
    pub const MIN: Self = Self(3);
    /// 8 points or more.
    pub const MAX: Self = Self(8);
    /// All scores, the lowest first.
    pub const ALL: [Self; 6] = [Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// Makes a score of points from 3 to 8.
    pub fn new(points: u8) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).contains(&points).then_some(Self(points))
    }

    /// Returns the score of a lead: the nearest whole number of points, or the higher of
    /// two equally near ones.
    pub fn of_lead(lead: f64) -> Self {
        Self((lead + 0.5).floor().clamp(Self::MIN.0.into(), Self::MAX.0.into()) as u8)
    }

    /// Returns the points, 3 to 8.
    pub const fn points(self) -> u8 {
        self.0
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

/// A position's score by an engine: twelve bytes of a scored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub id: PositionId,
    /// Black's lead, whichever colour is to play.
    pub score: Score,
    /// The confidence in the score, from 0 (likely wrong) to 100.
    pub confidence: u8,
}

impl ScoredPosition {
    /// The length of a record in bytes.
    pub const BYTES: usize = PositionId::BYTES + 2;

    /// Returns the bytes of a file: the id, the score and the confidence.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..PositionId::BYTES].copy_from_slice(&self.id.to_bytes());
        bytes[PositionId::BYTES..].copy_from_slice(&[self.score.0, self.confidence]);
        bytes
    }

    /// Reads the bytes of a file. The error is the place of a wrong byte, and a sentence.
    fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, (usize, String)> {
        const TO_PLAY: usize = PositionId::BYTES - 1;
        let [id @ .., score, confidence] = bytes;
        let Some(id) = PositionId::from_bytes(id) else {
            return Err((TO_PLAY, RecordDamage::ToPlay(id[TO_PLAY]).to_string()));
        };
        let Some(score) = Score::new(score) else {
            return Err((PositionId::BYTES, format!("the score is {score}; it should be 3 to 8")));
        };
        if confidence > 100 {
            let what = format!("the confidence is {confidence}; it should be 0 to 100");
            return Err((PositionId::BYTES + 1, what));
        }
        Ok(Self { id, score, confidence })
    }
}

/// Reads a scored file, and goes on after a damaged record. Errors call the file `name`. If an id is repeated, its
/// last record counts.
pub fn read_scored(
    source: impl Read,
    name: impl Into<String>,
) -> impl Iterator<Item = Result<ScoredPosition, DamagedFile>> {
    let mut frames = Frames::new(source, name.into(), None);
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let read = next_score(&mut frames);
        ended = match &read {
            Ok(read) => read.is_none(),
            Err(error) => !error.kind.is_contained(),
        };
        read.transpose()
    })
}

fn next_score(frames: &mut Frames<impl Read>) -> Result<Option<ScoredPosition>, DamagedFile> {
    let bytes = frames.peek(ScoredPosition::BYTES)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let Ok(bytes) = bytes.try_into() else {
        let damage = RecordDamage::Cut {
            found: bytes.len(),
            length: ScoredPosition::BYTES,
        };
        return Err(frames.error(0, damage, true));
    };
    let read = ScoredPosition::from_bytes(bytes).map_err(|(byte, damage)| frames.error(byte, damage, false));
    frames.skip(ScoredPosition::BYTES);
    read.map(Some)
}
