use super::error::ScoreError;
use crate::formats::positions::{ScoredPosition, ScoredReader};
use crate::positions::PositionsError;
use bgo::position_file::PositionId;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

/// A scored file that grows.
pub(super) struct ScoredFile<'a> {
    path: &'a Path,
    /// `None` until there is something in it.
    file: Option<File>,
    /// What has a score.
    pub ids: HashSet<PositionId>,
    /// Bytes at the end that were no whole record and were taken away.
    pub cut: u64,
}

impl<'a> ScoredFile<'a> {
    /// Opens a scored file; if it is not there, it will be made with the first
    /// score. What a power cut left of a record at its end is taken away once all
    /// before it turned out to be scores; other damage is an error.
    pub fn open(path: &'a Path) -> Result<Self, ScoreError> {
        let unwritable = |source| ScoreError::Unwritable {
            path: path.to_owned(),
            source,
        };
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
        // A file that is shorter than a score is something else.
        let read = if whole > 0 { whole } else { length };
        for position in ScoredReader::new((&mut file).take(read), path.display().to_string()) {
            scored.ids.insert(position.map_err(PositionsError::from)?.id);
        }
        scored.cut = length - whole;
        if scored.cut > 0 {
            file.set_len(whole).map_err(unwritable)?;
        }
        scored.file = Some(file);
        Ok(scored)
    }

    /// Adds a score at the end.
    pub fn append(&mut self, scored: ScoredPosition) -> Result<(), ScoreError> {
        let unwritable = |source| ScoreError::Unwritable {
            path: self.path.to_owned(),
            source,
        };
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

    /// Waits until all is on the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), File::sync_all)
    }
}

/// Keeps other processes from writing to a file.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), ScoreError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(ScoreError::InUse(path.to_owned())),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
