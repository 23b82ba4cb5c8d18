//! Comparing a folder with the database: the records that are new, and the sources that
//! are no longer in the folder.

use super::options::ImportOptions;
use super::pipeline::{self, Delivery};
use super::reading::{BytesRead, Reading, Target};
use super::report::ReadFailure;
use crate::archive::{SkipReason, is_archive_name};
use crate::store::{Database, EveryRecord, FoundRecord, RecordCompressor, Selection, StoreError, StoredRecord};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The differences between a folder and the database.
#[derive(Debug, Default)]
pub struct SyncPlan {
    /// The folder, and the archives in it.
    pub paths: Vec<PathBuf>,
    /// The number of records that the database does not have at their places.
    pub new: u64,
    /// The sources that are not in the folder any more, or changed there.
    pub left: Selection,
    /// The number of games without another source, here or elsewhere. Does not include
    /// games whose record changed or moved within the folder.
    pub games: u64,
    /// True if the database would keep no source below the folder.
    pub is_everything: bool,
    /// The number of records that changed at their places.
    pub changed: u64,
    /// The parts of the folder that could not be read. What was found there stays.
    pub failures: Vec<ReadFailure>,
}

/// The error of comparing a folder with the database. Nothing was changed.
#[derive(Debug, Error)]
pub enum SyncError {
    /// The folder cannot be read.
    #[error("{}: the folder cannot be read: {error}; nothing was changed", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The folder has no records, as when its disk is missing.
    #[error("{}: the folder holds no game records; if its disk is not missing, remove its games by its name", .0.display())]
    NoRecords(PathBuf),
    /// Reading could not be set up.
    #[error("records cannot be compressed: {0}")]
    Compress(io::Error),
    /// The database cannot be read, or the comparison was stopped.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Compares a folder, and the archives in it, with what the database has from there.
pub fn plan_sync(db: &Database, folder: &Path, options: &ImportOptions) -> Result<SyncPlan, SyncError> {
    let unreadable = |error| SyncError::Unreadable {
        folder: folder.to_owned(),
        error,
    };
    let root = folder.canonicalize().map_err(unreadable)?;
    fs::read_dir(&root).map_err(unreadable)?;
    let mut paths = vec![root.clone()];
    add_archives(&root, &mut paths);
    let scan = Scan::new(db, &paths, options)?;
    if scan.records.is_empty() {
        return Err(SyncError::NoRecords(folder.to_owned()));
    }
    let mut plan = SyncPlan::default();
    let (mut known, mut stays) = (HashSet::new(), false);
    // Of each game, the number of sources that leave it, and whether it stays nevertheless.
    let mut leaving: BTreeMap<i64, (usize, bool)> = BTreeMap::new();
    let mut sources = EveryRecord::below(db, &root, &options.stop)?;
    while let Some(found) = sources.next_record()? {
        let place = Place::of_source(&found);
        let record = found.record.as_ref().ok();
        if scan.is_unreadable(&place) || record.is_some_and(|record| scan.records.contains(&place.hash_with(record))) {
            known.insert(record.map(|record| place.hash_with(record)));
            stays = true;
            continue;
        }
        let is_changed = scan.places.contains(&place.hash());
        let (sources, keeps) = leaving.entry(found.source.game).or_default();
        *sources += 1;
        *keeps |= is_changed || record.is_some_and(|record| scan.texts.contains(&hash_of(record)));
        plan.changed += u64::from(is_changed);
        plan.left.sources.insert(found.source);
    }
    drop(sources);
    let snapshot = db.snapshot()?;
    for (&game, &(sources, keeps)) in &leaving {
        plan.games += u64::from(!keeps && snapshot.source_places(game)?.len() == sources);
    }
    plan.new = scan
        .records
        .iter()
        .filter(|record| !known.contains(&Some(**record)))
        .count() as u64;
    plan.is_everything = !stays && plan.games > 0;
    plan.failures = scan.failures;
    plan.paths = paths;
    Ok(plan)
}

/// Adds the archives in a folder, in the order of their paths. What cannot be read is
/// reported when the folder is read.
fn add_archives(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_unstable_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => add_archives(&path, paths),
            Ok(_) if is_archive_name(&path) && path.is_file() => paths.push(path),
            _ => {}
        }
    }
}

