use crate::export::NewFile;
use crate::formats::positions::{PositionId, PositionReader, PositionRecord, ScoredPosition, ScoredReader};
use crate::go::BoardSize;
use crate::positions::PositionsError;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The positions that wait to be scored: a file of their records, each id once.
pub(super) struct Queue<'a> {
    path: &'a Path,
    size: BoardSize,
}

impl<'a> Queue<'a> {
    pub const fn new(path: &'a Path, size: BoardSize) -> Self {
        Self { path, size }
    }

    /// Makes the queue of what waits already and what the files have, without
    /// what is `scored`. How many wait, and how many positions were scored.
    pub fn fill<R: Read>(
        &self,
        files: impl IntoIterator<Item = (R, String)>,
        scored: &HashSet<PositionId>,
    ) -> Result<Waiting, PositionsError> {
        let mut waiting = Waiting::default();
        let mut seen = HashSet::new();
        let mut add = |record: &PositionRecord, out: &mut dyn Write| {
            let id = record.id();
            if !seen.insert(id) {
                return Ok(());
            }
            if scored.contains(&id) {
                waiting.scored += 1;
                return Ok(());
            }
            waiting.positions += 1;
            record.write(out)
        };
        let waited = self.open_if_there()?;
        self.replace(|out| {
            if let Some(file) = waited {
                visit(file, &self.path.display().to_string(), self.size, out, &mut add)?;
            }
            for (file, name) in files {
                visit(file, &name, self.size, out, &mut add)?;
            }
            Ok(())
        })?;
        Ok(waiting)
    }

    /// Takes out what is `scored`. How many are left; a queue that is empty is
    /// removed.
    pub fn drain(&self, scored: &HashSet<PositionId>) -> Result<u64, PositionsError> {
        let file = self.open()?;
        let mut left = 0;
        self.replace(|out| {
            let name = self.path.display().to_string();
            visit(file, &name, self.size, out, &mut |record, out| {
                if scored.contains(&record.id()) {
                    return Ok(());
                }
                left += 1;
                record.write(out)
            })
        })?;
        if left == 0 {
            let removed = std::fs::remove_file(self.path);
            removed.map_err(|source| self.unreadable(source))?;
        }
        Ok(left)
    }

    /// Reads the queue.
    pub fn open(&self) -> Result<File, PositionsError> {
        File::open(self.path).map_err(|source| self.unreadable(source))
    }

    fn open_if_there(&self) -> Result<Option<File>, PositionsError> {
        match File::open(self.path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(self.unreadable(source)),
        }
    }

    fn unreadable(&self, source: io::Error) -> PositionsError {
        PositionsError::Unreadable {
            path: self.path.to_owned(),
            source,
        }
    }

    /// Puts other records in its place, all of them or none.
    fn replace(&self, write: impl FnOnce(&mut dyn Write) -> Result<(), PositionsError>) -> Result<(), PositionsError> {
        let new = NewFile::new(self.path, true, &[])?;
        let mut out = BufWriter::new(new.file()?);
        write(&mut out)?;
        out.flush().map_err(PositionsError::Unwritable)?;
        drop(out);
        new.complete()?;
        Ok(())
    }
}

/// What a queue was filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    /// How many wait.
    pub positions: u64,
    /// How many of those that were to be scored have a score already.
    pub scored: u64,
}

fn visit(
    file: impl Read,
    name: &str,
    size: BoardSize,
    out: &mut dyn Write,
    visit: &mut impl FnMut(&PositionRecord, &mut dyn Write) -> io::Result<()>,
) -> Result<(), PositionsError> {
    let mut reader = PositionReader::new(file, name, size);
    let mut record = reader.room();
    while reader.read_into(&mut record)? {
        visit(&record, out).map_err(PositionsError::Unwritable)?;
    }
    Ok(())
}

/// A scored file that grows.
pub(super) struct ScoredFile {
    file: File,
    /// What has a score.
    pub ids: HashSet<PositionId>,
    /// Bytes at the end that were no whole record and were taken away.
    pub cut: u64,
}

/// Why a scored file cannot be added to.
#[derive(Debug)]
pub(super) enum ScoredFileError {
    Positions(PositionsError),
    InUse,
}

impl ScoredFile {
    /// Opens a scored file, or makes one. What a power cut left of a record at its
    /// end is taken away; other damage is an error.
    pub fn open(path: &Path) -> Result<Self, ScoredFileError> {
        let unreadable = |source| {
            ScoredFileError::Positions(PositionsError::Unreadable {
                path: path.to_owned(),
                source,
            })
        };
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(unreadable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ScoredFileError::InUse),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let length = file.metadata().map_err(unreadable)?.len();
        let cut = length % ScoredPosition::BYTES as u64;
        file.set_len(length - cut).map_err(unreadable)?;
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut ids = HashSet::new();
        for scored in ScoredReader::new(&file, path.display().to_string()) {
            ids.insert(scored.map_err(|error| ScoredFileError::Positions(error.into()))?.id);
        }
        Ok(Self { file, ids, cut })
    }

    /// Adds a score at the end.
    pub fn append(&mut self, scored: ScoredPosition) -> io::Result<()> {
        self.file.write_all(&scored.to_bytes())?;
        self.ids.insert(scored.id);
        Ok(())
    }

    /// Waits until all is on the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}
