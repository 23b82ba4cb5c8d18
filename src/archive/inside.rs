//! Archives inside archives and folders, and temporary copies.

use super::error::ArchiveFault;
use super::member::{ArchiveItem, Member, SkipReason};
use super::packing::MAX_WINDOW;
use crate::files::{hash, hex, read_all};
use crate::interrupt::Interrupt;
use md5::{Digest, Md5};
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::{SpooledTempFile, TempDir};

/// The number of archives around the innermost one that is read.
pub(super) const MAX_DEPTH: usize = 3;

/// The number of bytes of an archive inside that are kept in memory. A larger one is copied to a
/// temporary file.
const IN_MEMORY: usize = 1 << 20;

const BUFFER: usize = 64 << 10;

/// The number of bytes that all archives inside a file may have, and all that is unpacked of them: as
/// many as this, or this many times the bytes of the file. Archives of records shrink to a tenth, and
/// hostile ones to a millionth.
pub(super) const MIN_ROOM: u64 = 1 << 30;
pub(super) const ROOM_FACTOR: u64 = 100;

#[derive(Debug)]
pub(super) enum Entry {
    Item(ArchiveItem),
    /// An archive inside another one, or in a folder, with its path.
    Archive(String, InnerFile),
}

impl Entry {
    pub const fn skipped(path: String, reason: SkipReason) -> Self {
        Self::Item(ArchiveItem::Skipped { path, reason })
    }

    /// Returns the archive inside at a path of which a copy was made, or the reason that there is none.
    pub fn spooled(path: String, copy: Result<InnerFile, String>) -> Self {
        match copy {
            Ok(source) => Self::Archive(path, source),
            Err(reason) => Self::skipped(path, SkipReason::Archive(reason)),
        }
    }
}

#[derive(Debug)]
pub(super) enum InnerFile {
    File(File),
    Spooled(SpooledTempFile),
}

impl InnerFile {
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
    pub(crate) fn into_file(self) -> io::Result<File> {
        match self {
            Self::File(file) => Ok(file),
            Self::Spooled(file) => file.into_file(),
        }
    }
}

impl Read for InnerFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Spooled(file) => file.read(buffer),
        }
    }
}

impl Seek for InnerFile {
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
pub(super) struct ArchiveLimits {
    pub record: u64,
    /// True inside another archive or a folder.
    pub is_inside: bool,
    /// The largest window of a decoder, in bytes. Half of that inside, as the decoders of the archives
    /// around keep theirs.
    pub window: u64,
    depth: usize,
    /// The least room of a file. Tests have less.
    pub min_room: u64,
    /// The number of bytes that the archives inside and what is unpacked of them may still have. They
    /// share it.
    room: Arc<AtomicU64>,
    stop: Interrupt,
}

impl ArchiveLimits {
    pub fn new(record: u64, stop: &Interrupt) -> Self {
        Self {
            record,
            is_inside: false,
            window: MAX_WINDOW,
            depth: 0,
            min_room: MIN_ROOM,
            room: Arc::default(),
            stop: stop.clone(),
        }
    }

    /// Returns the limits of a file of this many bytes, which is not inside another one.
    pub fn of_file(&self, bytes: u64) -> Self {
        let room = bytes.saturating_mul(ROOM_FACTOR).max(self.min_room);
        Self {
            depth: 1,
            room: Arc::new(AtomicU64::new(room)),
            ..self.clone()
        }
    }

    pub(crate) fn of_inside(&self) -> Self {
        Self {
            window: self.window / 2,
            depth: self.depth + 1,
            ..self.clone()
        }
    }

    /// Returns a record that was read up to one byte beyond the limit.
    pub(crate) fn entry_of(&self, path: String, bytes: Vec<u8>) -> Entry {
        if bytes.len() as u64 > self.record {
            Entry::skipped(path, SkipReason::TooLarge)
        } else {
            Entry::Item(ArchiveItem::Record(Member { path, bytes }))
        }
    }

