//! Imports archives into the database. A reader, one worker per core and one writer
//! run concurrently: workers read and replay games, and the writer takes them in
//! the order of their archives, finds duplicates of stored games, and commits games
//! and index together. All of them check for an interrupt between games.

mod analyses;
mod database_records;
mod duplicates;
mod found;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;
mod input;
mod known;
mod listing;
mod pipeline;
mod prepare;
mod removals;
mod report;
mod storing;
mod sync;

use crate::archive::{Spooled, is_record_or_archive};
use crate::dataset::is_dataset;
pub use crate::dataset::{NAMED_FILES, RejectedGames, RejectionKind, RepairedGames, Verdict};
use crate::files::resolved;
use crate::go::HashTable;
use crate::interrupt::Interrupt;
use crate::query::Filter;
use crate::store::{Database, RecordCompressor, StoreError, Writer, is_sqlite_file, stored_path, train};
pub use analyses::{
    ImportedAnalyses, StoredAnalyses, check_analysis_files, has_analyses, import_analyses, read_stored_analyses,
};
pub use duplicates::{Original, SameGames};
pub use found::{FOUND, FoundRow, find_games};
use input::MemberReader;
use known::KnownRecords;
use listing::{ListingAgreement, is_noted, listing_of, note};
pub use report::{ImportError, ImportProgress, ImportSummary, Imported, Note, ReadFailure, Reporter};
use std::io;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use storing::Storer;
pub use sync::{SyncPlan, Synced, apply_sync, plan_sync};

/// The interval between two calls of [`Reporter::progress`].
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The number of games after which to commit, besides commits for lack of
    /// memory. Committed games stay whatever happens next. Every commit adds a
    /// segment.
    pub commit_every: Option<NonZeroU64>,
    /// Stops the import within a second when set. Committed games stay, and so do
    /// other games if they can be committed in that time.
    pub stop: Interrupt,
    /// A copy whose path is among those of the import. The path is temporary, so the database
    /// keeps the name of the file alone.
    pub spooled: Option<Arc<Spooled>>,
    /// The conditions that games of datasets must meet. All games of other paths are imported.
    pub filter: Filter,
    /// True to read also files and folders that have not changed since the database has all of their records.
    pub read_unchanged: bool,
    /// True to add also games that the user removed from the database.
    pub with_removed: bool,
}

impl ImportOptions {
    fn shown<'a>(&'a self, path: &'a Path) -> &'a Path {
        self.spooled_at(path).map_or(path, |spooled| spooled.shown())
    }

    /// Returns the path that the database keeps for a path of the import.
    fn stored(&self, path: &Path) -> PathBuf {
        match self.spooled_at(path).and_then(|spooled| spooled.path().file_name()) {
            Some(name) => name.into(),
            None => stored_path(path),
        }
    }

    /// Returns the listing of a path by which it is known again, unless all of it is read each time.
    fn listing_of(&self, path: &Path) -> Option<u64> {
        // A database may have changes in a file beside it.
        let is_read = self.spooled_at(path).is_some() || !self.filter.is_empty() || is_sqlite_file(path);
        if is_read { None } else { listing_of(&stored_path(path)) }
    }

    fn spooled_at(&self, path: &Path) -> Option<&Spooled> {
        self.spooled.as_deref().filter(|spooled| spooled.path() == path)
    }
}

/// Imports archives, folders, single records and other databases into a database. The outcome lists
/// the parts that could not be read; everything else is imported.
/// [`ImportError::Stopped`] states how much was committed.
pub fn import(db: &Database, paths: &[PathBuf], options: &ImportOptions) -> Result<Imported, ImportError> {
    import_with(db, paths, options, &mut ())
}

/// Imports like [`import`], and tells `reporter` of games and of the progress.
pub fn import_with(
    db: &Database,
    paths: &[PathBuf],
    options: &ImportOptions,
    reporter: &mut dyn Reporter,
) -> Result<Imported, ImportError> {
    run(db, paths, options, reporter).map_err(|error| match error {
        // Whoever knew of committed games reported them.
        ImportError::Store(StoreError::Stopped) => ImportError::Stopped(Box::new(ImportSummary {
            stopped: true,
            ..ImportSummary::default()
        })),
        error => error,
    })
}

