use super::batch::{Batch, GROUPS, LANES, Lanes, RunLanes};
use crate::go::BoardSize;
use crate::record::Course;
use crate::store::{Snapshot, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes of batches that are kept for later questions: those of about 480,000 games.
const MAX_KEPT: usize = 256 << 20;

/// A batch is made of all games of its group, and kept, if a question needs one of so many of them.
/// Otherwise it is made of those games only, and dropped.
const WORTH_KEEPING: u32 = 8;

/// The most games of a run whose courses are read in less time than anything else of the run.
pub const FEW_GAMES: u32 = 16;

/// How many courses are read in the time that finding one takes.
const MANY_BETWEEN: i64 = 4;

/// Batches of earlier questions about a state of the file, by board size and group: the first batches that
/// were made, because a question that goes through all games in turn would replace every batch
/// before it is needed again.
#[derive(Default)]
pub struct KeptBatches(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    batches: HashMap<(BoardSize, i64), Arc<Batch>>,
    bytes: usize,
}

impl KeptBatches {
    fn get(&self, size: BoardSize, group: i64) -> Option<Arc<Batch>> {
        self.lock().batches.get(&(size, group)).cloned()
    }

    fn has_room(&self) -> bool {
        self.lock().bytes < MAX_KEPT
    }

    /// Keeps a batch. Another thread may have made the same one.
    fn keep(&self, group: i64, batch: &Arc<Batch>) {
        let mut kept = self.lock();
        let replaced = kept.batches.insert((batch.size(), group), Arc::clone(batch));
        kept.bytes += batch.bytes();
        kept.bytes -= replaced.map_or(0, |batch| batch.bytes());
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Visits batches with the wanted games of a run, in order, each with the lanes of those games.
pub fn visit_run(
    snapshot: &Snapshot,
    size: BoardSize,
    run: i64,
    wanted: &RunLanes,
    mut visit: impl FnMut(&Arc<Batch>, &Lanes),
) -> Result<(), StoreError> {
    let visit_few = |few: &mut Vec<i64>, visit: &mut dyn FnMut(&Arc<Batch>, &Lanes)| {
        for games in few.chunks(LANES) {
            let batch = Arc::new(read_games(snapshot, size, games)?);
            visit(&batch, &batch.lanes());
        }
        few.clear();
        Ok::<_, StoreError>(())
    };
    let groups = (run * GROUPS as i64..).zip(&wanted.0);
    if wanted.count() <= FEW_GAMES {
        let mut few = groups.flat_map(|(group, wanted)| numbers(group, wanted)).collect();
        return visit_few(&mut few, &mut visit);
    }
    let kept = snapshot.shared::<KeptBatches>();
    let all = snapshot.games_of_size(run, size)?;
    // The games of groups before this one that have no batch.
    let mut few = Vec::new();
    for ((group, wanted), all) in groups.zip(&RunLanes::of(&all).0) {
        let wanted = wanted.and(all);
        let batch = match kept.get(size, group) {
            Some(batch) => batch,
            None if kept.has_room() && wanted.count() > 0 && wanted.count() * WORTH_KEEPING >= all.count() => {
                let batch = Arc::new(read_games(snapshot, size, &numbers(group, all).collect::<Vec<_>>())?);
                kept.keep(group, &batch);
                batch
            }
            None => {
                few.extend(numbers(group, &wanted));
                continue;
            }
        };
        visit_few(&mut few, &mut visit)?;
        let mut lanes = Lanes::default();
        for (lane, &game) in batch.games().iter().enumerate() {
            if wanted.has(game as usize % LANES) {
                lanes.insert(lane);
            }
        }
        visit(&batch, &lanes);
    }
    visit_few(&mut few, &mut visit)
}

/// Returns the numbers of some games of a group.
fn numbers(group: i64, games: &Lanes) -> impl Iterator<Item = i64> {
    games.numbers().map(move |lane| group * LANES as i64 + lane as i64)
}

/// Makes a batch of games, given in order, which exist. Those of other board sizes are left out.
pub fn read_games(snapshot: &Snapshot, size: BoardSize, games: &[i64]) -> Result<Batch, StoreError> {
    let mut batch = Batch::new(size);
    let mut left = games.iter().peekable();
    let mut push = |game: i64, course: &Course| {
        if left.next_if_eq(&&game).is_some() && course.size == size {
            batch.push(game as u32, course);
        }
    };
    match games {
        // Reading those in between takes less time than finding each.
        [first, .., last] if (last - first) < MANY_BETWEEN * games.len() as i64 => {
            snapshot.read_courses(*first..=*last, push)?;
        }
        _ => {
            for &game in games {
                snapshot.read_courses(game..=game, &mut push)?;
            }
        }
    }
    if let Some(game) = left.next() {
        return Err(snapshot.damaged(format!("the record of game {game} is missing")));
    }
    batch.finish();
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_kept_up_to_a_limit() {
        let kept = KeptBatches::default();
        let mut course = Course::new(BoardSize::MAX);
        course.moves = (0..361).collect();
        let mut batch = Batch::new(BoardSize::MAX);
        (1..=LANES as u32).for_each(|game| batch.push(game, &course));
        let batch = Arc::new(batch);
        let mut groups = 0;
        while kept.has_room() {
            kept.keep(groups, &batch);
            kept.keep(groups, &batch);
            groups += 1;
        }
        // 361 bytes for the moments of a game, and few for what else is known.
        assert!((700..1400).contains(&groups), "{groups}");
        assert_eq!(kept.lock().bytes, groups as usize * batch.bytes());
    }
}
