use super::scored_file::lock;
use crate::formats::positions::PositionReader;
use crate::positions::PositionsError;
use bgo::files::{FileError, NewFile, folder_of, sync_folder};
use bgo::go::BoardSize;
use bgo::position_file::{PositionId, PositionRecord};
use std::collections::HashSet;
use std::fs::File;
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
    pub fn new(path: &'a Path, size: BoardSize) -> Result<Self, PositionsError> {
        let mut queue = Self { path, size, held: None };
        queue.held = queue.open_if_there()?;
        if let Some(file) = &queue.held {
            lock(file, path)?;
        }
        Ok(queue)
    }

    /// Adds the positions of files to the queue, and removes all positions in `scored`.
    pub fn fill<R: Read>(
        &mut self,
        files: impl IntoIterator<Item = Result<(R, String), PositionsError>>,
        scored: &HashSet<PositionId>,
    ) -> Result<Waiting, PositionsError> {
        let mut waiting = Waiting::default();
        let mut seen = HashSet::new();
        let waited = self.open_if_there()?;
        self.replace(|out| {
            let mut add = |_, record: &PositionRecord| {
                let id = record.id();
                if !seen.insert(id) {
                    return Ok(());
                }
                if scored.contains(&id) {
                    waiting.scored_before += 1;
                    return Ok(());
                }
                waiting.positions += 1;
                out.add(record)
            };
            if let Some(file) = waited {
                self.reader(file).visit(&mut add)?;
            }
            for file in files {
                let (file, name) = file?;
                PositionReader::new(file, name, self.size).visit(&mut add)?;
            }
            Ok(())
        })?;
        // The file has been replaced.
        let held = self
            .held
            .insert(File::open(self.path).map_err(FileError::reading(self.path))?);
        lock(held, self.path)?;
        Ok(waiting)
    }

    /// Removes the positions in `scored`, and the queue if it is then empty. Returns the number of
    /// positions left.
    pub fn drain(&self, scored: &HashSet<PositionId>) -> Result<u64, PositionsError> {
        let reader = self.open()?;
        let mut left = 0;
        self.replace(|out| {
            reader.visit(|_, record| {
                if scored.contains(&record.id()) {
                    return Ok(());
                }
                left += 1;
                out.add(record)
            })
        })?;
        if left == 0 {
            let removed = std::fs::remove_file(self.path);
            removed
                .and_then(|()| sync_folder(folder_of(self.path)))
                .map_err(FileError::reading(self.path))?;
        }
        Ok(left)
    }

    /// Opens the queue for reading.
    pub fn open(&self) -> Result<PositionReader<File>, PositionsError> {
        let file = File::open(self.path).map_err(FileError::reading(self.path))?;
        Ok(self.reader(file))
    }

    fn reader(&self, file: File) -> PositionReader<File> {
        PositionReader::new(file, self.path.display().to_string(), self.size)
    }

    fn open_if_there(&self) -> Result<Option<File>, PositionsError> {
        match File::open(self.path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::reading(self.path)(error).into()),
        }
    }

    /// Replaces all records, or none after an error.
    fn replace(
        &self,
        write: impl FnOnce(&mut NewQueue<'_>) -> Result<(), PositionsError>,
    ) -> Result<(), PositionsError> {
        let new = NewFile::new(self.path, true, &[])?;
        let mut new_queue = NewQueue {
            out: BufWriter::new(new.file()?),
            new: &new,
        };
        write(&mut new_queue)?;
        new_queue.out.flush().map_err(|error| new.failed(error))?;
        drop(new_queue);
        new.complete()?;
        Ok(())
    }
}

/// The file of a new queue.
struct NewQueue<'a> {
    out: BufWriter<File>,
    new: &'a NewFile,
}

impl NewQueue<'_> {
    fn add(&mut self, record: &PositionRecord) -> Result<(), PositionsError> {
        Ok(record.write(&mut self.out).map_err(|error| self.new.failed(error))?)
    }
}

/// The positions of a filled queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    /// The positions in the queue.
    pub positions: u64,
    /// The other positions, which already have a score.
    pub scored_before: u64,
}
