use super::layout::{MANIFEST, Table};
use super::manifest::{Manifest, is_manifest};
use crate::export::ExportError;
use crate::files::{FileError, NewFile, builder, canonical, folder_of};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A dataset that gets its place once it is complete. If dropped earlier, nothing remains.
pub struct NewDataset {
    /// The path as given by the caller.
    shown: PathBuf,
    path: PathBuf,
    stage: TempDir,
    /// True if the folder exists. It is kept, because a process may have it open.
    exists: bool,
    overwrite: bool,
}

impl NewDataset {
    /// Begins a dataset in a folder that is new or empty; with `overwrite` it may also have a
    /// dataset, which is replaced.
    pub fn begin(shown: &Path, overwrite: bool) -> Result<Self, ExportError> {
        let write = |error| failed(FileError::writing(shown)(error));
        let (path, exists) = match fs::metadata(shown) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (shown.to_owned(), false),
            Err(error) => return Err(write(error)),
            Ok(metadata) if !metadata.is_dir() => return Err(ExportError::IsFile(shown.to_owned())),
            // A symbolic link is kept.
            Ok(_) => (canonical(shown).map_err(write)?, true),
        };
        let folder = if exists { &*path } else { folder_of(&path) };
        if exists {
            check_free(shown, overwrite, 0)?;
        }
        let stage = builder(0o777).tempdir_in(folder).map_err(write)?;
        Ok(Self {
            shown: shown.to_owned(),
            path,
            stage,
            exists,
            overwrite,
        })
    }

    /// Returns the folder for the files until the dataset is complete.
    pub fn folder(&self) -> &Path {
        self.stage.path()
    }

    /// Returns the error about a file of the dataset under the name that it is to have.
    pub fn failed(&self, error: FileError) -> ExportError {
        let path = match error.path.strip_prefix(self.stage.path()) {
            Ok(name) if name.as_os_str().is_empty() => self.shown.clone(),
            Ok(name) => self.shown.join(name),
            Err(_) => error.path.clone(),
        };
        failed(FileError { path, ..error })
    }

    /// Writes the manifest and gives the dataset its place.
    pub fn complete(self, manifest: &Manifest) -> Result<(), ExportError> {
        let write = |error| failed(FileError::writing(&self.shown)(error));
        let json = manifest.to_json();
        if !self.exists {
            NewFile::write(&self.stage.path().join(MANIFEST), false, json.as_bytes())?;
            fs::rename(self.stage.path(), &self.path).map_err(|error| match error.kind() {
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                    ExportError::NotEmpty(self.shown.clone())
                }
                _ => write(error),
            })?;
            // Nothing is left under the temporary name.
            let _ = self.stage.keep();
            return Ok(());
        }
        check_free(&self.shown, self.overwrite, 1)?;
        let earlier = self.stage.path().join("earlier");
        fs::create_dir(&earlier).map_err(write)?;
        // Without its manifest, the earlier dataset is none, so that no reader mixes the two.
        move_if_present(&self.path.join(MANIFEST), &earlier.join(MANIFEST)).map_err(write)?;
        for table in Table::ALL.map(Table::name) {
            move_if_present(&self.path.join(table), &earlier.join(table)).map_err(write)?;
            move_if_present(&self.stage.path().join(table), &self.path.join(table)).map_err(write)?;
        }
        NewFile::write(&self.path.join(MANIFEST), false, json.as_bytes())?;
        self.stage.close().map_err(write)
    }
}

fn failed(error: FileError) -> ExportError {
    ExportError::File(error.into())
}

/// Fails if an existing folder has more than `own` entries, unless it has a dataset that may
/// be replaced.
fn check_free(path: &Path, overwrite: bool, own: usize) -> Result<(), ExportError> {
    let entries = fs::read_dir(path).map_err(|error| failed(FileError::reading(path)(error)))?;
    if entries.count() <= own {
        return Ok(());
    }
    let is_dataset = fs::read(path.join(MANIFEST)).is_ok_and(|json| is_manifest(&json));
    match (is_dataset, overwrite) {
        (true, true) => Ok(()),
        (true, false) => Err(ExportError::HasDataset(path.to_owned())),
        (false, _) => Err(ExportError::NotEmpty(path.to_owned())),
    }
}

/// Renames a file or folder, if it exists.
fn move_if_present(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        renamed => renamed,
    }
}
