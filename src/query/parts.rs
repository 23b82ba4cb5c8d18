//! Work on all games, in parts on all cores.

use super::QueryError;
use crate::store::{GAMES_PER_RUN, Snapshot};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::thread::{available_parallelism, scope};

/// The fewest games that are worth a thread.
const GAMES_PER_THREAD: i64 = if cfg!(test) { 2 } else { 1 << 17 };

/// The most threads of a question.
const MAX_THREADS: i64 = 8;

/// Runs `work` on ranges of game numbers that have all games, each on a thread with a snapshot of its own. Returns
/// the results in the order of the games.
pub(in crate::query) fn in_parts<T: Send>(
    snapshot: &Snapshot,
    work: impl Fn(&Snapshot, RangeInclusive<i64>) -> Result<T, QueryError> + Sync,
) -> Result<Vec<T>, QueryError> {
    let last_game = snapshot.state()?.last_game;
    let threads = available_parallelism().map_or(1, NonZero::get) as i64;
    let helpers = (threads.min(MAX_THREADS) - 1).min(last_game / GAMES_PER_THREAD);
    let mut siblings = Vec::new();
    while (siblings.len() as i64) < helpers
        && let Some(sibling) = snapshot.sibling()?
    {
        siblings.push(sibling);
    }
    let parts = siblings.len() as i64 + 1;
    // Parts of whole runs, which are read once each.
    let first_of = |part| match part {
        0 => 1,
        _ => (last_game / GAMES_PER_RUN + 1) * part / parts * GAMES_PER_RUN,
    };
    scope(|scope| {
        let work = &work;
        let helpers = (1..).zip(siblings.iter_mut()).map(|(part, sibling)| {
            let games = first_of(part)..=if part + 1 == parts {
                i64::MAX
            } else {
                first_of(part + 1) - 1
            };
            scope.spawn(move || work(sibling, games))
        });
        let helpers: Vec<_> = helpers.collect();
        let last = if parts == 1 { i64::MAX } else { first_of(1) - 1 };
        let mut found = vec![work(snapshot, 1..=last)?];
        for helper in helpers {
            found.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        Ok(found)
    })
}
