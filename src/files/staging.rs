//! Temporary folders beside the place of something new.

use super::durable::sync_folder;
use super::file_id::FileId;
use super::read_regular;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use tempfile::{Builder, TempDir};

const PREFIX: &str = ".bgo-new-";

const LOCK: &str = "lock";

const MOVES: &str = "moves";

pub(crate) fn is_temporary(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with(PREFIX)
}

/// A temporary folder beside or inside the place of something new. It is removed when dropped, and
/// after a crash by the next process that makes something in the same folder.
pub(crate) struct Staging {
    /// Held while the folder is in use; `None` where the file system has no locks.
    lock: Option<File>,
    folder: TempDir,
}

impl Staging {
    /// Creates a temporary folder in a folder, and removes those there that nobody uses.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        remove_left_behind(folder)?;
        loop {
            let folder = Builder::new().prefix(PREFIX).tempdir_in(folder)?;
            let lock = match lock(folder.path()) {
                // Another process took the folder for one that was left behind.
                Ok(None) => continue,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) if error.kind() == ErrorKind::Unsupported => None,
                lock => lock?,
            };
            return Ok(Self { lock, folder });
        }
    }

    pub(crate) fn new_path(&self) -> PathBuf {
        self.folder.path().join("new")
    }

    /// Moves the content of the new folder, which must be durable, into `place`, the folder that has
    /// the temporary one. Entries with names in `replaced` move out first. The first of these names
    /// says that the content is complete, so it moves out first and in last. An exchange that is
    /// interrupted is undone by the next process that makes something there.
    pub fn exchange(self, place: &Path, replaced: &[&str]) -> io::Result<()> {
        let moves = Exchange::plan(self.folder.path(), place, replaced)?;
        let Err(error) = moves.carry_out() else {
            self.remove();
            return Ok(());
        };
        match moves.undo() {
            Ok(()) => Err(error),
            Err(_) => {
                let kept = moves.of_earlier();
                // The next process tries again.
                let _ = self.folder.keep();
                let reason = format!("{error}; what was there is in {}", kept.display());
                Err(io::Error::other(reason))
            }
        }
    }

    /// Removes the temporary folder. Whatever was made is in its place, even if this fails.
    pub fn remove(self) {
        drop(self.lock);
        let _ = self.folder.close();
    }
}

/// Locks a temporary folder. Returns `None` if another process has locked it, and fails with
/// [`ErrorKind::Unsupported`] where the file system has no locks.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let path = folder.join(LOCK);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    // A pipe in its place must not wait for a reader.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    let file = options.open(&path)?;
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(_)) => Err(ErrorKind::Unsupported.into()),
        // Before it was locked, another process may have removed it.
        Ok(()) => Ok((FileId::of(&path)? == FileId::of_open(&file)?).then_some(file)),
    }
}

/// Removes the temporary folders in a folder that nobody uses, and undoes their exchanges if those
/// were interrupted.
pub(crate) fn remove_left_behind(folder: &Path) -> io::Result<()> {
    // If the folder cannot be read, what is made there fails with a better error.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if !is_temporary(&entry.file_name()) || !entry.metadata().is_ok_and(|found| is_own_folder(&found)) {
            continue;
        }
        if let Ok(Some(lock)) = lock(&path) {
            if let Some(moves) = Exchange::read(&path, folder)?
                && !moves.are_done()
            {
                moves.undo()?;
            }
            // Whoever waits for the lock then finds it in a folder that is gone.
            let _ = fs::remove_dir_all(&path);
            drop(lock);
        }
    }
    Ok(())
}

/// Returns whether something is a folder, no link to one, that this user made: what others left may
/// name other moves.
fn is_own_folder(found: &Metadata) -> bool {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(found) != rustix::process::geteuid().as_raw() {
        return false;
    }
    found.is_dir()
}

