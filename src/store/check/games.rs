//! Replaying the games of a segment from their records.

use crate::go::PositionKey;
use crate::store::codec::posting::Posting;
use crate::store::error::StoreError;
use crate::store::games::many_records::{GAMES_AT_ONCE, map_records};
use crate::store::index::segment::Segment;
use crate::store::snapshot::Snapshot;
use std::collections::BTreeMap;
use std::ops::Range;

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
    let keys = snapshot.keys().as_ref();
    let offset = |game: i64| (game - segment.first_game) as u32;
    for start in games.clone().step_by(GAMES_AT_ONCE as usize) {
        let end = games.end.min(start.saturating_add(GAMES_AT_ONCE as u32));
        let [first, after] = [start, end].map(|game| segment.first_game + i64::from(game));
        let replayed = map_records(snapshot, first..=after - 1, |game, record| {
            let mut reached: Vec<Reached> = Vec::new();
            record.visit(offset(game), keys, |key, posting| reached.push((key, posting)))?;
            reached.sort_unstable();
            visit(offset(game), &reached);
            Some(())
        })?;
        progress(replayed.iter().filter(|(_, done)| done.is_ok()).count() as u64);
        let failed = |(game, done): (i64, Result<(), String>)| Some((offset(game), done.err()?));
        unreadable.extend(replayed.into_iter().filter_map(failed));
    }
    Ok(unreadable)
}
