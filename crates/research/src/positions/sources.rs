use super::error::PositionsError;
use crate::formats::positions::{SourceList, TextFileError};
use bgo::files::{NewFile, folder_of};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A growing list of source files.
pub(super) struct Sources {
    path: PathBuf,
    /// The bytes of the file at the start, because its names need not be UTF-8.
    written: Vec<u8>,
    known: usize,
    list: SourceList,
    /// A lock that makes other processes wait before they extend lists in this folder.
    _lock: Option<File>,
}

impl Sources {
    /// Reads the list, if it exists.
    pub fn open(path: &Path) -> Result<Self, PositionsError> {
        let name = SourceList::shown(path);
        let unreadable = |source| TextFileError::Unreadable {
            name: name.clone(),
            source,
        };
        // The file itself is replaced, so the folder is locked. Some file systems have no locks.
        let lock = File::open(folder_of(path)).ok().filter(|folder| folder.lock().is_ok());
        let written = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(unreadable)?,
        };
        let list = SourceList::parse(&String::from_utf8_lossy(&written), &name)?;
        Ok(Self {
            path: path.to_owned(),
            written,
            known: list.len(),
            list,
            _lock: lock,
        })
    }

    /// Returns the number of a source file, after adding the file if it is new.
    pub fn number(&mut self, name: &str) -> Result<u32, PositionsError> {
        let full = || PositionsError::TooManySources(self.path.clone());
        self.list.number(name).ok_or_else(full)
    }

    /// Adds the new lines to the file, either all or none.
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
