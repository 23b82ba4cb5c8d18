use super::layout::{MANIFEST, Table};
use super::manifest::{Manifest, is_manifest};
use crate::export::ExportError;
use crate::files::{FileError, NewFile, TEMPORARY, builder, canonical, folder_of};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A dataset that gets its place once it is complete. If dropped earlier, nothing remains.
pub struct NewDataset {
    /// The path as given by the caller.
    shown: PathBuf,
    path: PathBuf,
    temporary: TempDir,
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
            check_free(shown, overwrite)?;
        } else {
            // An error about the temporary folder would name that.
            fs::metadata(folder).map_err(write)?;
        }
        let temporary = builder(0o777).tempdir_in(folder).map_err(write)?;
        Ok(Self {
            shown: shown.to_owned(),
            path,
            temporary,
            exists,
            overwrite,
        })
    }

    /// Returns the folder for the files until the dataset is complete.
    pub fn folder(&self) -> &Path {
        self.temporary.path()
    }

    /// Returns the error about a file of the dataset under the name that it is to have.
    pub fn failed(&self, error: FileError) -> ExportError {
        let path = match error.path.strip_prefix(self.temporary.path()) {
            Ok(name) if name.as_os_str().is_empty() => self.shown.clone(),
            Ok(name) => self.shown.join(name),
            Err(_) => error.path.clone(),
        };
        failed(FileError { path, ..error })
    }

    /// Writes the manifest and gives the dataset its place.
    pub fn complete(self, manifest: &Manifest) -> Result<(), ExportError> {
        let write = |error| failed(FileError::writing(&self.shown)(error));
        let own = self.temporary.path();
        NewFile::write(&own.join(MANIFEST), false, manifest.to_json().as_bytes())
            .map_err(|error| error.naming(&self.shown.join(MANIFEST)))?;
        if !self.exists {
            fs::rename(own, &self.path).map_err(|error| match error.kind() {
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                    ExportError::NotEmpty(self.shown.clone())
                }
                _ => write(error),
            })?;
            // Nothing is left under the temporary name.
            let _ = self.temporary.keep();
            return Ok(());
        }
        check_free(&self.shown, self.overwrite)?;
        let earlier = own.join("earlier");
        fs::create_dir(&earlier).map_err(write)?;
        let mut moves = Moves::default();
        if let Err(error) = moves.exchange(&self.path, own, &earlier) {
            return Err(match moves.undo() {
                Ok(()) => write(error),
                Err(_) => {
                    let kept = self.temporary.keep().join("earlier");
                    let reason = format!("{error}; what was there is in {}", kept.display());
                    failed(FileError::writing(&self.shown)(io::Error::other(reason)))
                }
            });
        }
        // The new dataset is in its place, even if something of the earlier one stays.
        let _ = self.temporary.close();
        Ok(())
    }
}

/// The renames so far, of which each has the old path and the new one.
#[derive(Default)]
struct Moves(Vec<(PathBuf, PathBuf)>);

impl Moves {
    /// Moves a dataset, if there is one, from its place to `earlier`, and the new one to the place.
    /// The manifest moves first and returns last, so no reader sees a mixture.
    fn exchange(&mut self, place: &Path, new: &Path, earlier: &Path) -> io::Result<()> {
        let tables = Table::ALL.map(Table::name);
        for name in [MANIFEST].into_iter().chain(tables) {
            self.rename(place.join(name), earlier.join(name))?;
        }
        for name in tables.into_iter().chain([MANIFEST]) {
            self.rename(new.join(name), place.join(name))?;
        }
        Ok(())
    }

    /// Renames a file or folder, if it exists.
    fn rename(&mut self, from: PathBuf, to: PathBuf) -> io::Result<()> {
        match fs::rename(&from, &to) {
            Ok(()) => self.0.push((from, to)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn undo(self) -> io::Result<()> {
        self.0.into_iter().rev().try_for_each(|(from, to)| fs::rename(to, from))
    }
}

fn failed(error: FileError) -> ExportError {
    ExportError::File(error.into())
}

/// Fails if an existing folder is not empty, unless it has a dataset that may be replaced. Folders of
/// exports that run or were killed do not count.
fn check_free(path: &Path, overwrite: bool) -> Result<(), ExportError> {
    let unreadable = |error| failed(FileError::reading(path)(error));
    let mut entries = fs::read_dir(path).map_err(unreadable)?;
    let is_empty = entries.try_fold(true, |is_empty, entry| {
        let name = entry?.file_name();
        io::Result::Ok(is_empty && name.to_string_lossy().starts_with(TEMPORARY))
    });
    if is_empty.map_err(unreadable)? {
        return Ok(());
    }
    let manifest = path.join(MANIFEST);
    let is_dataset = match fs::read(&manifest) {
        Ok(json) => is_manifest(&json),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(failed(FileError::reading(&manifest)(error))),
    };
    match (is_dataset, overwrite) {
        (true, true) => Ok(()),
        (true, false) => Err(ExportError::HasDataset(path.to_owned())),
        (false, _) => Err(ExportError::NotEmpty(path.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(folder: &Path, content: &str) {
        for table in ["games", "positions"] {
            fs::create_dir_all(folder.join(table)).expect("a folder");
            fs::write(folder.join(table).join("file"), content).expect("is written");
        }
        fs::write(folder.join(MANIFEST), content).expect("is written");
    }

    fn content(folder: &Path) -> Vec<String> {
        let names = ["games/file", "positions/file", MANIFEST];
        names
            .iter()
            .map(|name| fs::read_to_string(folder.join(name)).unwrap_or_default())
            .collect()
    }

    #[test]
    fn an_exchange_that_fails_is_undone() {
        let folder = tempfile::tempdir().expect("a folder");
        let [place, new, earlier] = ["place", "new", "earlier"].map(|name| folder.path().join(name));
        set(&place, "old");
        set(&new, "new");
        fs::create_dir(&earlier).expect("a folder");
        // A folder that has something in it takes no other one.
        fs::create_dir_all(earlier.join("positions/full")).expect("a folder");
        let mut moves = Moves::default();
        assert!(moves.exchange(&place, &new, &earlier).is_err());
        assert_eq!(content(&place), ["", "old", ""]);
        moves.undo().expect("is undone");
        assert_eq!(content(&place), ["old"; 3]);
        assert_eq!(content(&new), ["new"; 3]);
    }
}
