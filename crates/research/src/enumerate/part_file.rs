use super::error::EnumerateError;
use bgo::files::{NewFile, NewFileError, hex};
use md5::{Digest, Md5};
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

/// Serials that one thread takes at a time: whole bytes of a file of bits.
pub(super) const CHUNK: u64 = 1 << 18;

/// The chunks of a range of serials.
pub(super) fn chunks(serials: &Range<u64>) -> Vec<Range<u64>> {
    let end = serials.end;
    serials
        .clone()
        .step_by(CHUNK as usize)
        .map(|first| first..(first + CHUNK).min(end))
        .collect()
}

/// A file that is being made, with its length and checksum.
pub(super) struct PartFile {
    new: NewFile,
    file: File,
    md5: Md5,
    bytes: u64,
}

impl PartFile {
    /// Begins a file that is not there.
    pub fn new(path: &Path) -> Result<Self, EnumerateError> {
        let new = NewFile::new(path, false, &[]).map_err(|error| match error {
            NewFileError::Exists(path) => EnumerateError::Undescribed(path),
            error => error.into(),
        })?;
        Ok(Self {
            file: new.file()?,
            new,
            md5: Md5::new(),
            bytes: 0,
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), EnumerateError> {
        self.md5.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file
            .write_all(bytes)
            .map_err(|error| self.new.failed(error).into())
    }

    /// Its length and MD5, and what gives it its name.
    pub fn finish(self) -> (u64, String, NewFile) {
        (self.bytes, hex(self.md5), self.new)
    }
}
