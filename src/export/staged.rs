use super::error::ExportError;
use super::target::{Form, Target};
use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir};

/// A file or folder that gets its name when it is complete. Dropped before
/// that, it is removed.
pub struct Staged {
    path: PathBuf,
    content: Content,
}

enum Content {
    File {
        file: NamedTempFile,
        overwrite: bool,
    },
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
        let existing = match fs::metadata(&target.path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(write(error)),
        };
        // A link stays one.
        let path = match existing {
            Some(_) => target.path.canonicalize().map_err(write)?,
            None => target.path.clone(),
        };
        let shown = || target.path.clone();
        let beside = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let content = match (target.form, existing) {
            (Form::Folder, None) => Content::NewFolder(folder_in(beside).map_err(write)?),
            (Form::Folder, Some(metadata)) if !metadata.is_dir() => return Err(ExportError::IsFile(shown())),
            (Form::Folder, Some(_)) if entries(&path).map_err(write)? > 0 => {
                return Err(ExportError::NotEmpty(shown()));
            }
            (Form::Folder, Some(_)) => Content::InFolder(folder_in(&path).map_err(write)?),
            (_, Some(metadata)) if metadata.is_dir() => return Err(ExportError::IsFolder(shown())),
            (_, Some(metadata)) if !metadata.is_file() => return Err(ExportError::Special(shown())),
            (_, Some(_)) if database.canonicalize().is_ok_and(|database| database == path) => {
                return Err(ExportError::Database(shown()));
            }
            (_, Some(_)) if !target.overwrite => return Err(ExportError::Exists(shown())),
            (_, _) => Content::File {
                file: builder(0o666).tempfile_in(beside).map_err(write)?,
                overwrite: target.overwrite,
            },
        };
        Ok(Self { path, content })
    }

    /// The file to write to; `None` if it is a folder.
    pub fn file(&self) -> Option<io::Result<File>> {
        match &self.content {
            Content::File { file, .. } => Some(file.as_file().try_clone()),
            Content::NewFolder(_) | Content::InFolder(_) => None,
        }
    }

    /// What is written to as long as it is not complete.
    pub fn path(&self) -> &Path {
        match &self.content {
            Content::File { file, .. } => file.path(),
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
        let failed = |source: io::Error| ExportError::Write {
            path: path.clone(),
            source,
        };
        match content {
            Content::File { file, overwrite } => {
                file.as_file().sync_all().map_err(failed)?;
                let bytes = file.as_file().metadata().map_err(failed)?.len();
                let named = if overwrite {
                    file.persist(&path)
                } else {
                    file.persist_noclobber(&path)
                };
                named.map_err(|error| match error.error {
                    source if source.kind() == io::ErrorKind::AlreadyExists => ExportError::Exists(path.clone()),
                    source => failed(source),
                })?;
                Ok(bytes)
            }
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
        ExportError::Write {
            path: self.path.clone(),
            source,
        }
    }
}

/// Names that are hidden and say whose they are, and what the user lets
/// others do with new files.
fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".bgo-export-");
    #[cfg(unix)]
    builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
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
