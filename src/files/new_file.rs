use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};
use thiserror::Error;

/// A file that gets its name when it is complete. Dropped before that, it is
/// removed.
pub struct NewFile {
    /// As it was named.
    shown: PathBuf,
    path: PathBuf,
    file: NamedTempFile,
    overwrite: bool,
}

/// Why a file was not made. Nothing is left then.
#[derive(Debug, Error)]
pub enum NewFileError {
    /// A file that is not to be replaced.
    #[error("{} exists already; name another file, or allow it to be replaced (--overwrite)", .0.display())]
    Exists(PathBuf),
    /// A folder where a file is to be made.
    #[error("{} is a folder; name a file in it", .0.display())]
    IsFolder(PathBuf),
    /// A device or the like, which would be replaced by a file.
    #[error("{} is no ordinary file; name one", .0.display())]
    Special(PathBuf),
    /// A file that is read meanwhile.
    #[error("{} is the {what} itself; name another file", path.display())]
    InUse {
        /// Which.
        path: PathBuf,
        /// What it is used as.
        what: &'static str,
    },
    /// The file cannot be made or written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl NewFile {
    /// Begins to make a file. Those that are `used` meanwhile, each with what it
    /// is called, are never replaced.
    ///
    /// # Errors
    /// One that is there and may not be replaced, and one that cannot be made.
    pub fn new(path: &Path, overwrite: bool, used: &[(&Path, &'static str)]) -> Result<Self, NewFileError> {
        let shown = path.to_owned();
        let write = |source| NewFileError::Write {
            path: path.to_owned(),
            source,
        };
        if let Some((_, what)) = used.iter().find(|(used, _)| resolved(used) == resolved(path)) {
            return Err(NewFileError::InUse { path: shown, what });
        }
        let path = destination(path, overwrite)?;
        let file = builder(0o666).tempfile_in(folder_of(&path)).map_err(write)?;
        Ok(Self {
            shown,
            path,
            file,
            overwrite,
        })
    }

    /// Makes a file of these bytes.
    ///
    /// # Errors
    /// As [`NewFile::new`] and [`NewFile::complete`].
    pub fn write(path: &Path, overwrite: bool, bytes: &[u8]) -> Result<(), NewFileError> {
        let new = Self::new(path, overwrite, &[])?;
        new.file()?.write_all(bytes).map_err(|source| new.failed(source))?;
        new.complete().map(drop)
    }

    /// The file to write to.
    ///
    /// # Errors
    /// A system that gives no more of it.
    pub fn file(&self) -> Result<File, NewFileError> {
        self.file.as_file().try_clone().map_err(|source| self.failed(source))
    }

    /// The folder that it will be in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        folder_of(&self.path)
    }

    /// What is wrong with writing it.
    #[must_use]
    pub fn failed(&self, source: io::Error) -> NewFileError {
        NewFileError::Write {
            path: self.shown.clone(),
            source,
        }
    }

    /// What is written to as long as it is not complete.
    pub fn temporary_path(&self) -> &Path {
        self.file.path()
    }

    /// Gives it its name. How many bytes it has.
    ///
    /// # Errors
    /// A name that somebody else has given to something meanwhile; a disk that is
    /// full.
    pub fn complete(self) -> Result<u64, NewFileError> {
        let written = self
            .file
            .as_file()
            .sync_all()
            .and_then(|()| self.file.as_file().metadata());
        let bytes = written.map_err(|source| self.failed(source))?.len();
        let Self {
            shown,
            path,
            file,
            overwrite,
        } = self;
        match persist(file.into_temp_path(), &shown, &path, overwrite) {
            Ok(()) => Ok(bytes),
            Err((_, error)) => Err(error),
        }
    }
}

/// Where a file that is named so is made: a link stays one.
///
/// # Errors
/// One that is there and may not be replaced or is no ordinary file, and a folder that is
/// missing.
pub fn destination(path: &Path, overwrite: bool) -> Result<PathBuf, NewFileError> {
    let write = |source| NewFileError::Write {
        path: path.to_owned(),
        source,
    };
    let destination = match fs::metadata(path) {
        // A link to nothing.
        Err(_) if fs::symlink_metadata(path).is_ok() => return Err(NewFileError::Special(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(write(error)),
        Ok(metadata) if metadata.is_dir() => return Err(NewFileError::IsFolder(path.to_owned())),
        Ok(metadata) if !metadata.is_file() => return Err(NewFileError::Special(path.to_owned())),
        Ok(_) if !overwrite => return Err(NewFileError::Exists(path.to_owned())),
        Ok(_) => path.canonicalize().map_err(write)?,
    };
    // A folder that is missing is told of without the name of ours in it.
    fs::metadata(folder_of(&destination)).map_err(write)?;
    Ok(destination)
}

/// Gives a file its name, `path`, which was named `shown`; else the file comes back.
pub fn persist(file: TempPath, shown: &Path, path: &Path, overwrite: bool) -> Result<(), (TempPath, NewFileError)> {
    let named = match overwrite {
        true => file.persist(path),
        false => file.persist_noclobber(path),
    };
    named.map_err(|error| {
        let shown = shown.to_owned();
        let why = match error.error.kind() {
            io::ErrorKind::AlreadyExists => NewFileError::Exists(shown),
            _ => NewFileError::Write {
                path: shown,
                source: error.error,
            },
        };
        (error.path, why)
    })
}

/// The path by which a file is the same whether or not it is there yet.
#[must_use]
pub fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        match (absolute.parent().map(Path::canonicalize), absolute.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name),
            _ => absolute,
        }
    })
}

/// The folder that a file is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Names that are hidden and say whose they are, and what the user lets
/// others do with new files.
pub fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".bgo-new-");
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}
