//! Listings, by which an unchanged file or folder is recognised without reading it.

use crate::store::{ArchiveSources, StoreError, Transaction};
use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The age from which a file counts: a later change of a younger one might have the same time. FAT has
/// steps of two seconds.
const SETTLED: Duration = Duration::from_secs(3);

/// Returns a number that follows from the names, sizes and times of a file, or of all files below a folder, or
/// `None` if some cannot be listed or changed just now.
pub(super) fn listing_of(root: &Path) -> Option<u64> {
    let mut paths = vec![root.to_owned()];
    // The same in any order.
    let mut sum = 0_u64;
    while let Some(path) = paths.pop() {
        let mut metadata = fs::symlink_metadata(&path).ok()?;
        if metadata.is_dir() {
            for entry in fs::read_dir(path).ok()? {
                paths.push(entry.ok()?.path());
            }
            continue;
        }
        if metadata.is_symlink() {
            // The content of the file counts, if there is one.
            metadata = fs::metadata(&path).unwrap_or(metadata);
        }
        let times = times(&metadata)?;
        let settled = SystemTime::now().checked_sub(SETTLED)?;
        if times.iter().any(|time| *time > settled) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (path, metadata.len(), times).hash(&mut hasher);
        sum = sum.wrapping_add(hasher.finish());
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
        let nanoseconds = Duration::from_nanos(metadata.ctime_nsec().try_into().ok()?);
        SystemTime::UNIX_EPOCH.checked_add(seconds.checked_add(nanoseconds)?)?
    };
    #[cfg(not(unix))]
    let changed = modified;
    Some([modified, changed])
}

/// The extent to which the records of a file or folder agreed with the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ListingAgreement {
    /// The database had all records that are there.
    HasAll,
    /// It had no others from there, either.
    Exact,
}

/// Returns a number that follows from a listing, from what the database has from there, and from how they agreed.
/// Another version of the program may read more.
pub(super) fn noted(sources: &ArchiveSources, root: &Path, listing: u64, agreement: ListingAgreement) -> i64 {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), listing, sources.below(root), agreement).hash(&mut hasher);
    hasher.finish() as i64
}

/// Returns whether the records of a file or folder with this listing were noted to agree in one of these ways.
pub(super) fn is_noted(sources: &ArchiveSources, root: &Path, listing: u64, ways: &[ListingAgreement]) -> bool {
    let known = sources.listing(root);
    known.is_some()
        && ways
            .iter()
            .any(|&way| known == Some(noted(sources, root, listing, way)))
}

/// Notes that the records of files and folders with these listings agree with the database.
pub(super) fn note(
    transaction: &Transaction,
    listings: &[(PathBuf, u64)],
    agreement: ListingAgreement,
) -> Result<(), StoreError> {
    let sources = transaction.archive_sources()?;
    for (root, listing) in listings {
        let number = noted(&sources, root, *listing, agreement);
        if sources.listing(root) != Some(number) {
            transaction.note_listing(root, number)?;
        }
    }
    Ok(())
}
