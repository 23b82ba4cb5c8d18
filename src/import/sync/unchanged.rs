//! Folders that have not changed since they were compared with the database, which need not be read.

use crate::store::{Database, Snapshot, StoreError};
use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The age from which a file counts: a later change of a younger one might have the same time. FAT has
/// steps of two seconds.
const SETTLED: Duration = Duration::from_secs(3);

/// Returns a number that follows from the names, sizes and times of all files below a folder, or `None`
/// if some cannot be listed or changed just now.
pub(super) fn listing(root: &Path) -> Option<u64> {
    let settled = SystemTime::now().checked_sub(SETTLED)?;
    let mut folders = vec![root.to_owned()];
    // The same in any order.
    let mut sum = 0_u64;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).ok()? {
            let entry = entry.ok()?;
            let path = entry.path();
            let mut metadata = entry.metadata().ok()?;
            if metadata.is_dir() {
                folders.push(path);
                continue;
            }
            if metadata.is_symlink() {
                // The content of the file counts, if there is one.
                metadata = fs::metadata(&path).unwrap_or(metadata);
            }
            let times = times(&metadata)?;
            if times.iter().any(|time| *time > settled) {
                return None;
            }
            let mut hasher = DefaultHasher::new();
            (path, metadata.len(), times).hash(&mut hasher);
            sum = sum.wrapping_add(hasher.finish());
        }
    }
    Some(sum)
}

/// Returns the times of the last changes, of the content and, where the system keeps it, of anything.
fn times(metadata: &Metadata) -> Option<[SystemTime; 2]> {
    let modified = metadata.modified().ok()?;
    #[cfg(unix)]
    let changed = {
        use std::os::unix::fs::MetadataExt;
        let seconds = Duration::from_secs(metadata.ctime().try_into().ok()?);
        SystemTime::UNIX_EPOCH + seconds + Duration::from_nanos(metadata.ctime_nsec().try_into().ok()?)
    };
    #[cfg(not(unix))]
    let changed = modified;
    Some([modified, changed])
}

/// Returns whether the database has all that is in a folder with this listing.
pub(super) fn is_known(db: &Database, root: &Path, listing: u64) -> Result<bool, StoreError> {
    let snapshot = db.snapshot()?;
    Ok(snapshot.synced(root)? == Some(state(&snapshot, root, listing)?))
}

/// Notes that the database has all that is in a folder with this listing.
pub(super) fn note(db: &Database, root: &Path, listing: u64) -> Result<(), StoreError> {
    let state = state(&db.snapshot()?, root, listing)?;
    match db.snapshot()?.synced(root)? {
        Some(known) if known == state => Ok(()),
        // Without the note, the folder is read again.
        _ => match db.note_synced(root, state) {
            Err(StoreError::Busy(_)) => Ok(()),
            noted => noted,
        },
    }
}

/// Returns a number that follows from a listing and from what the database has from the folder. Another
/// version of the program may read more.
fn state(snapshot: &Snapshot, root: &Path, listing: u64) -> Result<i64, StoreError> {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), listing, snapshot.sources_below(root)?).hash(&mut hasher);
    Ok(hasher.finish() as i64)
}
