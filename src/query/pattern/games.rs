use super::batch::{Batch, LANES};
use super::workers::threads;
use crate::go::BoardSize;
use crate::store::{Snapshot, StoreError};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::scope;

/// The courses of all games in memory, in batches of games of one board size. The games
/// of a size are in the order of their numbers.
#[derive(Default)]
pub struct GameBatches(BTreeMap<BoardSize, Vec<Batch>>);

impl GameBatches {
    /// Returns the games of a state of the file. The first call reads them.
    pub fn of(snapshot: &Snapshot) -> Result<Arc<Self>, StoreError> {
        snapshot.remember(|| Self::read(snapshot))
    }

    fn read(snapshot: &Snapshot) -> Result<Self, StoreError> {
        let rows = 0..snapshot.state()?.last_game / LANES as i64 + 1;
        let mut siblings = Vec::new();
        let helpers = (threads() - 1).min((rows.end - rows.start) as usize / 2);
        while siblings.len() < helpers
            && let Some(sibling) = snapshot.sibling()?
        {
            siblings.push(sibling);
        }
        let next = AtomicI64::new(rows.start);
        let mut read = scope(|scope| {
            let (rows, next) = (&rows, &next);
            let helpers: Vec<_> = siblings
                .into_iter()
                .map(|sibling| scope.spawn(move || read_rows(&sibling, rows, next)))
                .collect();
            let mut read = read_rows(snapshot, rows, next)?;
            for helper in helpers {
                read.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            }
            Ok::<_, StoreError>(read)
        })?;
        read.sort_unstable_by_key(|&(row, _)| row);
        let all = snapshot.state()?.games;
        let count: usize = read
            .iter()
            .flat_map(|(_, batches)| batches)
            .map(|batch| batch.games().len())
            .sum();
        if count as u64 != all {
            return Err(snapshot.damaged(format!("it has the courses of {count} of its {all} games")));
        }
        let mut games = Self::default();
        for batch in read.into_iter().flat_map(|(_, batches)| batches) {
            games.0.entry(batch.size()).or_default().push(batch);
        }
        Ok(games)
    }

    pub fn of_size(&self, size: BoardSize) -> &[Batch] {
        self.0.get(&size).map_or(&[], Vec::as_slice)
    }
}

fn read_rows(snapshot: &Snapshot, rows: &Range<i64>, next: &AtomicI64) -> Result<Vec<(i64, Vec<Batch>)>, StoreError> {
    let mut batches = Vec::new();
    while let row = next.fetch_add(1, Ordering::Relaxed)
        && rows.contains(&row)
    {
        batches.push((row, read_row(snapshot, row)?));
    }
    Ok(batches)
}

fn read_row(snapshot: &Snapshot, row: i64) -> Result<Vec<Batch>, StoreError> {
    let mut batches: Vec<Batch> = Vec::new();
    let first = row * LANES as i64;
    snapshot.read_courses(first..=first + LANES as i64 - 1, |game, course| {
        let known = batches
            .iter()
            .position(|batch| batch.size() == course.size && batch.games().len() < LANES);
        let at = known.unwrap_or_else(|| {
            batches.push(Batch::new(course.size));
            batches.len() - 1
        });
        batches[at].push(game as u32, course);
    })?;
    batches.iter_mut().for_each(Batch::finish);
    Ok(batches)
}
