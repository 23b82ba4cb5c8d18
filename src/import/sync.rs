//! Bringing a database up to date with a folder: the comparison finds the records that
//! are new, and the sources that are gone from the folder; then the ones are imported and
//! the others removed.

use super::database_records::DatabaseRecords;
use super::input::MemberReader;
use super::listing::{ListingAgreement, is_noted, listing_of, note};
use super::pipeline::{self, Delivery};
use super::removals::Removals;
use super::report::{ImportError, ImportSummary, ReadFailure, Reporter};
use super::{ImportOptions, compressors, import_with};
use crate::archive::SkipReason;
use crate::dataset::RejectionKind;
use crate::files::canonical;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::record::Replayed;
use crate::store::{Database, NewGame, Removed, Selection, StoreError, StoredRecord};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

/// The differences between a folder and the database.
#[derive(Debug, Default)]
pub struct SyncPlan {
    /// The folder.
    pub paths: Vec<PathBuf>,
    /// The number of records that the database does not have at their places.
    pub new: u64,
    /// The number of records that are skipped because their games were removed before.
    pub removed: u64,
    /// The number of records that changed at their places.
    pub changed: u64,
    /// The sources that are not in the folder any more, or changed there.
    pub gone: Selection,
    /// The number of games that would be removed for good: games without another source,
    /// here or elsewhere.
    pub games: u64,
    /// The number of games that would be removed because the text of their record changed.
    /// The game as its record is now is imported anew, and has a new number.
    pub anew: u64,
    /// True if the database would keep no source below the folder.
    pub is_everything: bool,
    /// The parts of the folder that could not be read. What was found there stays.
    pub failures: Vec<ReadFailure>,
    /// The listing of the folder before it was read, unless something changed just then.
    listing: Option<u64>,
}

/// The fate of a game that loses its sources in the folder, from the worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Gone,
    Changed,
    Moved,
}

