//! Files that get their names when they are complete.

use super::durable::sync_folder;
use super::staging::Staging;
use super::{FileError, canonical, folder_of};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;
use thiserror::Error;

/// A file that gets its name when it is complete and durable. If dropped earlier, it is
/// deleted.
pub struct NewFile {
    shown: PathBuf,
    path: PathBuf,
    file: File,
    staging: Staging,
    overwrite: bool,
}

/// The error of creating a file. No partial file remains.
#[derive(Debug, Error)]
pub enum NewFileError {
    /// The file exists and may not be replaced.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The path is a folder.
    #[error("{} is a folder; name a file in it", .0.display())]
    IsFolder(PathBuf),
    /// The path is a device or another special file.
    #[error("{} is not a regular file; name one", .0.display())]
    Special(PathBuf),
    /// The file has games, which nothing but an export may replace, or the name of one that has.
    #[error("{} has games in it, or a name as if it had; name another file", .0.display())]
    HasGames(PathBuf),
    /// The file is in use.
    #[error("{} is the {what} itself; name another file", path.display())]
    InUse { path: PathBuf, what: &'static str },
    /// The file could not be created or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl NewFileError {
    /// Returns the error about the same file under another name, such as the one that the
    /// user typed.
    #[must_use]
    pub fn naming(self, name: &Path) -> Self {
        let name = name.to_owned();
        match self {
            Self::Exists(_) => Self::Exists(name),
            Self::IsFolder(_) => Self::IsFolder(name),
            Self::Special(_) => Self::Special(name),
            Self::HasGames(_) => Self::HasGames(name),
            Self::InUse { what, .. } => Self::InUse { path: name, what },
            Self::File(error) => Self::File(FileError { path: name, ..error }),
        }
    }
}

impl NewFile {
    /// Begins a file. Files in `used`, each with a description of its use, are
    /// never replaced.
    pub fn new(path: &Path, overwrite: bool, used: &[(&Path, &'static str)]) -> Result<Self, NewFileError> {
        let shown = path.to_owned();
        let write = FileError::writing(path);
        if let Some((_, what)) = used.iter().find(|(used, _)| resolved(used) == resolved(path)) {
            return Err(NewFileError::InUse { path: shown, what });
        }
        let path = destination(path, overwrite)?;
        let staging = Staging::begin(folder_of(&path)).map_err(write)?;
        let created = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(staging.new_path());
        Ok(Self {
            shown,
            path,
            file: created.map_err(write)?,
            staging,
            overwrite,
        })
    }

    pub fn write(path: &Path, overwrite: bool, bytes: &[u8]) -> Result<(), NewFileError> {
        let new = Self::new(path, overwrite, &[])?;
        new.file()?.write_all(bytes).map_err(|source| new.failed(source))?;
        new.complete().map(drop)
    }

    pub fn file(&self) -> Result<File, NewFileError> {
        self.file.try_clone().map_err(|source| self.failed(source))
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        folder_of(&self.path)
    }

    #[must_use]
    pub fn failed(&self, source: io::Error) -> NewFileError {
        FileError::writing(&self.shown)(source).into()
    }

    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Gives the file its name and returns its size in bytes.
    pub fn complete(self) -> Result<u64, NewFileError> {
        let from = self.staging.new_path();
        let bytes = give_name(self.file, &from, &self.shown, &self.path, self.overwrite)?;
        self.staging.remove();
        Ok(bytes)
    }
}

/// Returns the path at which a new file named `path` is created. Symbolic links are
/// followed and thus kept.
pub fn destination(path: &Path, overwrite: bool) -> Result<PathBuf, NewFileError> {
    let write = FileError::writing(path);
    let destination = match fs::metadata(path) {
        // The path is a dangling link.
        Err(_) if fs::symlink_metadata(path).is_ok() => return Err(NewFileError::Special(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(write(error).into()),
        Ok(metadata) if metadata.is_dir() => return Err(NewFileError::IsFolder(path.to_owned())),
        Ok(metadata) if !metadata.is_file() => return Err(NewFileError::Special(path.to_owned())),
        Ok(_) if !overwrite => return Err(NewFileError::Exists(path.to_owned())),
        Ok(_) => canonical(path).map_err(write)?,
    };
    // A missing folder is reported without the temporary name.
    fs::metadata(folder_of(&destination)).map_err(write)?;
    Ok(destination)
}

/// Makes a file durable, gives it the name `path`, which errors show as `shown`, and makes the name
/// durable. Returns the size in bytes. If the name cannot be given, the file is still at `from`.
pub fn give_name(file: File, from: &Path, shown: &Path, path: &Path, overwrite: bool) -> Result<u64, NewFileError> {
    let write = FileError::writing(shown);
    file.sync_all().map_err(write)?;
    let bytes = file.metadata().map_err(write)?.len();
    // Windows renames no open file.
    drop(file);
    let file = TempPath::try_from_path(from).map_err(write)?;
    let named = if overwrite {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    if let Err(failed) = named {
        let _ = failed.path.keep();
        return Err(match failed.error.kind() {
            io::ErrorKind::AlreadyExists => NewFileError::Exists(shown.to_owned()),
            _ => write(failed.error).into(),
        });
    }
    sync_folder(folder_of(path)).map_err(write)?;
    Ok(bytes)
}

/// Returns a path that identifies a file, whether or not the file exists.
#[must_use]
pub fn resolved(path: &Path) -> PathBuf {
    canonical(path).unwrap_or_else(|_| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        match (absolute.parent().map(canonical), absolute.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name),
            _ => absolute,
        }
    })
}
