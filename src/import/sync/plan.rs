use super::error::SyncError;
use super::scan::{Place, Scan, hash_of};
use super::unchanged;
use crate::files::canonical;
use crate::import::options::ImportOptions;
use crate::import::report::ReadFailure;
use crate::store::{Database, EveryRecord, Selection};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The differences between a folder and the database.
#[derive(Debug, Default)]
pub struct SyncPlan {
    /// The folder.
    pub paths: Vec<PathBuf>,
    /// The number of records that the database does not have at their places.
    pub new: u64,
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
    pub(super) listing: Option<u64>,
}

/// The fate of a game that loses its sources in the folder, from the worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Its records are not in the folder any more.
    Gone,
    /// Its record changed at its place, and is still of the same game.
    Changed,
    /// A record is at another place of the folder.
    Moved,
}

/// Compares a folder, and the archives in it, with what the database has from there. If its files have
/// the names, sizes and times that they had after the last [`apply_sync`](super::apply_sync), does not read them.
pub fn plan_sync(db: &Database, folder: &Path, options: &ImportOptions) -> Result<SyncPlan, SyncError> {
    let unreadable = |error| SyncError::Unreadable {
        folder: folder.to_owned(),
        error,
    };
    let root = canonical(folder).map_err(unreadable)?;
    fs::read_dir(&root).map_err(unreadable)?;
    if root.to_str().is_none() {
        return Err(SyncError::OddName(root));
    }
    let paths = vec![root.clone()];
    let listing = unchanged::listing(&root);
    if let Some(listing) = listing
        && unchanged::is_known(db, &root, listing)?
    {
        return Ok(SyncPlan {
            paths,
            ..SyncPlan::default()
        });
    }
    let scan = Scan::new(db, &paths, options)?;
    if scan.records.is_empty() {
        return Err(SyncError::NoRecords(folder.to_owned()));
    }
    let mut plan = SyncPlan::default();
    let (mut known, mut stays) = (HashSet::new(), false);
    let mut fates: BTreeMap<i64, Fate> = BTreeMap::new();
    let mut sources = EveryRecord::below(db, &root, &options.stop)?;
    while let Some(found) = sources.next_record()? {
        let place = Place::of_source(&found);
        let record = found.record.as_ref().ok();
        let is_there = record.is_some_and(|record| scan.records.contains(&place.hash_with(record)));
        if is_there || scan.is_passed_over(&place) {
            known.insert(record.map(|record| place.hash_with(record)));
            stays = true;
            continue;
        }
        let is_changed = scan.places.contains(&place.hash());
        let fate = match record {
            Some(record) if scan.texts.contains(&hash_of(record)) => Fate::Moved,
            Some(record) if is_changed && scan.has_same_game(&place, record, db.keys()) => Fate::Changed,
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
    plan.new = scan
        .records
        .iter()
        .filter(|record| !known.contains(&Some(**record)))
        .count() as u64;
    plan.is_everything = !stays && plan.games > 0;
    plan.failures = scan.failures;
    plan.listing = listing;
    plan.paths = paths;
    Ok(plan)
}
