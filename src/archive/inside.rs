//! Archives inside archives and folders.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::SpooledTempFile;

use super::member::{Item, SkipReason};
use super::packing::MAX_WINDOW;
use crate::interrupt::Interrupt;

/// The number of archives around the innermost one that is read.
pub const MAX_DEPTH: usize = 3;

/// The number of bytes of an archive inside that are kept in memory. A larger one is copied to a
/// temporary file.
const IN_MEMORY: usize = 1 << 20;

/// The number of bytes that are copied at a time.
const BUFFER: usize = 64 << 10;

/// The number of bytes that all archives inside a file may have: as many as this, or this many times
/// the bytes of the file. Archives of records shrink to a tenth, and hostile ones to a millionth.
const MIN_ROOM: u64 = 1 << 30;
const ROOM_FACTOR: u64 = 100;

/// A finding of a reader of members.
#[derive(Debug)]
pub(super) enum Entry {
    Item(Item),
    Archive(Inside),
}

/// An archive inside another one, or in a folder.
#[derive(Debug)]
pub(super) struct Inside {
    pub path: String,
    pub source: Source,
}

/// The bytes of an archive, read from their beginning.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Spooled(SpooledTempFile),
}

impl Source {
    /// Returns the number of bytes.
    pub fn len(&mut self) -> io::Result<u64> {
        match self {
            Self::File(file) => Ok(file.metadata()?.len()),
            Self::Spooled(file) => {
                let len = file.seek(io::SeekFrom::End(0))?;
                file.rewind()?;
                Ok(len)
            }
        }
    }

    /// Returns a file with the bytes, for formats that are not read from beginning to end.
    pub fn into_file(self) -> io::Result<File> {
        match self {
            Self::File(file) => Ok(file),
            Self::Spooled(file) => file.into_file(),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Spooled(file) => file.read(buffer),
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Spooled(file) => file.seek(to),
        }
    }
}

/// The limits on reading an archive: the length of records, and the number and size of the archives
/// inside.
#[derive(Clone)]
pub(super) struct Limits {
    /// The length of the longest record, in bytes.
    pub record: u64,
    /// True inside another archive or a folder.
    pub is_inside: bool,
    /// The largest window of a decoder, in bytes. Half of that inside, as the decoders of the archives
    /// around keep theirs.
    pub window: u64,
    /// The number of archives around those inside.
    depth: usize,
    /// The number of bytes that the archives inside may still have. They share it.
    room: Arc<AtomicU64>,
    stop: Interrupt,
}

impl Limits {
    pub fn new(record: u64, stop: &Interrupt) -> Self {
        Self {
            record,
            is_inside: false,
            window: MAX_WINDOW,
            depth: 0,
            room: Arc::default(),
            stop: stop.clone(),
        }
    }

    /// Returns the limits of a file of this many bytes, which is not inside another one.
    pub fn of_file(&self, bytes: u64) -> Self {
        let room = bytes.saturating_mul(ROOM_FACTOR).max(MIN_ROOM);
        Self {
            depth: 1,
            room: Arc::new(AtomicU64::new(room)),
            ..self.clone()
        }
    }

    /// Returns the limits of an archive inside.
    pub fn of_inside(&self) -> Self {
        Self {
            window: self.window / 2,
            depth: self.depth + 1,
            ..self.clone()
        }
    }

    /// Returns an archive inside with the bytes of `data`, or else the reason to skip it. Fails if
    /// `data` does.
    pub fn spool(&self, path: String, mut data: impl Read) -> io::Result<Entry> {
        let skipped = |path, reason: String| {
            let reason = SkipReason::Archive(reason);
            Ok(Entry::Item(Item::Skipped { path, reason }))
        };
        if self.depth > MAX_DEPTH {
            return skipped(path, format!("archives are read {MAX_DEPTH} deep; unpack it first"));
        }
        let mut file = SpooledTempFile::new(IN_MEMORY);
        let mut buffer = vec![0; BUFFER];
        loop {
            if self.stop.is_set() {
                return Err(super::Fault::Stopped.into_io());
            }
            let len = match data.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let take = |room: u64| room.checked_sub(len as u64);
            if self
                .room
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
                .is_err()
            {
                let what =
                    format!("the archives inside have over {ROOM_FACTOR} times the size of the file; unpack it first");
                return skipped(path, what);
            }
            if let Err(error) = file.write_all(&buffer[..len]) {
                return skipped(path, format!("no temporary copy can be made: {error}"));
            }
        }
        match file.rewind() {
            Ok(()) => Ok(Entry::Archive(Inside {
                path,
                source: Source::Spooled(file),
            })),
            Err(error) => skipped(path, format!("no temporary copy can be made: {error}")),
        }
    }
}
