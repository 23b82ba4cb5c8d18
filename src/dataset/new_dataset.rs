use super::layout::{MANIFEST, Table};
use super::manifest::{Manifest, is_manifest};
use crate::export::{ExportError, NewFolder, check_empty};
use crate::files::{FileError, read_regular};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A dataset that gets its place once it is complete. If dropped earlier, nothing remains.
pub struct NewDataset {
    folder: NewFolder,
    overwrite: bool,
}

impl NewDataset {
    /// Begins a dataset in a folder that is new or empty; with `overwrite` it may also have a
    /// dataset, which is replaced.
    pub fn begin(shown: &Path, overwrite: bool) -> Result<Self, ExportError> {
        let names = [MANIFEST].into_iter().chain(Table::ALL.map(Table::name)).collect();
        let folder = NewFolder::begin(shown, names, |folder| check_free(folder, overwrite))?;
        Ok(Self { folder, overwrite })
    }

    /// Returns the folder for the files until the dataset is complete.
    pub fn folder(&self) -> PathBuf {
        self.folder.path()
    }

    /// Returns the error about a file of the dataset under the name that it is to have.
    pub fn failed(&self, error: FileError) -> ExportError {
        self.folder.failed(error)
    }

    /// Writes the manifest and gives the dataset its place.
    pub fn complete(self, manifest: &Manifest) -> Result<(), ExportError> {
        let path = self.folder().join(MANIFEST);
        fs::write(&path, manifest.to_json()).map_err(|error| self.failed(FileError::writing(&path)(error)))?;
        let Self { folder, overwrite } = self;
        folder.complete(|folder| check_free(folder, overwrite)).map(drop)
    }
}

/// Fails if an existing folder is not empty, unless it has a dataset that may be replaced.
fn check_free(folder: &Path, overwrite: bool) -> Result<(), ExportError> {
    let manifest = folder.join(MANIFEST);
    let is_dataset = match read_regular(&manifest) {
        Ok(json) => is_manifest(&json),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(ExportError::File(FileError::reading(&manifest)(error).into())),
    };
    match (is_dataset, overwrite) {
        (true, true) => Ok(()),
        (true, false) => Err(ExportError::HasDataset(folder.to_owned())),
        (false, _) => check_empty(folder),
    }
}
