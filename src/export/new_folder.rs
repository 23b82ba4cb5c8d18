use super::error::ExportError;
use crate::files::{FileError, Staging, canonical, folder_of, is_temporary, sync_folder, sync_tree};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that gets its place, or its content, once it is complete and durable. If dropped earlier,
/// nothing remains.
pub struct NewFolder {
    /// The path as given by the caller.
    shown: PathBuf,
    path: PathBuf,
    staging: Staging,
    /// True if the folder exists. It is kept, because a process may have it open.
    exists: bool,
}

impl NewFolder {
    /// Begins the folder `shown`. If it exists, `check` gets its path and fails if it must stay
    /// as it is.
    pub fn begin(shown: &Path, check: impl FnOnce(&Path) -> Result<(), ExportError>) -> Result<Self, ExportError> {
        let write = |error| failed(FileError::writing(shown)(error));
        let (path, exists) = match fs::metadata(shown) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (shown.to_owned(), false),
            Err(error) => return Err(write(error)),
            Ok(metadata) if !metadata.is_dir() => return Err(ExportError::IsFile(shown.to_owned())),
            // A symbolic link is kept.
            Ok(_) => (canonical(shown).map_err(write)?, true),
        };
        let folder = if exists { &*path } else { folder_of(&path) };
        // An error about the temporary folder would name that.
        fs::metadata(folder).map_err(write)?;
        // What was left behind there goes first.
        let staging = Staging::begin(folder).map_err(write)?;
        if exists {
            check(shown)?;
        }
        fs::create_dir(staging.new_path()).map_err(write)?;
        Ok(Self {
            shown: shown.to_owned(),
            path,
            staging,
            exists,
        })
    }

    /// Returns the folder for the files until the folder is complete.
    pub fn path(&self) -> PathBuf {
        self.staging.new_path()
    }

    /// Returns the error about a file in the folder under the name that it is to have.
    pub fn failed(&self, error: FileError) -> ExportError {
        let path = match error.path.strip_prefix(self.path()) {
            Ok(name) if name.as_os_str().is_empty() => self.shown.clone(),
            Ok(name) => self.shown.join(name),
            Err(_) => error.path.clone(),
        };
        failed(FileError { path, ..error })
    }

    /// Gives the folder its place, and returns the size of its files in bytes. If it exists, its
    /// entries named in `replaced` go; the first of the names is that of the file which says that
    /// the folder is complete. `check` is that of [`Self::begin`].
    pub fn complete(
        self,
        replaced: &[&str],
        check: impl FnOnce(&Path) -> Result<(), ExportError>,
    ) -> Result<u64, ExportError> {
        let write = |error| failed(FileError::writing(&self.shown)(error));
        let new = self.path();
        let bytes = sync_tree(&new).map_err(write)?;
        if self.exists {
            check(&self.shown)?;
            self.staging.exchange(&self.path, replaced).map_err(write)?;
            return Ok(bytes);
        }
        fs::rename(new, &self.path).map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                ExportError::NotEmpty(self.shown.clone())
            }
            _ => write(error),
        })?;
        sync_folder(folder_of(&self.path)).map_err(write)?;
        self.staging.remove();
        Ok(bytes)
    }
}

fn failed(error: FileError) -> ExportError {
    ExportError::File(error.into())
}

/// Fails unless a folder is empty. Temporary folders of exports that run do not count.
pub fn check_empty(folder: &Path) -> Result<(), ExportError> {
    let reading = |error| failed(FileError::reading(folder)(error));
    for entry in fs::read_dir(folder).map_err(reading)? {
        if !is_temporary(&entry.map_err(reading)?.file_name()) {
            return Err(ExportError::NotEmpty(folder.to_owned()));
        }
    }
    Ok(())
}
