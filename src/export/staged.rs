use super::error::ExportError;
use super::target::{Form, Target};
use crate::files::{FileError, NewFile, NewFileError, builder, canonical, folder_of};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file or folder that gets its name once it is complete. If dropped earlier, it
/// is removed.
pub struct Staged {
    path: PathBuf,
    stage: Stage,
}

enum Stage {
    File(NewFile),
    /// A temporary folder beside the future one.
    NewFolder(TempDir),
    /// A temporary folder inside an existing empty one, into which its files are
    /// moved. The existing folder is kept, because a process may have it open.
    InFolder(TempDir),
}

impl Staged {
    /// Starts the output. The database file is never replaced.
    pub fn new(target: &Target, database: &Path) -> Result<Self, ExportError> {
        let write = |source| target.failed(source);
        let path = target.path.clone();
        if target.form != Form::Folder {
            let file = NewFile::new(&path, target.overwrite, &[(database, "database")])?;
            let stage = Stage::File(file);
            return Ok(Self { path, stage });
        }
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let stage = Stage::NewFolder(folder_in(folder_of(&path)).map_err(write)?);
                Ok(Self { path, stage })
            }
            Err(error) => Err(write(error)),
            Ok(metadata) if !metadata.is_dir() => Err(ExportError::IsFile(path)),
            Ok(_) => {
                // A symbolic link is kept.
                let folder = canonical(&path).map_err(write)?;
                if entries(&folder).map_err(write)? > 0 {
                    return Err(ExportError::NotEmpty(path));
                }
                let stage = Stage::InFolder(folder_in(&folder).map_err(write)?);
                Ok(Self { path: folder, stage })
            }
        }
    }

    /// Returns the file to write to, or `None` for a folder.
    pub fn file(&self) -> Option<Result<File, NewFileError>> {
        match &self.stage {
            Stage::File(file) => Some(file.file()),
            Stage::NewFolder(_) | Stage::InFolder(_) => None,
        }
    }

    /// Returns the temporary path.
    pub fn path(&self) -> &Path {
        match &self.stage {
            Stage::File(file) => file.temporary_path(),
            Stage::NewFolder(folder) | Stage::InFolder(folder) => folder.path(),
        }
    }

    /// Gives the output its name and returns its size in bytes.
    pub fn complete(self) -> Result<u64, ExportError> {
        let Self { path, stage } = self;
        let failed = |source: io::Error| ExportError::File(FileError::writing(&path)(source).into());
        match stage {
            Stage::File(file) => Ok(file.complete()?),
            Stage::NewFolder(folder) => {
                let bytes = size(folder.path()).map_err(failed)?;
                fs::rename(folder.path(), &path).map_err(|error| match error.kind() {
                    io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                        ExportError::NotEmpty(path.clone())
                    }
                    _ => failed(error),
                })?;
                // Nothing is left under the temporary name.
                let _ = folder.keep();
                Ok(bytes)
            }
            Stage::InFolder(folder) => {
                let bytes = size(folder.path()).map_err(failed)?;
                if entries(&path).map_err(failed)? > 1 {
                    return Err(ExportError::NotEmpty(path));
                }
                for entry in fs::read_dir(folder.path()).map_err(failed)? {
                    let entry = entry.map_err(failed)?;
                    fs::rename(entry.path(), path.join(entry.file_name())).map_err(failed)?;
                }
                folder.close().map_err(failed)?;
                Ok(bytes)
            }
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

fn folder_in(folder: &Path) -> io::Result<TempDir> {
    builder(0o777).tempdir_in(folder)
}

fn entries(folder: &Path) -> io::Result<usize> {
    Ok(fs::read_dir(folder)?.count())
}

/// Returns the size in bytes of all files in a folder.
fn size(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}
