use super::error::ExportError;
use super::target::{Form, Target};
use crate::files::{NewFile, NewFileError, builder, folder_of};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file or folder that gets its name when it is complete. Dropped before
/// that, it is removed.
pub struct Staged {
    path: PathBuf,
    content: Content,
}

enum Content {
    File(NewFile),
    /// A folder beside the one that it becomes.
    NewFolder(TempDir),
    /// A folder in an empty one, which gets what is in it. The empty one
    /// stays the same, as somebody may work in it.
    InFolder(TempDir),
}

impl Staged {
    /// Begins to make what is wanted.
    ///
    /// # Errors
    /// A file or folder that is there and is to stay as it is, and one that
    /// cannot be made.
    pub fn new(target: &Target, database: &Path) -> Result<Self, ExportError> {
        let write = |source| target.failed(source);
        let path = target.path.clone();
        if target.form != Form::Folder {
            let file = NewFile::new(&path, target.overwrite, &[(database, "database")])?;
            let content = Content::File(file);
            return Ok(Self { path, content });
        }
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let content = Content::NewFolder(folder_in(folder_of(&path)).map_err(write)?);
                Ok(Self { path, content })
            }
            Err(error) => Err(write(error)),
            Ok(metadata) if !metadata.is_dir() => Err(ExportError::IsFile(path)),
            Ok(_) => {
                // A link stays one.
                let folder = path.canonicalize().map_err(write)?;
                if entries(&folder).map_err(write)? > 0 {
                    return Err(ExportError::NotEmpty(path));
                }
                let content = Content::InFolder(folder_in(&folder).map_err(write)?);
                Ok(Self { path: folder, content })
            }
        }
    }

    /// The file to write to; `None` if it is a folder.
    pub fn file(&self) -> Option<Result<File, NewFileError>> {
        match &self.content {
            Content::File(file) => Some(file.file()),
            Content::NewFolder(_) | Content::InFolder(_) => None,
        }
    }

    /// What is written to as long as it is not complete.
    pub fn path(&self) -> &Path {
        match &self.content {
            Content::File(file) => file.temporary_path(),
            Content::NewFolder(folder) | Content::InFolder(folder) => folder.path(),
        }
    }

    /// Gives it its name. How many bytes it has.
    ///
    /// # Errors
    /// A name that somebody else has given to something meanwhile; a disk
    /// that is full.
    pub fn complete(self) -> Result<u64, ExportError> {
        let Self { path, content } = self;
        let failed = |source: io::Error| {
            ExportError::File(NewFileError::Write {
                path: path.clone(),
                source,
            })
        };
        match content {
            Content::File(file) => Ok(file.complete()?),
            Content::NewFolder(folder) => {
                let bytes = size(folder.path()).map_err(failed)?;
                fs::rename(folder.path(), &path).map_err(|error| match error.kind() {
                    io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                        ExportError::NotEmpty(path.clone())
                    }
                    _ => failed(error),
                })?;
                // There is nothing under its old name to remove.
                let _ = folder.keep();
                Ok(bytes)
            }
            Content::InFolder(folder) => {
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
    /// What is wrong with writing it.
    pub(super) fn failed(&self, source: io::Error) -> ExportError {
        ExportError::File(NewFileError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

fn folder_in(folder: &Path) -> io::Result<TempDir> {
    builder(0o777).tempdir_in(folder)
}

fn entries(folder: &Path) -> io::Result<usize> {
    Ok(fs::read_dir(folder)?.count())
}

/// How many bytes the files of a folder have.
fn size(folder: &Path) -> io::Result<u64> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}
