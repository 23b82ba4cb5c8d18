use super::error::ImportError;
use super::input;
use super::known::KnownRecords;
use super::options::ImportOptions;
use super::pipeline;
use super::reading::{BytesRead, Reading, Target};
use super::report::{ImportProgress, Imported, ReadFailure, Reporter};
use super::storing::Storer;
use crate::go::HashTable;
use crate::store::{Database, RecordCompressor, Writer, train};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The interval between two calls of [`Reporter::progress`].
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Imports archives, folders, single records and other databases into a database. The outcome lists
/// the parts that could not be read; everything else is imported.
/// [`ImportError::Stopped`] states how much was committed.
pub fn import(
    db: &Database,
    paths: &[PathBuf],
    options: &ImportOptions,
    reporter: &mut dyn Reporter,
) -> Result<Imported, ImportError> {
    let started = Instant::now();
    let stop = &options.stop;
    let keys = Arc::clone(db.keys());
    let bytes_read = BytesRead::default();
    let target = Target {
        path: db.path(),
        keys: &keys,
        filter: &options.filter,
    };
    let mut reading = Reading::new(paths, target, stop, &bytes_read);
    let transaction = db.transaction(stop.clone())?;
    let mut writer = Writer::new(&transaction)?;
    if writer.dictionary().is_empty()
        && let Some(dictionary) = train(&reading.samples())
    {
        writer.add_dictionary(dictionary)?;
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let compressors = (0..workers)
        .map(|_| RecordCompressor::new(writer.dictionary()))
        .collect::<Result<_, _>>()
        .map_err(ImportError::Compress)?;
    let total_bytes = paths
        .iter()
        .filter_map(|path| input::bytes(path, keys.hash_table(), stop))
        .sum();
    let mut storer = Storer::new(writer, paths, options, started, reporter)?;
    let mut told = started;
    let stored: Vec<PathBuf> = paths.iter().map(|path| options.stored(path)).collect();
    let known = KnownRecords::of(db, &stored, total_bytes).ok().flatten();
    pipeline::run(reading, &keys, compressors, known.as_ref(), stop, |batch| {
        storer.take(batch, |storer| {
            if told.elapsed() >= PROGRESS_INTERVAL {
                told = Instant::now();
                storer.tell(ImportProgress {
                    games: storer.games(),
                    bytes: bytes_read.get(),
                    total_bytes,
                    elapsed: started.elapsed(),
                });
            }
        })
    })?;
    storer.finish()
}

/// Checks that all paths can be opened, so that a misspelt name is noticed before a
/// long import into the database `target`, whose hash table is `table`.
pub fn check_paths(
    paths: &[PathBuf],
    target: &Path,
    table: &HashTable,
    options: &ImportOptions,
) -> Result<(), ReadFailure> {
    for path in paths {
        input::check(path, target, table, options).map_err(|failure| failure.naming(options))?;
    }
    Ok(())
}
