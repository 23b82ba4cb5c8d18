//! Replaying the games of a segment from their records.

use crate::go::{KeyTables, PositionKey};
use crate::store::codec::compress::RecordDecompressor;
use crate::store::codec::posting::Posting;
use crate::store::error::StoreError;
use crate::store::games::records::{Frame, dictionary, frames, wrong_checksum};
use crate::store::index::segment::Segment;
use crate::store::snapshot::Snapshot;
use rayon::prelude::*;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The numbers of games read at a time, and replayed by one thread at a time.
const GAMES_AT_ONCE: usize = 4096;
const GAMES_A_THREAD: usize = 64;

/// A position of a game.
pub type Reached = (PositionKey, Posting);

/// Replays games of a segment, given by their offsets from its first game, on all
/// cores. Passes the positions of each game to `visit`, sorted by key. Returns the
/// games whose records cannot be read, with a sentence for each.
pub fn visit_games(
    snapshot: &Snapshot,
    segment: &Segment,
    games: &Range<u32>,
    visit: impl Fn(u32, &[Reached]) + Sync,
    mut progress: impl FnMut(u64),
) -> Result<BTreeMap<u32, String>, StoreError> {
    let mut unreadable = BTreeMap::new();
    let mut dictionaries: HashMap<Option<i64>, Vec<u8>> = HashMap::new();
    for start in games.clone().step_by(GAMES_AT_ONCE) {
        let end = games.end.min(start.saturating_add(GAMES_AT_ONCE as u32));
        let mut frames = Vec::new();
        for (game, frame) in readable(snapshot, segment, start..end, &mut unreadable)? {
            if let Entry::Vacant(unknown) = dictionaries.entry(frame.dictionary) {
                unknown.insert(dictionary(snapshot, frame.dictionary)?);
            }
            frames.push((game, frame));
        }
        // The connection stays on this thread.
        let keys = snapshot.keys().as_ref();
        let replay = |frames: &[(u32, Frame)]| replay_frames(frames, &dictionaries, keys, &visit);
        let failed: Vec<Vec<(u32, String)>> = frames.par_chunks(GAMES_A_THREAD).map(replay).collect();
        progress((frames.len() - failed.iter().map(Vec::len).sum::<usize>()) as u64);
        let named = |(game, why): (u32, String)| (game, format!("the record of game {} {why}", number(segment, game)));
        unreadable.extend(failed.into_iter().flatten().map(named));
    }
    Ok(unreadable)
}

/// Returns the records of these games, except those that cannot be read.
fn readable(
    snapshot: &Snapshot,
    segment: &Segment,
    games: Range<u32>,
    unreadable: &mut BTreeMap<u32, String>,
) -> Result<Vec<(u32, Frame)>, StoreError> {
    let number = |game| number(segment, game);
    let mut readable = Vec::new();
    let mut sort = |(id, frame): (i64, Option<Frame>)| {
        let game = (id - segment.first_game) as u32;
        match frame {
            Some(frame) => readable.push((game, frame)),
            None => drop(unreadable.insert(game, wrong_checksum(id))),
        }
    };
    if let Ok(all) = frames(snapshot, number(games.start), number(games.end) - 1) {
        all.into_iter().for_each(sort);
        return Ok(readable);
    }
    // A damaged page or value hides the rows beside it.
    let mut hidden = Vec::new();
    for game in games {
        match frames(snapshot, number(game), number(game)) {
            Ok(found) => found.into_iter().for_each(&mut sort),
            Err(StoreError::Damaged { what, .. }) => hidden.push((game, what)),
            Err(error) => return Err(error),
        }
    }
    let sentence = |(game, what)| {
        (
            game,
            format!("the record of game {} cannot be read: {what}", number(game)),
        )
    };
    unreadable.extend(hidden.into_iter().map(sentence));
    Ok(readable)
}

/// Returns the number of a game, given its offset from the first game of the segment.
fn number(segment: &Segment, game: u32) -> i64 {
    segment.first_game + i64::from(game)
}

/// Replays some games. Returns those that failed, with the reasons.
fn replay_frames(
    frames: &[(u32, Frame)],
    dictionaries: &HashMap<Option<i64>, Vec<u8>>,
    keys: &KeyTables,
    visit: &(impl Fn(u32, &[Reached]) + Sync),
) -> Vec<(u32, String)> {
    let mut decompressors: HashMap<Option<i64>, RecordDecompressor> = HashMap::new();
    let mut reached: Vec<Reached> = Vec::new();
    let mut replay = |game: u32, frame: &Frame| {
        let decompressor = match decompressors.entry(frame.dictionary) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let dictionary = dictionaries.get(&frame.dictionary).map_or(&[][..], Vec::as_slice);
                let made = RecordDecompressor::new(dictionary);
                unknown.insert(made.map_err(|error| format!("has a dictionary that is none: {error}"))?)
            }
        };
        reached.clear();
        let record = frame.unpack(decompressor)?;
        record
            .visit(game, keys, |key, posting| reached.push((key, posting)))
            .ok_or("holds no game")?;
        reached.sort_unstable();
        visit(game, &reached);
        Ok::<(), String>(())
    };
    let failure = |(game, frame): &(u32, Frame)| replay(*game, frame).err().map(|why| (*game, why));
    frames.iter().filter_map(failure).collect()
}
