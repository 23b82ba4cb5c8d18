//! What is in a folder.

use super::error::SyncError;
use crate::archive::SkipReason;
use crate::import::options::ImportOptions;
use crate::import::pipeline::{self, Delivery};
use crate::import::reading::{BytesRead, Reading, Target};
use crate::import::report::ReadFailure;
use crate::store::{Database, FoundRecord, RecordCompressor, StoreError, StoredRecord};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The place of a record, however its file was imported: by itself or with its folder.
pub(super) struct Place {
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

    pub fn of_source(found: &FoundRecord) -> Self {
        Self::new(Path::new(&found.archive.path), &found.member, found.member_game)
    }

    pub fn hash(&self) -> u64 {
        let Self {
            file,
            member,
            member_game,
        } = self;
        hash_of_all((file, member, member_game))
    }

    pub fn hash_with(&self, record: &StoredRecord) -> u64 {
        hash_of_all((self.hash(), &record.sgf))
    }
}

pub fn hash_of(record: &StoredRecord) -> u64 {
    hash_of_all(&record.sgf)
}

fn hash_of_all(values: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.hash(&mut hasher);
    hasher.finish()
}

/// What is in a folder: hashes, because a million records must fit in memory.
#[derive(Default)]
pub(super) struct Scan {
    /// The places with their records.
    pub records: HashSet<u64>,
    pub places: HashSet<u64>,
    pub texts: HashSet<u64>,
    /// The files and folders that could not be read.
    unreadable: Vec<PathBuf>,
    pub failures: Vec<ReadFailure>,
}

impl Scan {
    /// Reads the folder, and the archives in it, without storing anything.
    pub fn new(db: &Database, paths: &[PathBuf], options: &ImportOptions) -> Result<Self, SyncError> {
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

    pub fn is_unreadable(&self, place: &Place) -> bool {
        self.unreadable.iter().any(|path| place.file.starts_with(path))
    }
}
