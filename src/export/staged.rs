use super::error::ExportError;
use super::new_folder::{NewFolder, check_empty};
use super::target::{Form, Target};
use crate::files::{FileError, NewFile};
use std::io;
use std::path::Path;

/// A file or folder that gets its name once it is complete. If dropped earlier, it
/// is removed.
pub enum Staged {
    File(NewFile),
    Folder(NewFolder),
}

impl Staged {
    /// Starts the output. The database file is never replaced.
    pub fn new(target: &Target, database: &Path) -> Result<Self, ExportError> {
        Ok(match target.form {
            Form::Folder => Self::Folder(NewFolder::begin(&target.path, Vec::new(), check_empty)?),
            _ => Self::File(NewFile::new(&target.path, target.overwrite, &[(database, "database")])?),
        })
    }

    /// Gives the output its name and returns its size in bytes.
    pub fn complete(self) -> Result<u64, ExportError> {
        match self {
            Self::File(file) => Ok(file.complete()?),
            Self::Folder(folder) => folder.complete(check_empty),
        }
    }
}

impl Target {
    /// Returns the error of a failed write.
    #[must_use]
    pub fn failed(&self, source: io::Error) -> ExportError {
        ExportError::File(FileError::writing(&self.path)(source).into())
    }
}