    /// Returns unpacked data. Those of an archive inside another one count against the room: they fail
    /// with [`ArchiveFault::NoRoom`] beyond it.
    pub fn bounded<R: Read>(&self, data: R) -> Bounded<R> {
        let room = (self.depth > 1).then(|| self.room.clone());
        Bounded { data, room }
    }

    /// Returns a copy of an archive inside, or else the reason to skip it. Fails if `data` does.
    pub fn spool(&self, mut data: impl Read) -> io::Result<Result<InnerFile, String>> {
        if self.depth > MAX_DEPTH {
            return Ok(Err(format!("archives are read {MAX_DEPTH} deep; unpack it first")));
        }
        let mut file = SpooledTempFile::new(IN_MEMORY);
        let mut buffer = vec![0; BUFFER];
        loop {
            if self.stop.is_set() {
                return Err(ArchiveFault::Stopped.into_io());
            }
            let len = match data.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            // Deeper inside, what is unpacked has been counted.
            if self.depth == 1 && !takes(&self.room, len) {
                return Ok(Err(ArchiveFault::NoRoom.to_string()));
            }
            if let Err(error) = file.write_all(&buffer[..len]) {
                return Ok(Err(format!("no temporary copy can be made: {error}")));
            }
        }
        let rewound = file.rewind();
        Ok(rewound
            .map(|()| InnerFile::Spooled(file))
            .map_err(|error| format!("no temporary copy can be made: {error}")))
    }
}

/// Takes bytes from the room, or returns false, and leaves none, so that nothing that follows is
/// unpacked in vain.
fn takes(room: &AtomicU64, bytes: usize) -> bool {
    let before = room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| {
        Some(room.saturating_sub(bytes as u64))
    });
    before.is_ok_and(|before| before >= bytes as u64)
}

/// Data that take from the room of their file, if they have one.
pub(super) struct Bounded<R> {
    data: R,
    room: Option<Arc<AtomicU64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.data.read(buffer)?;
        match &self.room {
            Some(room) if !takes(room, len) => Err(ArchiveFault::NoRoom.into_io()),
            _ => Ok(len),
        }
    }
}

/// The number of hexadecimal digits of the content's checksum in the name.
const CHECKSUM_DIGITS: usize = 16;

/// A temporary copy of a stream. Archives are read more than once, and zip archives
/// from their end. If dropped, the file is deleted.
#[derive(Debug)]
pub struct Spooled {
    folder: TempDir,
    path: PathBuf,
    shown: PathBuf,
}

impl Spooled {
    /// The beginning of the name of the folder of a copy that [`Spooled::begin`] makes.
    pub const FOLDER: &str = ".bgo-upload-";

    /// Copies standard input up to its end. The name of the file follows from its content, so the same
    /// content always has the same name. If `stop` is set, fails with [`io::ErrorKind::Interrupted`]
    /// after the next bytes.
    pub fn standard_input(mut stream: impl Read, stop: &Interrupt) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let begun = folder.path().join("stdin");
        let mut file = File::create_new(&begun)?;
        read_all(&mut stream, stop, |bytes| file.write_all(bytes))?;
        drop(file);
        let mut file = File::open(&begun)?;
        let mut md5 = Md5::new();
        hash(&mut file, &mut md5, stop)?;
        drop(file);
        let path = folder.path().join(format!("stdin-{}", &hex(md5)[..CHECKSUM_DIGITS]));
        fs::rename(&begun, &path)?;
        let shown = "standard input".into();
        Ok(Self { folder, path, shown })
    }

    /// Begins a copy with this name in a new folder within `folder`. Also returns the file, to be
    /// written.
    pub fn begin(name: &str, folder: &Path) -> io::Result<(Self, File)> {
        let folder = tempfile::Builder::new().prefix(Self::FOLDER).tempdir_in(folder)?;
        let path = folder.path().join(name);
        let file = File::create_new(&path)?;
        let shown = name.into();
        Ok((Self { folder, path, shown }, file))
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what messages call it.
    #[must_use]
    pub fn shown(&self) -> &Path {
        &self.shown
    }

    /// Deletes the file.
    pub fn delete(self) -> io::Result<()> {
        self.folder.close()
    }
}
