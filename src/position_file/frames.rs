use super::error::{Damage, PositionFileError};
use std::io::{ErrorKind, Read};

/// Bytes that are read at a time.
const BUFFER: usize = 256 << 10;

/// The bytes of a file of records, of which some may be looked at before they
/// are taken.
pub struct Frames<R> {
    source: R,
    name: String,
    /// What the file should be.
    expected: String,
    buffer: Vec<u8>,
    /// What of the buffer is still to be taken.
    next: usize,
    filled: usize,
    /// Where that is in the file.
    offset: u64,
}

impl<R: Read> Frames<R> {
    /// Reads `source`. Errors call it `name` and say that it should be `expected`.
    pub fn new(source: R, name: String, expected: String) -> Self {
        Self {
            source,
            name,
            expected,
            buffer: vec![0; BUFFER],
            next: 0,
            filled: 0,
            offset: 0,
        }
    }

    /// The next bytes, as many as are wanted or the file has.
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
                    Err(error) => return Err(self.error(self.filled, error.into())),
                }
            }
        }
        let there = &self.buffer[self.next..self.filled];
        Ok(&there[..length.min(there.len())])
    }

    /// Goes on by bytes that were looked at.
    pub fn skip(&mut self, length: usize) {
        self.next += length;
        self.offset += length as u64;
    }

    /// Where the bytes come from that are next.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Something is wrong with this byte of those that are next.
    pub fn error(&self, byte: usize, damage: Damage) -> PositionFileError {
        PositionFileError {
            name: self.name.clone(),
            offset: self.offset + byte as u64,
            is_first: self.offset == 0 && !matches!(damage, Damage::Unreadable(_)),
            expected: self.expected.clone(),
            damage,
        }
    }
}
