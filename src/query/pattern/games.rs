use super::batch::{Batch, GROUPS, LANES, Lanes, RunLanes};
use crate::go::BoardSize;
use crate::record::Course;
use crate::store::{GAMES_PER_RUN, Snapshot, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes of batches that are kept for later questions: those of about 480,000 games.
const MAX_KEPT: usize = 256 << 20;

/// A batch is made of all games of its group, and kept, if a question needs one of so many of them.
/// Otherwise it is made of those games only, and dropped.
const WORTH_KEEPING: u32 = 8;

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

    fn keep(&self, group: i64, batch: &Arc<Batch>) {
        let mut kept = self.lock();
        let replaced = kept.batches.insert((batch.size(), group), Arc::clone(batch));
        kept.bytes += batch.bytes();
        kept.bytes -= replaced.map_or(0, |batch| batch.bytes());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Visits the batches with the wanted games of a run, each with the lanes of those games.
pub fn visit_run(
    snapshot: &Snapshot,
    size: BoardSize,
    run: i64,
    wanted: &RunLanes,
    mut visit: impl FnMut(&Arc<Batch>, &Lanes),
) -> Result<(), StoreError> {
    if wanted.is_empty() {
        return Ok(());
    }
    let mut all = RunLanes::default();
    for at in snapshot.games_of_size(run, size)? {
        all.insert(at);
    }
    let kept = snapshot.shared::<KeptBatches>();
    for (number, (wanted, all)) in wanted.0.iter().zip(&all.0).enumerate() {
        let wanted = wanted.and(all);
        if wanted.count() == 0 {
            continue;
        }
        let group = run * GROUPS as i64 + number as i64;
        let batch = match kept.get(size, group) {
            Some(batch) => batch,
            None if wanted.count() * WORTH_KEEPING >= all.count() && kept.has_room() => {
                let batch = Arc::new(read_batch(snapshot, size, group, all)?);
                kept.keep(group, &batch);
                batch
            }
            None => Arc::new(read_batch(snapshot, size, group, &wanted)?),
        };
        let mut lanes = Lanes::default();
        for (lane, &game) in batch.games().iter().enumerate() {
            if wanted.has(game as usize % LANES) {
                lanes.insert(lane);
            }
        }
        visit(&batch, &lanes);
    }
    Ok(())
}

/// Reads the courses of some games of a group.
fn read_batch(snapshot: &Snapshot, size: BoardSize, group: i64, games: &Lanes) -> Result<Batch, StoreError> {
    let mut batch = Batch::new(size);
    let first = group * LANES as i64;
    let mut push = |game: i64, course: &Course| {
        if course.size == size && games.has((game - first) as usize) {
            batch.push(game as u32, course);
        }
    };
    if games.count() * WORTH_KEEPING >= LANES as u32 {
        snapshot.read_courses(first..=first + LANES as i64 - 1, push)?;
    } else {
        for lane in games.numbers() {
            let game = first + lane as i64;
            snapshot.read_courses(game..=game, &mut push)?;
        }
    }
    let (read, expected) = (batch.games().len(), games.count());
    if read != expected as usize {
        let last = first + LANES as i64 - 1;
        return Err(snapshot.damaged(format!(
            "it has the courses of {read} of {expected} games of {size} between game {first} and game {last}"
        )));
    }
    batch.finish();
    Ok(batch)
}

/// Returns a batch of one game, or `None` if there is no such game of the size.
pub fn batch_of_game(snapshot: &Snapshot, size: BoardSize, game: i64) -> Result<Option<Batch>, StoreError> {
    let at = (game % GAMES_PER_RUN) as usize;
    let is_of_size = (1..=snapshot.state()?.last_game).contains(&game)
        && snapshot.games_of_size(game / GAMES_PER_RUN, size)?.contains(&at);
    let group = game / LANES as i64;
    is_of_size
        .then(|| read_batch(snapshot, size, group, &Lanes::only(game as usize % LANES)))
        .transpose()
}
