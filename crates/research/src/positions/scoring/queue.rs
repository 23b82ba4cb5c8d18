use super::error::ScoreError;
use super::scored_file::lock;
use crate::positions::PositionsError;
use bgo::files::NewFile;
use bgo::go::BoardSize;
use bgo::position_file::{PositionId, PositionReader, PositionRecord};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// The positions that wait to be scored: a file of their records, each id once.
pub(super) struct Queue<'a> {
    path: &'a Path,
    size: BoardSize,
    /// Keeps other processes from it for as long as it is open.
    held: Option<File>,
}

impl<'a> Queue<'a> {
    /// The queue in a file, which need not be there yet.
    pub fn new(path: &'a Path, size: BoardSize) -> Result<Self, ScoreError> {
        let mut queue = Self { path, size, held: None };
        queue.held = queue.open_if_there()?;
        if let Some(file) = &queue.held {
            lock(file, path)?;
        }
        Ok(queue)
    }

    /// Makes the queue of what waits already and what the files have, without
    /// what is `scored`. How many wait, and how many positions were scored.
    pub fn fill<R: Read>(
        &mut self,
        files: impl IntoIterator<Item = Result<(R, String), PositionsError>>,
        scored: &HashSet<PositionId>,
    ) -> Result<Waiting, ScoreError> {
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
        // It is another file now.
        let held = self
            .held
            .insert(File::open(self.path).map_err(|source| self.unreadable(source))?);
        lock(held, self.path)?;
        Ok(waiting)
    }

    /// Takes out what is `scored`. How many are left; a queue that is empty is
    /// removed.
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
            removed.map_err(|source| self.unreadable(source))?;
        }
        Ok(left)
    }

    /// Reads the queue.
    pub fn open(&self) -> Result<PositionReader<File>, PositionsError> {
        let file = File::open(self.path).map_err(|source| self.unreadable(source))?;
        Ok(self.reader(file))
    }

    fn reader(&self, file: File) -> PositionReader<File> {
        PositionReader::new(file, self.path.display().to_string(), self.size)
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
    fn replace(
        &self,
        write: impl FnOnce(&mut Records<'_>) -> Result<(), PositionsError>,
    ) -> Result<(), PositionsError> {
        let new = NewFile::new(self.path, true, &[])?;
        let mut records = Records {
            out: BufWriter::new(new.file()?),
            new: &new,
        };
        write(&mut records)?;
        records.out.flush().map_err(|error| new.failed(error))?;
        drop(records);
        new.complete()?;
        Ok(())
    }
}

/// The records that a new queue gets.
struct Records<'a> {
    out: BufWriter<File>,
    new: &'a NewFile,
}

impl Records<'_> {
    fn add(&mut self, record: &PositionRecord) -> Result<(), PositionsError> {
        Ok(record.write(&mut self.out).map_err(|error| self.new.failed(error))?)
    }
}

/// What a queue was filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    /// How many wait.
    pub positions: u64,
    /// How many of those that were to be scored have a score already.
    pub scored_before: u64,
}