fn run(
    db: &Database,
    paths: &[PathBuf],
    options: &ImportOptions,
    reporter: &mut dyn Reporter,
) -> Result<Imported, ImportError> {
    // If something is damaged there, all is read, which says so.
    let sources = db.snapshot().and_then(|snapshot| snapshot.archive_sources()).ok();
    let (mut to_read, mut listings, mut unchanged) = (Vec::new(), Vec::new(), 0);
    for path in paths {
        let (stored, listing) = (options.stored(path), options.listing_of(path));
        let is_unchanged = listing.zip(sources.as_ref()).is_some_and(|(listing, sources)| {
            let ways = [ListingAgreement::HasAll, ListingAgreement::Exact];
            !options.read_unchanged && !options.with_removed && is_noted(sources, &stored, listing, &ways)
        });
        if is_unchanged {
            unchanged += 1;
        } else {
            to_read.push(path.clone());
            listings.extend(listing.map(|listing| (stored, listing)));
        }
    }
    if to_read.is_empty() && unchanged > 0 {
        return Ok(Imported {
            summary: ImportSummary {
                unchanged,
                ..ImportSummary::default()
            },
            failures: Vec::new(),
        });
    }
    let mut imported = read_all(db, &to_read, &listings, options, reporter)?;
    imported.summary.unchanged = unchanged;
    Ok(imported)
}

/// Imports paths. If all of them could be read, notes their listings.
fn read_all(
    db: &Database,
    paths: &[PathBuf],
    listings: &[(PathBuf, u64)],
    options: &ImportOptions,
    reporter: &mut dyn Reporter,
) -> Result<Imported, ImportError> {
    let started = Instant::now();
    let stop = &options.stop;
    let bytes_read = AtomicU64::default();
    let mut reading = MemberReader::new(paths, db, options, &bytes_read);
    let transaction = db.transaction(stop.clone())?;
    let mut writer = Writer::new(&transaction)?;
    let changes_of_others = writer.changes_of_others()?;
    if writer.dictionary().is_empty()
        && let Some(dictionary) = train(&reading.samples())
    {
        writer.add_dictionary(dictionary)?;
    }
    let compressors = compressors(writer.dictionary()).map_err(ImportError::Compress)?;
    let total_bytes = reading.total_bytes();
    let mut storer = Storer::new(writer, paths, options, started, reporter)?;
    let mut last_report = started;
    let stored: Vec<PathBuf> = paths.iter().map(|path| options.stored(path)).collect();
    // Without them, every record is replayed, which reports what is damaged.
    let known = KnownRecords::of(db, &stored, total_bytes).ok().flatten();
    pipeline::run(reading, db.keys(), compressors, known.as_ref(), stop, |batch| {
        storer.take(batch, |storer| {
            if last_report.elapsed() >= PROGRESS_INTERVAL {
                last_report = Instant::now();
                storer.report(ImportProgress {
                    games: storer.games(),
                    bytes: bytes_read.load(Ordering::Relaxed),
                    total_bytes,
                    elapsed: started.elapsed(),
                });
            }
        })
    })?;
    let imported = storer.finish()?;
    // Others may have removed what was added.
    if imported.failures.is_empty() && transaction.changes_of_others()? == changes_of_others {
        // The games are in the database, whatever becomes of the note.
        let _ = note(&transaction, listings, ListingAgreement::HasAll).and_then(|()| transaction.finish());
    }
    Ok(imported)
}

fn compressors(dictionary: &[u8]) -> io::Result<Vec<RecordCompressor>> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    (0..workers).map(|_| RecordCompressor::new(dictionary)).collect()
}

/// Checks that all paths can be opened, so that a misspelt name is noticed before a
/// long import into the database `target`, whose hash table is `table`.
pub fn check_paths(
    paths: &[PathBuf],
    target: &Path,
    table: &HashTable,
    options: &ImportOptions,
) -> Result<(), ReadFailure> {
    paths
        .iter()
        .try_for_each(|path| input::check(path, target, table, options).map_err(|failure| failure.naming(options)))
}

/// Returns whether an import may find games in a file: a record, an archive, a database, or a file of a dataset.
#[must_use]
pub fn has_games(file: &Path) -> bool {
    let is_of_dataset = || resolved(file).ancestors().any(is_dataset);
    is_record_or_archive(file) || is_sqlite_file(file) || file.is_file() && is_of_dataset()
}
