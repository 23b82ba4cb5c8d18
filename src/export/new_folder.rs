use super::error::ExportError;
use crate::files::{
    FileError, Staging, canonical, folder_of, is_temporary, remove_left_behind, sync_folder, sync_tree,
};
use std::ffi::OsStr;
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
    way: FolderPlacing,
    /// The entries of an existing folder that are replaced.
    replaced: Vec<&'static str>,
}

/// The way in which a new folder gets its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FolderPlacing {
    /// There is no folder.
    Rename,
    /// It takes the place of the existing folder as a whole.
    Replace,
    /// Its entries move into the existing folder, which must stay the same one.
    Exchange,
}

impl NewFolder {
    /// Begins the folder `shown`. If it exists, its entries named in `replaced` go when the new one
    /// is complete; the first of these names is that of the file which says so. `check` gets the
    /// path of an existing folder and fails if it must stay as it is.
    pub fn begin(
        shown: &Path,
        replaced: Vec<&'static str>,
        check: impl FnOnce(&Path) -> Result<(), ExportError>,
    ) -> Result<Self, ExportError> {
        // An exchange that was interrupted may have moved the folder away, also one behind a link.
        let target = fs::read_link(shown).map_or(shown.to_owned(), |target| folder_of(shown).join(target));
        remove_left_behind(folder_of(&target)).map_err(writing(shown))?;
        let (path, exists) = match fs::metadata(shown) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (shown.to_owned(), false),
            Err(error) => return Err(writing(shown)(error)),
            Ok(metadata) if !metadata.is_dir() => return Err(ExportError::IsFile(shown.to_owned())),
            // A symbolic link is kept.
            Ok(_) => (canonical(shown).map_err(writing(shown))?, true),
        };
        // An error about the temporary folder would name that.
        fs::metadata(folder_of(&path)).map_err(writing(shown))?;
        let (staging, way) = if exists {
            remove_left_behind(&path).map_err(writing(shown))?;
            check(shown)?;
            match beside(&path, &replaced) {
                Some(staging) => (staging, FolderPlacing::Replace),
                None => (Staging::begin(&path).map_err(writing(shown))?, FolderPlacing::Exchange),
            }
        } else {
            (
                Staging::begin(folder_of(&path)).map_err(writing(shown))?,
                FolderPlacing::Rename,
            )
        };
        let folder = Self {
            shown: shown.to_owned(),
            path,
            staging,
            way,
            replaced,
        };
        fs::create_dir_all(folder.path()).map_err(writing(shown))?;
        Ok(folder)
    }

    /// Returns the folder for the files until the folder is complete.
    pub fn path(&self) -> PathBuf {
        let new = self.staging.new_path();
        match (self.way, self.path.file_name()) {
            (FolderPlacing::Replace, Some(name)) => new.join(name),
            _ => new,
        }
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

    /// Gives the folder its place, and returns the size of its files in bytes. `check` is that of
    /// [`Self::begin`].
    pub fn complete(self, check: impl FnOnce(&Path) -> Result<(), ExportError>) -> Result<u64, ExportError> {
        let new = self.path();
        // One renaming takes the place of an empty folder, so that at no time there is none.
        let is_exchanged = self.way == FolderPlacing::Replace && !has_only(&self.path, &[]);
        let synced = if is_exchanged { &self.staging.new_path() } else { &new };
        let bytes = sync_tree(synced).map_err(writing(&self.shown))?;
        if self.way != FolderPlacing::Rename {
            check(&self.shown)?;
        }
        let (folder, name) = (folder_of(&self.path), self.path.file_name().and_then(OsStr::to_str));
        match (self.way, name) {
            (FolderPlacing::Replace, Some(name)) => {
                if !has_only(&self.path, &self.replaced) {
                    return Err(ExportError::NotEmpty(self.shown));
                }
                let kept = fs::metadata(&self.path).map_err(writing(&self.shown))?.permissions();
                fs::set_permissions(&new, kept).map_err(writing(&self.shown))?;
                if is_exchanged {
                    self.staging.exchange(folder, &[name]).map_err(writing(&self.shown))?;
                } else {
                    self.rename(&new)?;
                }
            }
            (FolderPlacing::Rename, _) => self.rename(&new)?,
            _ => self
                .staging
                .exchange(&self.path, &self.replaced)
                .map_err(writing(&self.shown))?,
        }
        Ok(bytes)
    }

    /// Moves the new folder to its place, where there is nothing or an empty folder.
    fn rename(self, new: &Path) -> Result<(), ExportError> {
        fs::rename(new, &self.path).map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                ExportError::NotEmpty(self.shown.clone())
            }
            _ => writing(&self.shown)(error),
        })?;
        sync_folder(folder_of(&self.path)).map_err(writing(&self.shown))?;
        self.staging.remove();
        Ok(())
    }
}

/// Returns whether a folder has no entries but those with these names.
fn has_only(folder: &Path, names: &[&str]) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.all(|entry| entry.is_ok_and(|entry| names.iter().any(|name| entry.file_name() == *name)))
    })
}

/// Begins a temporary folder beside a folder if that can be replaced as a whole: if it has nothing but
/// what is replaced, and neither is the working directory nor has something mounted on it.
#[cfg(target_os = "linux")]
fn beside(path: &Path, replaced: &[&str]) -> Option<Staging> {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    use std::os::unix::fs::MetadataExt;
    let is_mounted = statx(CWD, path, AtFlags::empty(), StatxFlags::empty())
        .is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT));
    let is_used = is_mounted || std::env::current_dir().is_ok_and(|own| own.starts_with(path));
    if is_used || path.file_name()?.to_str().is_none() || !has_only(path, replaced) {
        return None;
    }
    let staging = Staging::begin(folder_of(path)).ok()?;
    let new_path = staging.new_path();
    let [new, old] = [folder_of(&new_path), path].map(|path| fs::metadata(path).ok());
    let [new, old] = [new, old].map(|metadata| metadata.map(|metadata| (metadata.uid(), metadata.gid())));
    (new == old).then_some(staging)
}

/// Elsewhere a folder that is open may not be moved.
#[cfg(not(target_os = "linux"))]
fn beside(_: &Path, _: &[&str]) -> Option<Staging> {
    None
}

fn writing(path: &Path) -> impl Fn(io::Error) -> ExportError {
    move |error| failed(FileError::writing(path)(error))
}

fn reading(path: &Path) -> impl Fn(io::Error) -> ExportError {
    move |error| failed(FileError::reading(path)(error))
}

fn failed(error: FileError) -> ExportError {
    ExportError::File(error.into())
}

/// Fails unless a folder is empty. Temporary folders of exports that run do not count.
pub fn check_empty(folder: &Path) -> Result<(), ExportError> {
    for entry in fs::read_dir(folder).map_err(reading(folder))? {
        if !is_temporary(&entry.map_err(reading(folder))?.file_name()) {
            return Err(ExportError::NotEmpty(folder.to_owned()));
        }
    }
    Ok(())
}
