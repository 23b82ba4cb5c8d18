use crate::formats::positions::{ScoredPosition, ScoredReader};
use crate::positions::PositionsError;
use bgo::files::{FileError, folder_of, sync_folder};
use bgo::position_file::PositionId;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

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
    pub fn open(path: &'a Path) -> Result<Self, PositionsError> {
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
        for position in ScoredReader::new((&mut file).take(read), path.display().to_string()) {
            scored.ids.insert(position?.id);
        }
        scored.cut = length - whole;
        if scored.cut > 0 {
            file.set_len(whole).map_err(unwritable)?;
        }
        scored.file = Some(file);
        Ok(scored)
    }

    /// Appends a score.
    pub fn append(&mut self, scored: ScoredPosition) -> Result<(), PositionsError> {
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

/// Locks a file against writing by other processes.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), PositionsError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(PositionsError::InUse(path.to_owned())),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
