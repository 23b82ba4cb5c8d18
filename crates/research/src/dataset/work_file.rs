use super::error::DatasetError;
use bgo::files::{NewFile, destination, hash, hex, persist};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A training set that is being made: a file whose name ends in `~`, and beside it what
/// of it is known to be on the disk. It gets its name when it is complete; what was
/// made until an interruption is gone on with.
pub(super) struct WorkFile {
    /// As it was named.
    target: PathBuf,
    /// Where links lead to.
    resolved: PathBuf,
    path: PathBuf,
    state: PathBuf,
    file: File,
    overwrite: bool,
}

/// What of a work file is on the disk.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// What the file will be: that of its [`GameSet`](super::sets::GameSet).
    pub fingerprint: String,
    /// Games that are done.
    pub games: usize,
    /// Bytes from the beginning.
    pub bytes: u64,
    /// MD5 of these bytes.
    pub md5: String,
}

impl WorkFile {
    /// Opens the work file of `target`, one that is there already too.
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
        // Between opening and locking another process may have completed it.
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

    /// The file to write to, at its beginning, or behind what is there of the set with this
    /// fingerprint: then with its checkpoint and checksum.
    pub fn begin(&mut self, fingerprint: &str, stop: &Interrupt) -> io::Result<(File, Option<(Checkpoint, Md5)>)> {
        let resumed = self.resume(fingerprint, stop)?;
        let bytes = resumed.as_ref().map_or(0, |(checkpoint, _)| checkpoint.bytes);
        if resumed.is_none() {
            self.forget();
        }
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok((self.file.try_clone()?, resumed))
    }

    /// The file to write to, at its beginning.
    pub fn begin_anew(&self) -> io::Result<File> {
        self.forget();
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

    /// The target as it was named.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where checkpoints are.
    pub fn state_path(&self) -> &Path {
        &self.state
    }

    /// Removes the checkpoint, so that nothing is gone on with.
    fn forget(&self) {
        let _ = fs::remove_file(&self.state);
    }

    /// Removes what was made, unless there is a checkpoint to go on from.
    pub fn give_up(self) {
        if !self.state.exists() {
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Gives the file its name.
    pub fn complete(self) -> Result<(), DatasetError> {
        let failed = |source| DatasetError::unwritable(&self.target, source);
        self.file.sync_all().map_err(failed)?;
        let path = TempPath::try_from_path(&self.path).map_err(failed)?;
        match persist(path, &self.target, &self.resolved, self.overwrite) {
            Ok(()) => {
                self.forget();
                Ok(())
            }
            Err((path, error)) => {
                // What was made is worth keeping.
                let _ = path.keep();
                Err(error.into())
            }
        }
    }
}

impl Checkpoint {
    /// Writes it down.
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

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}
