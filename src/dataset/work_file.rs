use super::error::DatasetFailure;
use crate::export::{NewFile, NewFileError, resolved};
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 20;

/// A training set that is being made: a file whose name ends in `~`, and beside it what
/// of it is known to be on the disk. It gets its name when it is complete; what was
/// made until an interruption is gone on with.
pub(super) struct WorkFile {
    target: PathBuf,
    path: PathBuf,
    file: File,
    overwrite: bool,
}

/// What of a work file is on the disk.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// What the file will be: [`hex`] of an MD5 of all that decides it.
    pub plan: String,
    /// Games that are done.
    pub games: usize,
    /// Bytes from the beginning.
    pub bytes: u64,
    /// MD5 of these bytes.
    pub md5: String,
}

impl WorkFile {
    /// Opens the work file of `target`, one that is there already too.
    ///
    /// # Errors
    /// A file that somebody else works on, or that cannot be opened.
    pub fn open(target: &Path, overwrite: bool) -> Result<Self, DatasetFailure> {
        // A link stays one.
        let path = with_suffix(&resolved(target), "~");
        let failed = |source| DatasetFailure::unwritable(target, source);
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
            Err(TryLockError::WouldBlock) => return Err(DatasetFailure::Busy(target.to_owned())),
        }
        // Between opening and locking another process may have completed it.
        if !is_same(&file, &path) {
            return Err(DatasetFailure::Busy(target.to_owned()));
        }
        Ok(Self {
            target: target.to_owned(),
            path,
            file,
            overwrite,
        })
    }

    /// The file to write to, at its beginning, or behind what is there of `plan`: then
    /// with its checkpoint and checksum.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(&mut self, plan: &str) -> io::Result<(File, Option<(Checkpoint, Md5)>)> {
        let resumed = self.resume(plan)?;
        let bytes = resumed.as_ref().map_or(0, |(checkpoint, _)| checkpoint.bytes);
        if resumed.is_none() {
            self.forget();
        }
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok((self.file.try_clone()?, resumed))
    }

    fn resume(&mut self, plan: &str) -> io::Result<Option<(Checkpoint, Md5)>> {
        let Ok(text) = fs::read(self.state_path()) else {
            return Ok(None);
        };
        let Ok(checkpoint) = serde_json::from_slice::<Checkpoint>(&text) else {
            return Ok(None);
        };
        if checkpoint.plan != plan {
            return Ok(None);
        }
        self.file.rewind()?;
        let mut md5 = Md5::new();
        let bytes = hash(&mut (&self.file).take(checkpoint.bytes), &mut md5)?;
        let is_there = bytes == checkpoint.bytes && hex(md5.clone()) == checkpoint.md5;
        Ok(is_there.then_some((checkpoint, md5)))
    }

    /// The target as it was named.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where checkpoints are.
    pub fn state_path(&self) -> PathBuf {
        with_suffix(&resolved(&self.target), ".state~")
    }

    /// Removes the checkpoint, so that nothing is gone on with.
    fn forget(&self) {
        let _ = fs::remove_file(self.state_path());
    }

    /// Removes what was made, unless there is a checkpoint to go on from.
    pub fn give_up(self) {
        if !self.state_path().exists() {
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// What the system says, and a file that is there meanwhile.
    pub fn complete(self) -> Result<(), DatasetFailure> {
        let failed = |source| DatasetFailure::unwritable(&self.target, source);
        self.file.sync_all().map_err(failed)?;
        let target = resolved(&self.target);
        let path = TempPath::try_from_path(&self.path).map_err(failed)?;
        let named = if self.overwrite {
            path.persist(&target)
        } else {
            path.persist_noclobber(&target)
        };
        match named {
            Ok(()) => {
                self.forget();
                Ok(())
            }
            Err(error) => {
                // What was made is worth keeping.
                let _ = error.path.keep();
                match error.error.kind() {
                    io::ErrorKind::AlreadyExists => Err(NewFileError::Exists(self.target.clone()).into()),
                    _ => Err(failed(error.error)),
                }
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

/// Reads all there is into a checksum; how many bytes.
pub(super) fn hash(source: &mut impl Read, md5: &mut Md5) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return Ok(bytes),
            Ok(read) => {
                md5.update(&buffer[..read]);
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A checksum as 32 hex digits.
pub(super) fn hex(md5: Md5) -> String {
    md5.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