#[derive(Deserialize, Serialize)]
struct Exchange {
    #[serde(skip)]
    temporary: PathBuf,
    #[serde(skip)]
    place: PathBuf,
    /// The name of the entry that says that the content is complete.
    last: Option<String>,
    earlier: Vec<String>,
    new: Vec<String>,
}

impl Exchange {
    fn plan(temporary: &Path, place: &Path, replaced: &[&str]) -> io::Result<Self> {
        let names = fs::read_dir(temporary.join("new"))?.map(|entry| {
            let name = entry?.file_name().into_string();
            name.map_err(|name| io::Error::other(format!("the name {} is not text", Path::new(&name).display())))
        });
        let mut new = names.collect::<io::Result<Vec<_>>>()?;
        let last = replaced.first().map(ToString::to_string);
        new.sort_by_key(|name| last.as_ref() == Some(name));
        let earlier = replaced.iter().filter(|name| place.join(name).exists());
        let earlier = earlier.map(ToString::to_string).collect();
        Ok(Self {
            temporary: temporary.to_owned(),
            place: place.to_owned(),
            last,
            earlier,
            new,
        })
    }

    /// Reads the moves of a temporary folder in a place, if there are some to undo.
    fn read(temporary: &Path, place: &Path) -> io::Result<Option<Self>> {
        let text = match read_regular(&temporary.join(MOVES)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        // A list that is not whole was never followed.
        let moves = serde_json::from_slice(&text).ok().filter(Self::are_plain);
        Ok(moves.map(|moves| Self {
            temporary: temporary.to_owned(),
            place: place.to_owned(),
            ..moves
        }))
    }

    /// Returns whether all are names in a folder, and none a path that leads out of it.
    fn are_plain(&self) -> bool {
        self.earlier.iter().chain(&self.new).all(|name| {
            let mut parts = Path::new(name).components();
            matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
        })
    }

    fn list(&self) -> PathBuf {
        self.temporary.join(MOVES)
    }

    fn of_earlier(&self) -> PathBuf {
        self.temporary.join("earlier")
    }

    fn of_new(&self) -> PathBuf {
        self.temporary.join("new")
    }

    fn carry_out(&self) -> io::Result<()> {
        fs::create_dir(self.of_earlier())?;
        let mut list = File::create_new(self.list())?;
        list.write_all(&serde_json::to_vec(self)?)?;
        list.sync_all()?;
        drop(list);
        sync_folder(&self.temporary)?;
        sync_folder(&self.place)?;
        let last = self.last.as_ref();
        for name in &self.earlier {
            fs::rename(self.place.join(name), self.of_earlier().join(name))?;
            // Whatever else a power cut leaves, it is no complete content.
            if last == Some(name) && self.earlier.len() > 1 {
                sync_folder(&self.place)?;
            }
        }
        for name in &self.new {
            if last == Some(name) && self.new.len() > 1 {
                sync_folder(&self.place)?;
            }
            fs::rename(self.of_new().join(name), self.place.join(name))?;
        }
        sync_folder(&self.place)?;
        // From now on the new content stands.
        fs::remove_file(self.list())?;
        sync_folder(&self.temporary)
    }

    /// Returns whether all that is new is in its place, so that only the list was not removed.
    fn are_done(&self) -> bool {
        let mut names = self.new.iter();
        names.all(|name| self.place.join(name).exists() && !self.of_new().join(name).exists())
    }

    /// Moves everything back. This may be interrupted and repeated.
    fn undo(&self) -> io::Result<()> {
        for name in self.new.iter().rev().filter(|name| !self.of_new().join(name).exists()) {
            move_back(&self.place.join(name), &self.of_new().join(name))?;
        }
        for name in self.earlier.iter().rev() {
            move_back(&self.of_earlier().join(name), &self.place.join(name))?;
        }
        sync_folder(&self.place)?;
        match fs::remove_file(self.list()) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Moves a file or folder if it is there.
fn move_back(from: &Path, to: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    if to.exists() {
        let reason = format!("move {} or {} away", from.display(), to.display());
        return Err(io::Error::other(reason));
    }
    fs::rename(from, to)
}
