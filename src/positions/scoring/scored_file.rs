use super::run::ScoreError;
use crate::formats::positions::{PositionId, ScoredPosition, ScoredReader};
use crate::positions::PositionsError;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A scored file that grows.
pub(super) struct ScoredFile {
    file: File,
    /// What has a score.
    pub ids: HashSet<PositionId>,
    /// Bytes at the end that were no whole record and were taken away.
    pub cut: u64,
}

impl ScoredFile {
    /// Opens a scored file, or makes one. What a power cut left of a record at its
    /// end is taken away; other damage is an error.
    pub fn open(path: &Path) -> Result<Self, ScoreError> {
        let unwritable = |source| ScoreError::Unwritable {
            path: path.to_owned(),
            source,
        };
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ScoreError::InUse(path.to_owned())),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let length = file.metadata().map_err(unwritable)?.len();
        let cut = length % ScoredPosition::BYTES as u64;
        file.set_len(length - cut).map_err(unwritable)?;
        file.seek(SeekFrom::Start(0)).map_err(unwritable)?;
        let mut ids = HashSet::new();
        for scored in ScoredReader::new(&file, path.display().to_string()) {
            ids.insert(scored.map_err(PositionsError::from)?.id);
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
