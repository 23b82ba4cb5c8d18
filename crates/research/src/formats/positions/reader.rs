//! Reads position files record by record.

use super::error::{PositionFileDamage, PositionFileError};
use bgo::go::{Board, BoardSize, Color};
use bgo::position_file::{PositionId, PositionRecord};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::iter::FusedIterator;
use std::path::Path;

/// The number of bytes to read at a time.
const BUFFER: usize = 256 << 10;

/// A buffered file whose next bytes can be examined before they are consumed.
pub(super) struct Frames<R> {
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
    pub fn new(source: R, name: String, size: Option<BoardSize>) -> Self {
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
    pub fn peek(&mut self, length: usize) -> Result<&[u8], PositionFileError> {
        if self.filled - self.next < length {
            self.buffer.copy_within(self.next..self.filled, 0);
            self.filled -= self.next;
            self.next = 0;
            while self.filled < length {
                match self.source.read(&mut self.buffer[self.filled..]) {
                    Ok(0) => break,
                    Ok(read) => self.filled += read,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(self.error(self.filled, error)),
                }
            }
        }
        let found = &self.buffer[self.next..self.filled];
        Ok(&found[..length.min(found.len())])
    }

    /// Consumes bytes that were examined.
    pub fn skip(&mut self, length: usize) {
        self.next += length;
        self.offset += length as u64;
    }

    /// Returns the error for a byte, counted from the next one.
    pub fn error(&self, byte: usize, damage: impl Into<PositionFileDamage>) -> PositionFileError {
        let damage = damage.into();
        PositionFileError {
            name: self.name.clone(),
            offset: self.offset + byte as u64,
            is_first: self.offset == 0 && !matches!(damage, PositionFileDamage::Unreadable(_)),
            damage,
            size: self.size,
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

    /// Replaces `record` by the next one, if any, and reuses its memory.
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
            Err((byte, damage)) => Err(self.frames.error(byte, damage)),
        }
    }

    /// Skips to the next bytes that can be a record. If only one byte was wrong, these are the next
    /// record: one beginning elsewhere would have bytes of an id on its board.
    fn find_next(&mut self) -> Result<(), PositionFileError> {
        let length = PositionRecord::length(self.size, true);
        let size = self.size;
        loop {
            self.frames.skip(1);
            let bytes = self.frames.peek(length)?;
            if bytes.is_empty() || PositionRecord::measure(bytes, size).is_ok() {
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
