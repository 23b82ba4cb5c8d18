use super::error::PositionsError;
use crate::formats::positions::{SourceList, SourceListError};
use bgo::files::{NewFile, folder_of};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A list of source files that is gone on with.
pub(super) struct Sources {
    path: PathBuf,
    /// The file as it was, byte for byte: its names need not be UTF-8.
    written: Vec<u8>,
    known: usize,
    list: SourceList,
    /// Keeps others who go on with lists in this folder waiting.
    _lock: Option<File>,
}

impl Sources {
    /// Reads the list, if there is one.
    pub fn open(path: &Path) -> Result<Self, PositionsError> {
        let unreadable = |source| {
            PositionsError::Sources(SourceListError::Unreadable {
                path: path.to_owned(),
                source,
            })
        };
        // The file itself is replaced; some file systems have no locks.
        let lock = File::open(folder_of(path)).ok().filter(|folder| folder.lock().is_ok());
        let written = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(unreadable)?,
        };
        let list = SourceList::parse(&String::from_utf8_lossy(&written), &path.display().to_string())?;
        Ok(Self {
            path: path.to_owned(),
            written,
            known: list.len(),
            list,
            _lock: lock,
        })
    }

    /// The number of a source file, which gets one if it has none.
    pub fn number(&mut self, name: &str) -> Result<u32, PositionsError> {
        let full = || PositionsError::TooManySources(self.path.clone());
        self.list.number(name).ok_or_else(full)
    }

    /// Adds the new lines, all of them or none.
    pub fn write(mut self) -> Result<(), PositionsError> {
        if self.list.len() == self.known {
            return Ok(());
        }
        if !self.written.is_empty() && !self.written.ends_with(b"\n") {
            self.written.push(b'\n');
        }
        self.written.extend(self.list.lines_after(self.known).into_bytes());
        Ok(NewFile::write(&self.path, true, &self.written)?)
    }
}
