//! The index of the journal (`-shm`), which all connections to a file share.
//!
//! SQLite finds it by the path of the file. After a file was replaced, the index would be
//! that of both files: the connections to one would take the state of the other for theirs,
//! and closing them would take the locks of the others away.

use super::connection::{INDEX, beside};
use crate::files::FileId;
use std::io;
use std::path::Path;

/// Returns the id of the index of a file's journal, if there is one.
pub fn id(path: &Path) -> Option<FileId> {
    FileId::of(&beside(path, INDEX)).ok()
}

/// Removes the index of a replaced file, and its journal, which must be empty. Fails if
/// another process uses them. The connections of this process keep what they have.
#[cfg(unix)]
pub fn remove(path: &Path) -> io::Result<()> {
    use super::connection::JOURNAL;
    use rustix::fs::{FlockOperation, fcntl_lock};
    let index = beside(path, INDEX);
    let file = std::fs::File::options().read(true).write(true).open(&index)?;
    // Each process that uses the index has a lock on a part of it.
    fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive)?;
    std::fs::remove_file(index)?;
    match std::fs::remove_file(beside(path, JOURNAL)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Fails: a file that is open is not replaced there.
#[cfg(not(unix))]
pub fn remove(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
