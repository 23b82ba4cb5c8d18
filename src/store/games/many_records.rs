//! Reading the records of many games and working on them on all cores.

use crate::interrupt::Stopped;
use crate::store::codec::compress::RecordDecompressor;
use crate::store::error::StoreError;
use crate::store::games::records::{Frame, StoredRecord, dictionary, frames, wrong_checksum};
use crate::store::snapshot::Snapshot;
use rayon::prelude::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::RangeInclusive;

/// The number of games that are worth reading at a time.
pub const GAMES_AT_ONCE: i64 = 4096;

/// The number of games that one thread works on at a time.
const GAMES_A_THREAD: usize = 64;

/// The result for a game, or a sentence about its damaged record.
pub type Done<T> = Result<T, String>;

/// The dictionaries by their numbers, or the reason that one cannot be used.
type Dictionaries = HashMap<Option<i64>, Result<Vec<u8>, String>>;

/// Reads the records of these games and calls `work` with each, on all cores. Returns
/// the results in the order of the games. `work` returns `None` if a record holds no
/// game.
pub fn map_records<T: Send>(
    snapshot: &Snapshot,
    games: RangeInclusive<i64>,
    work: impl Fn(i64, &StoredRecord) -> Option<T> + Sync,
) -> Result<Vec<(i64, Done<T>)>, StoreError> {
    let found = readable(snapshot, games)?;
    let mut dictionaries = Dictionaries::new();
    for frame in found.iter().filter_map(|(_, frame)| frame.as_ref().ok()) {
        if let Entry::Vacant(unknown) = dictionaries.entry(frame.dictionary) {
            unknown.insert(match dictionary(snapshot, frame.dictionary) {
                Ok(data) => Ok(data),
                Err(StoreError::Damaged { what, .. }) => Err(format!("cannot be decompressed: {what}")),
                Err(error) => return Err(error),
            });
        }
    }
    // The connection stays on this thread.
    let stop = snapshot.stop();
    let run = |frames: &[(i64, Done<Frame>)]| {
        stop.check()?;
        Ok::<_, Stopped>(work_on(frames, &dictionaries, &work))
    };
    let done: Vec<Vec<(i64, Done<T>)>> = found.par_chunks(GAMES_A_THREAD).map(run).collect::<Result<_, _>>()?;
    Ok(done.into_iter().flatten().collect())
}

/// Returns the rows of the records of these games, or a sentence for each that cannot be
/// read.
fn readable(snapshot: &Snapshot, games: RangeInclusive<i64>) -> Result<Vec<(i64, Done<Frame>)>, StoreError> {
    let intact = |(game, frame): (i64, Option<Frame>)| (game, frame.ok_or_else(|| wrong_checksum(game)));
    if let Ok(all) = frames(snapshot, *games.start(), *games.end()) {
        return Ok(all.into_iter().map(intact).collect());
    }
    // A damaged page or value hides the rows beside it.
    let mut found = Vec::new();
    for game in games {
        match frames(snapshot, game, game) {
            Ok(rows) => found.extend(rows.into_iter().map(intact)),
            Err(StoreError::Damaged { what, .. }) => {
                let sentence = format!("the record of game {game} cannot be read: {what}");
                found.push((game, Err(sentence)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Works on some records on this thread.
fn work_on<T>(
    frames: &[(i64, Done<Frame>)],
    dictionaries: &Dictionaries,
    work: &impl Fn(i64, &StoredRecord) -> Option<T>,
) -> Vec<(i64, Done<T>)> {
    // Setting up a dictionary takes longer than decompressing a record.
    let mut decompressors: HashMap<Option<i64>, RecordDecompressor> = HashMap::new();
    let mut unpack = |frame: &Frame| {
        let decompressor = match decompressors.entry(frame.dictionary) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let data = match dictionaries.get(&frame.dictionary) {
                    Some(data) => data.as_ref().map_err(String::clone)?.as_slice(),
                    None => &[],
                };
                let made = RecordDecompressor::new(data);
                unknown.insert(made.map_err(|error| format!("has a dictionary that is none: {error}"))?)
            }
        };
        frame.unpack(decompressor)
    };
    let mut run = |game: i64, frame: &Done<Frame>| {
        let record = unpack(frame.as_ref().map_err(String::clone)?);
        let done = record.and_then(|record| work(game, &record).ok_or_else(|| "holds no game".to_owned()));
        done.map_err(|why| format!("the record of game {game} {why}"))
    };
    frames.iter().map(|(game, frame)| (*game, run(*game, frame))).collect()
}
