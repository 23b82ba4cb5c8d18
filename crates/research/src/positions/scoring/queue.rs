//! The files of a run: the positions that remain, and the scores.

use crate::error::{ErrorKind, ResearchError};
use crate::formats::positions::{PositionReader, ScoredPosition, read_scored};
use bgo::internal::files::{FileError, NewFile, folder_of, sync_folder};
use bgo::internal::go::BoardSize;
use bgo::internal::position_file::{PositionId, PositionRecord};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// The positions that remain to be scored: a position file with each id once.
pub(super) struct Queue<'a> {
    path: &'a Path,
    size: BoardSize,
    /// The lock that excludes other processes.
    held: Option<File>,
}

impl<'a> Queue<'a> {
    /// Opens the queue in a file, which need not exist.
    pub fn new(path: &'a Path, size: BoardSize) -> Result<Self, ResearchError> {
        let mut queue = Self { path, size, held: None };
        queue.held = queue.open_if_there()?;
        if let Some(file) = &queue.held {
            lock(file, path)?;
        }
        Ok(queue)
    }

    /// Adds the positions of files to the queue, and removes all positions in `scored`. Returns the
    /// number of positions in the queue, and of the others, which already have a score.
    pub fn fill<R: Read>(
        &mut self,
        files: impl IntoIterator<Item = Result<(R, String), ResearchError>>,
        scored: &HashSet<PositionId>,
    ) -> Result<(u64, u64), ResearchError> {
        let (mut seen, mut seen_scored) = (HashSet::new(), HashSet::new());
        let waited = self.open_if_there()?;
        self.replace(|add| {
            let mut add_new = |record: &PositionRecord| {
                let id = record.id();
                if scored.contains(&id) {
                    seen_scored.insert(id);
                } else if seen.insert(id) {
                    add(record)?;
                }
                Ok::<_, ResearchError>(())
            };
            if let Some(file) = waited {
                self.reader(file).visit(|_, record| add_new(record))?;
            }
            for file in files {
                let (file, name) = file?;
                PositionReader::new(file, name, self.size).visit(|_, record| add_new(record))?;
            }
            Ok(())
        })?;
        // The file has been replaced.
        let held = self
            .held
            .insert(File::open(self.path).map_err(FileError::reading(self.path))?);
        lock(held, self.path)?;
        Ok((seen.len() as u64, seen_scored.len() as u64))
    }

    /// Removes the positions in `scored`, and the queue if it is then empty. Returns the number of
    /// positions left.
    pub fn drain(&self, scored: &HashSet<PositionId>) -> Result<u64, ResearchError> {
        let reader = self.open()?;
        let mut left = 0;
        self.replace(|add| {
            reader.visit(|_, record| {
                if scored.contains(&record.id()) {
                    return Ok(());
                }
                left += 1;
                add(record)
            })
        })?;
        if left == 0 {
            std::fs::remove_file(self.path)
                .and_then(|()| sync_folder(folder_of(self.path)))
                .map_err(FileError::reading(self.path))?;
        }
        Ok(left)
    }

    pub fn open(&self) -> Result<PositionReader<File>, ResearchError> {
        let file = File::open(self.path).map_err(FileError::reading(self.path))?;
        Ok(self.reader(file))
    }

    fn reader(&self, file: File) -> PositionReader<File> {
        PositionReader::new(file, self.path.display().to_string(), self.size)
    }

    fn open_if_there(&self) -> Result<Option<File>, ResearchError> {
        match File::open(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => Ok(Some(opened.map_err(FileError::reading(self.path))?)),
        }
    }

    /// Replaces all records by those that `fill` adds, or none after an error.
    fn replace(
        &self,
        fill: impl FnOnce(&mut dyn FnMut(&PositionRecord) -> Result<(), ResearchError>) -> Result<(), ResearchError>,
    ) -> Result<(), ResearchError> {
        let new = NewFile::new(self.path, true, &[])?;
        let mut out = BufWriter::new(new.file()?);
        fill(&mut |record| Ok(record.write(&mut out).map_err(|error| new.failed(error))?))?;
        out.flush().map_err(|error| new.failed(error))?;
        drop(out);
        new.complete()?;
        Ok(())
    }
}

/// A scored file to append to.
pub(super) struct ScoredFile<'a> {
    path: &'a Path,
    /// The file; `None` before its first score.
    file: Option<File>,
    /// The positions with a score.
    pub ids: HashSet<PositionId>,
    /// The number of bytes of a partial record that were removed from the end.
    pub cut: u64,
}

impl<'a> ScoredFile<'a> {
    /// Opens a scored file. If it does not exist, the first score creates it. A partial record at
    /// the end, as left by a power failure, is removed if all records before it are scores. Other
    /// damage is an error.
    pub fn open(path: &'a Path) -> Result<Self, ResearchError> {
        let unwritable = FileError::writing(path);
        let mut scored = Self {
            path,
            file: None,
            ids: HashSet::new(),
            cut: 0,
        };
        let mut file = match OpenOptions::new().read(true).append(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(scored),
            opened => opened.map_err(unwritable)?,
        };
        lock(&file, path)?;
        let length = file.metadata().map_err(unwritable)?.len();
        let whole = length - length % ScoredPosition::BYTES as u64;
        // A file shorter than a score is not a scored file.
        let read = if whole > 0 { whole } else { length };
        for position in read_scored((&mut file).take(read), path.display().to_string()) {
            scored.ids.insert(position?.id);
        }
        scored.cut = length - whole;
        if scored.cut > 0 {
            file.set_len(whole).map_err(unwritable)?;
        }
        scored.file = Some(file);
        Ok(scored)
    }

    pub fn append(&mut self, scored: ScoredPosition) -> Result<(), ResearchError> {
        let unwritable = FileError::writing(self.path);
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let file = OpenOptions::new().append(true).create_new(true).open(self.path);
                let file = file.map_err(unwritable)?;
                lock(&file, self.path)?;
                self.file.insert(file)
            }
        };
        file.write_all(&scored.to_bytes()).map_err(unwritable)?;
        self.ids.insert(scored.id);
        Ok(())
    }

    /// Flushes all scores to the disk.
    pub fn sync(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        file.sync_all()?;
        sync_folder(folder_of(self.path))
    }
}

fn lock(file: &File, path: &Path) -> Result<(), ResearchError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(ErrorKind::Other.error(format!(
            "{} is being written to by another process; wait for it, or write to another file",
            path.display()
        ))),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