/// The place of a record, however its file was imported: by itself or with its folder.
struct Place {
    file: PathBuf,
    /// The file within an archive; empty for other files.
    member: String,
    member_game: usize,
}

impl Place {
    fn new(archive: &Path, member: &str, member_game: usize) -> Self {
        let is_single = archive.file_name().is_some_and(|name| name.to_string_lossy() == member);
        let (file, member) = match () {
            () if archive.is_dir() => (archive.join(member), String::new()),
            () if is_single => (archive.to_owned(), String::new()),
            () => (archive.to_owned(), member.to_owned()),
        };
        Self {
            file,
            member,
            member_game,
        }
    }

    fn of_source(found: &FoundRecord) -> Self {
        Self::new(Path::new(&found.archive.path), &found.member, found.member_game)
    }

    fn hash(&self) -> u64 {
        let Self {
            file,
            member,
            member_game,
        } = self;
        hash_of_all((file, member, member_game))
    }

    fn hash_with(&self, record: &StoredRecord) -> u64 {
        hash_of_all((self.hash(), &record.sgf))
    }
}

fn hash_of(record: &StoredRecord) -> u64 {
    hash_of_all(&record.sgf)
}

fn hash_of_all(values: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.hash(&mut hasher);
    hasher.finish()
}

/// What is in a folder: hashes, because a million records must fit in memory.
#[derive(Default)]
struct Scan {
    /// The places with their records.
    records: HashSet<u64>,
    places: HashSet<u64>,
    texts: HashSet<u64>,
    /// The files and folders that could not be read.
    unreadable: Vec<PathBuf>,
    failures: Vec<ReadFailure>,
}

impl Scan {
    fn new(db: &Database, paths: &[PathBuf], options: &ImportOptions) -> Result<Self, SyncError> {
        let stop = &options.stop;
        let bytes_read = BytesRead::default();
        let target = Target {
            path: db.path(),
            keys: db.keys(),
        };
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let compressors = (0..workers)
            .map(|_| RecordCompressor::new(&[]))
            .collect::<Result<_, _>>()
            .map_err(SyncError::Compress)?;
        let mut scan = Self::default();
        let reading = Reading::new(paths, target, stop, &bytes_read);
        pipeline::run(reading, db.keys(), compressors, stop, |mut batch| {
            stop.check().map_err(StoreError::from)?;
            let archive = &paths[batch.archive];
            for (member, reason) in std::mem::take(&mut batch.skipped) {
                scan.skip(archive, member, reason);
            }
            batch.begin();
            let mut member = String::new();
            for delivery in batch.parts.into_iter().flatten() {
                match delivery {
                    Delivery::File(path, _) => member = path,
                    Delivery::Game(prepared) => {
                        let place = Place::new(archive, &member, prepared.member_game);
                        if let Ok(game) = prepared.game {
                            scan.records.insert(place.hash_with(&game.record));
                            scan.places.insert(place.hash());
                            scan.texts.insert(hash_of(&game.record));
                        }
                    }
                    Delivery::Unreadable(path, reason) => scan.skip(archive, path, reason),
                }
            }
            if let Some(Err(failure)) = batch.end {
                scan.unreadable.push(archive.clone());
                scan.failures.push(failure);
            }
            Ok::<_, SyncError>(())
        })?;
        // A comparison with a part of the folder would remove the rest.
        stop.check().map_err(StoreError::from)?;
        Ok(scan)
    }

    fn skip(&mut self, archive: &Path, member: String, reason: SkipReason) {
        if !reason.is_loss() {
            return;
        }
        self.unreadable.push(Place::new(archive, &member, 0).file);
        self.failures.push(ReadFailure::Member {
            archive: archive.display().to_string(),
            member,
            reason,
        });
    }

    fn is_unreadable(&self, place: &Place) -> bool {
        self.unreadable.iter().any(|path| place.file.starts_with(path))
    }
}
