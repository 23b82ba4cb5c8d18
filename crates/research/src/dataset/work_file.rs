use super::error::DatasetError;
use bgo::files::{FileId, NewFile, destination, give_name, hash, hex};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A file that is being made. Its name ends in `~`, and beside it is a checkpoint of the part that
/// is on disk. The file gets its name when it is complete, and is continued after an interruption.
pub(super) struct WorkFile {
    /// The path as given by the user.
    target: PathBuf,
    /// The path without links.
    resolved: PathBuf,
    path: PathBuf,
    state: PathBuf,
    file: File,
    overwrite: bool,
}

/// The part of a work file that is on disk.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// The fingerprint of all data that determine the file.
    pub fingerprint: String,
    /// The number of games.
    pub games: usize,
    /// The number of bytes.
    pub bytes: u64,
    /// The MD5 of these bytes.
    pub md5: String,
}

impl WorkFile {
    /// Opens the work file of `target`, which need not exist.
    pub fn open(target: &Path, overwrite: bool) -> Result<Self, DatasetError> {
        let resolved = destination(target, overwrite)?;
        let path = with_suffix(&resolved, "~");
        let failed = |source| DatasetError::unwritable(target, source);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => return Err(DatasetError::Busy(target.to_owned())),
        }
        // Between opening and locking, another process may have completed the file.
        if !is_same(&file, &path) {
            return Err(DatasetError::Busy(target.to_owned()));
        }
        if let Err(error) = destination(target, overwrite) {
            let _ = fs::remove_file(&path);
            return Err(error.into());
        }
        Ok(Self {
            target: target.to_owned(),
            state: with_suffix(&resolved, ".state~"),
            resolved,
            path,
            file,
            overwrite,
        })
    }

    /// Returns the file. If there is a part with this fingerprint, the file is positioned after it,
    /// and the part's checkpoint and checksum are returned too. If stopped, the error is
    /// [`io::ErrorKind::Interrupted`].
    pub fn begin(&mut self, fingerprint: &str, stop: &Interrupt) -> io::Result<(File, Option<(Checkpoint, Md5)>)> {
        let resumed = self.resume(fingerprint, stop)?;
        let bytes = resumed.as_ref().map_or(0, |(checkpoint, _)| checkpoint.bytes);
        if resumed.is_none() {
            forget(&self.state);
        }
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok((self.file.try_clone()?, resumed))
    }

    /// Empties the file and returns it.
    pub fn begin_anew(&self) -> io::Result<File> {
        forget(&self.state);
        self.file.set_len(0)?;
        self.file.try_clone()
    }

    fn resume(&mut self, fingerprint: &str, stop: &Interrupt) -> io::Result<Option<(Checkpoint, Md5)>> {
        let Ok(text) = fs::read(&self.state) else {
            return Ok(None);
        };
        let Ok(checkpoint) = serde_json::from_slice::<Checkpoint>(&text) else {
            return Ok(None);
        };
        if checkpoint.fingerprint != fingerprint {
            return Ok(None);
        }
        self.file.rewind()?;
        let mut md5 = Md5::new();
        let bytes = hash(&mut (&self.file).take(checkpoint.bytes), &mut md5, stop)?;
        let is_there = bytes == checkpoint.bytes && hex(md5.clone()) == checkpoint.md5;
        Ok(is_there.then_some((checkpoint, md5)))
    }

    /// Returns the path as given by the user.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the path of the checkpoint.
    pub fn state_path(&self) -> &Path {
        &self.state
    }

    /// Removes the file, unless there is a checkpoint.
    pub fn give_up(self) {
        if !self.state.exists() {
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Gives the file its name. If this fails, the content stays, which is worth keeping.
    pub fn complete(self) -> Result<(), DatasetError> {
        let Self {
            target,
            resolved,
            path,
            state,
            file,
            overwrite,
        } = self;
        give_name(file, &path, &target, &resolved, overwrite)?;
        forget(&state);
        Ok(())
    }
}

/// Removes a checkpoint, so that its file cannot be continued.
fn forget(state: &Path) {
    let _ = fs::remove_file(state);
}

impl Checkpoint {
    /// Writes the checkpoint.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        NewFile::write(path, true, &text).map_err(io::Error::other)
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn is_same(file: &File, path: &Path) -> bool {
    matches!((FileId::of_open(file), FileId::of(path)), (Ok(open), Ok(found)) if open == found)
}
