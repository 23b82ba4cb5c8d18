//! Removal of games, so that every answer is as if they had never been
//! imported.

mod regroup;
mod reindex;
mod source;

use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use crate::store::sqlite::table::{ARCHIVE, GAME, SOURCE};
use crate::store::write::append::Pending;
use crate::store::write::transaction::Transaction;
use reindex::Touched;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

/// Which games are to be removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Archives by their rows: their games, but for those that have another
    /// source.
    pub archives: BTreeSet<i64>,
    /// Games by their numbers, wherever they come from.
    pub games: Vec<RangeInclusive<i64>>,
}

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// Games.
    pub games: u64,
    /// Games that were one with a removed one, and are games of their own now.
    pub new_games: u64,
    /// Places that games were found in; those of games that stay too.
    pub sources: u64,
    /// Positions of the games.
    pub positions: u64,
}

impl Database {
    /// Finds an archive by its path, or by its name if only one has that.
    ///
    /// # Errors
    /// No such archive, or several; a database that cannot be read.
    pub fn find_archive(&self, path: &Path) -> Result<i64, StoreError> {
        self.find_imported(ARCHIVE, "archive", path)
    }

    /// Removes games, in one transaction. Their numbers are not used again; a
    /// game that another archive has too stays, as that archive has it. Where
    /// several have it whose records are the same game as the removed one, but
    /// not as each other, these become games of their own, with new numbers.
    ///
    /// # Errors
    /// A number that no game has; a database that is damaged or cannot be
    /// written. Nothing is removed then.
    pub fn remove(&mut self, selection: &Selection) -> Result<Removed, StoreError> {
        let mut transaction = Transaction::new(self, Arc::default())?;
        let removed = transaction.remove(selection)?;
        transaction.finish()?;
        Ok(removed)
    }
}

impl Transaction<'_> {
    fn remove(&mut self, selection: &Selection) -> Result<Removed, StoreError> {
        let before = self.state;
        // What is not found cannot be removed.
        self.database().verify(GAME)?;
        self.database().verify(SOURCE)?;
        let mut gone = self.numbered(&selection.games)?;
        let segments = self.database().segments()?;
        let orphaned = self.remove_archives(&selection.archives, &mut gone)?;
        let mut new_games = Pending::new();
        let changed = self.regroup(&orphaned, &mut gone, &mut new_games)?;
        let mut positions = 0;
        let mut touched = Vec::new();
        for segment in &segments {
            let range = segment.first_game..=segment.last_game;
            let touched_here = Touched::new(
                self.database(),
                segment,
                gone.range(range.clone()),
                changed.range(range),
            )?;
            positions += touched_here.positions;
            touched.push(touched_here);
        }
        for &game in &gone {
            self.delete_game(game)?;
        }
        let without: Vec<_> = gone.iter().map(|&game| (game, None)).collect();
        self.database().write_traits(&without)?;
        for (segment, touched) in segments.iter().zip(touched) {
            if touched.games == segment.games {
                self.database().delete_segment(segment)?;
                self.state.segments -= 1;
            } else {
                self.database().reindex(segment, &touched)?;
            }
        }
        if new_games.games() > 0 {
            self.append(&mut new_games, || Ok(()))?;
            self.database().write_state(&self.state)?;
            while self.merge_some()? {
                self.database().write_state(&self.state)?;
            }
        }
        self.delete_unused()?;
        Ok(Removed {
            games: gone.len() as u64,
            new_games: (self.state.last_game - before.last_game) as u64,
            sources: before.sources - self.state.sources,
            positions,
        })
    }

    /// The games with these numbers.
    fn numbered(&self, ranges: &[RangeInclusive<i64>]) -> Result<BTreeSet<i64>, StoreError> {
        let mut numbers = BTreeSet::new();
        for range in ranges {
            let sql = "SELECT id FROM game WHERE id BETWEEN ?1 AND ?2";
            let found: Vec<i64> = self
                .database()
                .rows(sql, [range.start(), range.end()], |row| row.get(0))?;
            if found.is_empty() {
                return Err(StoreError::NoSuchGame(range.clone()));
            }
            numbers.extend(found);
        }
        Ok(numbers)
    }

    fn delete_game(&mut self, game: i64) -> Result<(), StoreError> {
        let db = self.database();
        db.execute("DELETE FROM source WHERE game = ?1", [game])?;
        let sources = db.conn.changes();
        db.execute("DELETE FROM record WHERE game = ?1", [game])?;
        db.execute("DELETE FROM game WHERE id = ?1", [game])?;
        self.state.sources -= sources;
        self.state.games -= 1;
        self.delete_game_words(game)
    }

    /// Deletes the names and the archives that no game has any longer.
    fn delete_unused(&mut self) -> Result<(), StoreError> {
        self.delete_unused_texts()?;
        let db = self.database();
        db.execute("DELETE FROM archive WHERE id NOT IN (SELECT archive FROM source)", [])?;
        self.state.archives -= db.conn.changes();
        Ok(())
    }
}

/// Games of a segment, counted from its first.
fn offset(segment: &Segment, game: i64) -> u32 {
    (game - segment.first_game) as u32
}