/// Compares a folder, and the archives in it, with what the database has from there. If its files have
/// the names, sizes and times that they had after the last [`apply_sync`], does not read them.
pub fn plan_sync(db: &Database, folder: &Path, options: &ImportOptions) -> Result<SyncPlan, ImportError> {
    let root = canonical(folder)
        .and_then(|root| fs::read_dir(&root).map(|_| root))
        .map_err(|error| ImportError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
    if root.to_str().is_none() {
        return Err(ImportError::OddName(root));
    }
    let paths = vec![root.clone()];
    let listing = listing_of(&root);
    if let Some(listing) = listing
        && is_noted(
            &db.snapshot()?.archive_sources()?,
            &root,
            listing,
            &[ListingAgreement::Exact],
        )
    {
        return Ok(SyncPlan {
            paths,
            ..SyncPlan::default()
        });
    }
    let scan = Scan::new(db, &paths, options)?;
    if scan.records.is_empty() {
        return Err(ImportError::NoRecords(folder.to_owned()));
    }
    let mut plan = SyncPlan::default();
    let (mut known, mut stays) = (HashSet::new(), false);
    let mut fates: BTreeMap<i64, Fate> = BTreeMap::new();
    let mut sources = DatabaseRecords::below(db, &root, &options.stop)?;
    while let Some(found) = sources.next_record()? {
        let file = file_of(Path::new(&found.archive.path), &found.source.member);
        let place = hash_of_all((&file, found.member_game()));
        let record = found.record.as_ref().ok();
        let here = record.map(|record| hash_of_all((place, &record.bytes)));
        if here.is_some_and(|here| scan.records.contains(&here)) || scan.is_passed_over(&file, place) {
            known.insert(here);
            stays = true;
            continue;
        }
        let is_changed = scan.places.contains(&place);
        let fate = match record {
            Some(record) if scan.texts.contains(&hash_of(record)) => Fate::Moved,
            Some(record) if is_changed && scan.has_same_game(place, record, db.keys()) => Fate::Changed,
            _ => Fate::Gone,
        };
        let of_game = fates.entry(found.source.game).or_insert(fate);
        *of_game = fate.max(*of_game);
        plan.changed += u64::from(is_changed);
        plan.gone.sources.insert(found.source);
    }
    drop(sources);
    for game in db.snapshot()?.selected_games(&plan.gone)? {
        match fates.get(&game) {
            Some(Fate::Moved) => {}
            Some(Fate::Changed) => plan.anew += 1,
            Some(Fate::Gone) | None => plan.games += 1,
        }
    }
    let unknown = |records: &HashSet<u64>| {
        let unknown = records.iter().filter(|record| !known.contains(&Some(**record)));
        unknown.count() as u64
    };
    plan.removed = unknown(&scan.removed);
    plan.new = unknown(&scan.records) - plan.removed;
    plan.is_everything = !stays && plan.games > 0;
    plan.failures = scan.failures;
    plan.listing = listing;
    plan.paths = paths;
    Ok(plan)
}

/// The changes that brought a database up to date with a folder.
#[derive(Debug, Default)]
pub struct Synced {
    /// The summary of the import; none if nothing was new.
    pub imported: Option<ImportSummary>,
    /// The effect of the removal; none if nothing was gone.
    pub removed: Option<Removed>,
    /// The parts of the folder that could not be read.
    pub failures: Vec<ReadFailure>,
}

/// Imports what is new in a folder, and removes what is gone from it. Records that
/// changed are imported after the removal, which frees their places, so that `reporter`
/// may receive a record twice. The stop of the options is obeyed up to the removal; what
/// was committed stays, and the next comparison finds the rest. Nothing is removed if the
/// import could not read what the comparison read.
pub fn apply_sync(
    db: &Database,
    plan: SyncPlan,
    options: &ImportOptions,
    reporter: &mut dyn Reporter,
) -> Result<Synced, ImportError> {
    let unread: HashSet<String> = plan.failures.iter().map(ToString::to_string).collect();
    let mut synced = Synced {
        failures: plan.failures,
        ..Synced::default()
    };
    // What moved within the folder has a new source before it loses the old one.
    if plan.new > 0 {
        synced.import(db, &plan.paths, options, reporter)?;
    }
    if synced
        .failures
        .iter()
        .any(|failure| !unread.contains(&failure.to_string()))
    {
        return Ok(synced);
    }
    if !plan.gone.sources.is_empty() {
        let removed = db.remove(&plan.gone).map_err(|error| synced.stopped(error.into()))?;
        synced.removed = Some(removed);
    }
    if plan.new > 0 && plan.changed > 0 {
        // The games of changed records are not in the database until this has ended.
        let to_its_end = ImportOptions {
            stop: Interrupt::default(),
            ..options.clone()
        };
        synced.import(db, &plan.paths, &to_its_end, reporter)?;
    }
    if let (Some(listing), [folder], []) = (plan.listing, &plan.paths[..], &synced.failures[..])
        && !is_noted(
            &db.snapshot()?.archive_sources()?,
            folder,
            listing,
            &[ListingAgreement::Exact],
        )
    {
        let noted = db.transaction(db.stop().clone()).and_then(|transaction| {
            note(&transaction, &[(folder.clone(), listing)], ListingAgreement::Exact)?;
            transaction.finish()
        });
        match noted {
            // Without the note, the folder is read again.
            Ok(()) | Err(StoreError::Busy(_)) => {}
            Err(error) => return Err(synced.stopped(error.into())),
        }
    }
    Ok(synced)
}

impl Synced {
    fn import(
        &mut self,
        db: &Database,
        paths: &[PathBuf],
        options: &ImportOptions,
        reporter: &mut dyn Reporter,
    ) -> Result<(), ImportError> {
        let imported = import_with(db, paths, options, reporter).map_err(|error| self.stopped(error))?;
        self.imported = Some(self.with(imported.summary));
        // The comparison met most of them.
        let told: HashSet<String> = self.failures.iter().map(ToString::to_string).collect();
        let new = imported
            .failures
            .into_iter()
            .filter(|failure| !told.contains(&failure.to_string()));
        self.failures.extend(new);
        Ok(())
    }

    /// Returns the summary together with that of another import of the same folder.
    fn with(&self, again: ImportSummary) -> ImportSummary {
        let Some(before) = &self.imported else { return again };
        let mut sum = ImportSummary {
            added: before.added + again.added,
            // What the import added now was a duplicate before.
            duplicates: before.duplicates.saturating_sub(again.added),
            repaired: before.repaired + again.repaired,
            positions: before.positions + again.positions,
            seconds: before.seconds + again.seconds,
            stopped: again.stopped,
            ..before.clone()
        };
        for repaired in &again.repairs {
            sum.add_repairs(repaired.kind, repaired.games);
        }
        sum
    }

    /// Adds what was imported before to the message of a stop.
    fn stopped(&self, error: ImportError) -> ImportError {
        let kept = match error {
            ImportError::Stopped(kept) => *kept,
            ImportError::Store(StoreError::Stopped) => ImportSummary {
                stopped: true,
                ..ImportSummary::default()
            },
            error => return error,
        };
        ImportError::Stopped(Box::new(self.with(kept)))
    }
}

/// Returns the path of the file of a record, however it was imported: by itself, or with its archive or its folder. That
/// of an archive goes on within it.
fn file_of(archive: &Path, member: &str) -> PathBuf {
    let is_single = archive.file_name().is_some_and(|name| name.to_string_lossy() == member);
    // A member of an archive may have the name of the archive, but not a folder the name of a member.
    if is_single && !archive.is_dir() {
        archive.to_owned()
    } else {
        archive.join(member.trim_start_matches('/'))
    }
}

fn hash_of(record: &StoredRecord) -> u64 {
    hash_of_all(&record.bytes)
}

fn hash_of_all(values: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.hash(&mut hasher);
    hasher.finish()
}

/// The contents of a folder as hashes, because a million records must fit in memory.
#[derive(Default)]
struct Scan {
    /// The places with their records. A place is a file and the index of the game in it.
    records: HashSet<u64>,
    places: HashSet<u64>,
    texts: HashSet<u64>,
    /// The places with the contents of their games.
    games: HashSet<u64>,
    /// The files with records, and the archives and folders around them.
    files: HashSet<u64>,
    /// The records whose games the user removed, with their places.
    removed: HashSet<u64>,
    rejected: HashSet<u64>,
    unreadable: Vec<PathBuf>,
    failures: Vec<ReadFailure>,
}

impl Scan {
    fn new(db: &Database, paths: &[PathBuf], options: &ImportOptions) -> Result<Self, ImportError> {
        let stop = &options.stop;
        let bytes_read = AtomicU64::default();
        let compressors = compressors(&[]).map_err(ImportError::Compress)?;
        let mut scan = Self::default();
        let mut removals = Removals::new(db.snapshot()?);
        let reading = MemberReader::new(paths, db, options, &bytes_read);
        pipeline::run(reading, db.keys(), compressors, None, stop, |mut batch| {
            stop.check().map_err(StoreError::from)?;
            let archive = &paths[batch.archive];
            for (member, reason) in take(&mut batch.skipped) {
                scan.skip(archive, member, reason);
            }
            batch.begin();
            let mut member = String::new();
            for delivery in batch.parts.into_iter().flatten() {
                match delivery {
                    Delivery::File(path, _) => member = path,
                    Delivery::Game(prepared) => {
                        let file = file_of(archive, &member);
                        let place = hash_of_all((&file, prepared.member_game));
                        match prepared.game {
                            Ok(game) => {
                                let record = scan.add(&file, place, &game);
                                if !options.with_removed && removals.has(&game)? {
                                    scan.removed.insert(record);
                                }
                            }
                            Err(_) => drop(scan.rejected.insert(place)),
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
            Ok::<_, ImportError>(())
        })?;
        // A comparison with a part of the folder would remove the rest.
        stop.check().map_err(StoreError::from)?;
        Ok(scan)
    }

    fn skip(&mut self, archive: &Path, member: String, reason: SkipReason) {
        if RejectionKind::of_lost(&reason).is_none() && !matches!(reason, SkipReason::Archive(_)) {
            return;
        }
        self.unreadable.push(file_of(archive, &member));
        if reason.may_hide_games() {
            self.failures.push(ReadFailure::Member {
                archive: archive.display().to_string(),
                member,
                reason,
            });
        }
    }

    /// Adds the game at a place in a file. Returns the hash of the record with its place.
    fn add(&mut self, file: &Path, place: u64, game: &NewGame) -> u64 {
        let record = hash_of_all((place, &game.record.bytes));
        self.records.insert(record);
        self.places.insert(place);
        self.texts.insert(hash_of(&game.record));
        self.games.insert(hash_of_all((place, game.hash)));
        for file in file.ancestors() {
            // What is around a known file is known.
            if !self.files.insert(hash_of_all(file)) {
                break;
            }
        }
        record
    }

    /// Returns whether nothing is known of what is at a place now: it could not be read, its
    /// record was rejected, or its file or archive is there but not among those that the scan
    /// reads.
    fn is_passed_over(&self, file: &Path, place: u64) -> bool {
        if self.unreadable.iter().any(|path| file.starts_with(path)) || self.rejected.contains(&place) {
            return true;
        }
        let file = file.ancestors().find(|path| path.exists());
        file.is_some_and(|file| !file.is_dir() && !self.files.contains(&hash_of_all(file)))
    }

    /// Returns whether the record that is at a place now is of the same game as `before`.
    fn has_same_game(&self, place: u64, before: &StoredRecord, keys: &KeyTables) -> bool {
        let game = Replayed::first_of(&before.decoded(), keys);
        game.is_some_and(|game| {
            let content = game.content.hash(&game.record.info);
            self.games.contains(&hash_of_all((place, content)))
        })
    }
}
