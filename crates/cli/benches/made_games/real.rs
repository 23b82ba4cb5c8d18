//! Reading the games of a database. Only this module knows how they are stored.

use anyhow::{Result, ensure};
use bgo::internal::record::GameRecord;
use bgo::{Access, Database};
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;

/// The number of games that a thread reads at a time.
const GAMES_A_THREAD: usize = 1024;

/// The games of a database.
pub struct RealGames {
    database: Database,
    numbers: Range<i64>,
}

impl RealGames {
    /// Opens a database that has games.
    pub fn open(path: &Path) -> Result<Self> {
        let database = Database::open(path, Access::Read)?;
        let state = database.snapshot()?.state()?;
        ensure!(state.games > 0, "{} has no games", path.display());
        Ok(Self {
            database,
            numbers: 1..state.last_game + 1,
        })
    }

    /// Returns about how many games there are: removed ones count.
    pub fn count(&self) -> usize {
        self.numbers.end as usize - 1
    }

    /// Reads `count` games, evenly spread, on all cores. Calls `work` with each record and its number of
    /// bytes, and `take` with the results in the order of the games.
    pub fn visit<T: Send>(
        &self,
        count: usize,
        work: impl Fn(&GameRecord, usize) -> T + Sync,
        mut take: impl FnMut(T),
    ) -> Result<()> {
        let game = |n| self.numbers.start + (n * self.count() / count) as i64;
        let games: Vec<i64> = (0..count).map(game).collect();
        // One part for each thread, so that few results wait in memory.
        for parts in games.chunks(GAMES_A_THREAD * rayon::current_num_threads()) {
            let read = |part| self.read(part, &work);
            let parts: Vec<_> = parts.par_chunks(GAMES_A_THREAD).map(read).collect::<Result<_>>()?;
            parts.into_iter().flatten().for_each(&mut take);
        }
        Ok(())
    }

    fn read<T>(&self, games: &[i64], work: impl Fn(&GameRecord, usize) -> T) -> Result<Vec<T>> {
        let snapshot = self.database.snapshot()?;
        let mut read = Vec::with_capacity(games.len());
        for &game in games {
            if snapshot.board_size(game)?.is_some() {
                let stored = snapshot.record(game)?;
                let record = stored.read().ok_or_else(|| snapshot.holds_no_game(game))?;
                read.push(work(&record, stored.bytes.len()));
            }
        }
        Ok(read)
    }
}
