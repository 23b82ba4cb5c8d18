//! The contents of a folder.

use super::error::SyncError;
use crate::archive::SkipReason;
use crate::dataset::RejectionKind;
use crate::go::KeyTables;
use crate::import::options::ImportOptions;
use crate::import::pipeline::{self, Delivery};
use crate::import::prepare::PreparedGame;
use crate::import::reading::{BytesRead, Reading, Target};
use crate::import::report::ReadFailure;
use crate::record::Replayed;
use crate::store::{Database, FoundRecord, RecordCompressor, StoreError, StoredRecord};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The place of a record, however its file was imported: by itself, or with its archive or its folder.
pub(super) struct Place {
    /// The path of the file; that of an archive goes on within it.
    file: PathBuf,
    member_game: usize,
}

impl Place {
    fn new(archive: &Path, member: &str, member_game: usize) -> Self {
        let is_single = archive.file_name().is_some_and(|name| name.to_string_lossy() == member);
        // A member of an archive may have the name of the archive, but not a folder the name of a member.
        let file = match is_single && !archive.is_dir() {
            true => archive.to_owned(),
            false => archive.join(member.trim_start_matches('/')),
        };
        Self { file, member_game }
    }

    pub fn of_source(found: &FoundRecord) -> Self {
        Self::new(Path::new(&found.archive.path), &found.member, found.member_game)
    }

    pub fn hash(&self) -> u64 {
        let Self { file, member_game } = self;
        hash_of_all((file, member_game))
    }

    pub fn hash_with(&self, record: &StoredRecord) -> u64 {
        hash_of_all((self.hash(), &record.bytes))
    }
}

pub fn hash_of(record: &StoredRecord) -> u64 {
    hash_of_all(&record.bytes)
}

fn hash_of_all(values: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.hash(&mut hasher);
    hasher.finish()
}

/// The contents of a folder as hashes, because a million records must fit in memory.
#[derive(Default)]
pub(super) struct Scan {
    /// The places with their records.
    pub records: HashSet<u64>,
    pub places: HashSet<u64>,
    pub texts: HashSet<u64>,
    /// The places with the contents of their games.
    games: HashSet<u64>,
    /// The files with records, and the archives and folders around them.
    files: HashSet<u64>,
    /// The places whose records were rejected.
    rejected: HashSet<u64>,
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
            filter: &options.filter,
        };
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let compressors = (0..workers)
            .map(|_| RecordCompressor::new(&[]))
            .collect::<Result<_, _>>()
            .map_err(SyncError::Compress)?;
        let mut scan = Self::default();
        let reading = Reading::new(paths, target, stop, &bytes_read);
        pipeline::run(reading, db.keys(), compressors, None, stop, |mut batch| {
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
                        match prepared.game {
                            Ok(game) => scan.add(&place, &game),
                            Err(_) => drop(scan.rejected.insert(place.hash())),
                        }
                    }
                    Delivery::Unreadable(path, reason) => scan.skip(archive, path, reason),
                    // Nothing is known of the archives of a scan.
                    Delivery::Known(..) => {}
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
        if RejectionKind::of_lost(&reason).is_none() && !matches!(reason, SkipReason::Archive(_)) {
            return;
        }
        self.unreadable.push(Place::new(archive, &member, 0).file);
        self.failures.push(ReadFailure::Member {
            archive: archive.display().to_string(),
            member,
            reason,
        });
    }

    fn add(&mut self, place: &Place, game: &PreparedGame) {
        self.records.insert(place.hash_with(&game.record));
        self.places.insert(place.hash());
        self.texts.insert(hash_of(&game.record));
        self.games.insert(hash_of_all((place.hash(), game.new.content)));
        for file in place.file.ancestors() {
            // What is around a known file is known.
            if !self.files.insert(hash_of_all(file)) {
                break;
            }
        }
    }

    /// Returns whether nothing is known of what is at a place now: it could not be read, its
    /// record was rejected, or its file or archive is there but not among those that the scan
    /// reads.
    pub fn is_passed_over(&self, place: &Place) -> bool {
        let is_unread = || {
            let file = place.file.ancestors().find(|path| path.exists());
            file.is_some_and(|file| !file.is_dir() && !self.files.contains(&hash_of_all(file)))
        };
        self.unreadable.iter().any(|path| place.file.starts_with(path))
            || self.rejected.contains(&place.hash())
            || is_unread()
    }

    /// Returns whether the record that is at a place now is of the same game as `before`.
    pub fn has_same_game(&self, place: &Place, before: &StoredRecord, keys: &KeyTables) -> bool {
        let game = Replayed::first_of(&before.decoded(), keys);
        game.is_some_and(|game| {
            let content = game.content.hash(&game.record.info);
            self.games.contains(&hash_of_all((place.hash(), content)))
        })
    }
}
