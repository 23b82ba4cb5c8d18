//! Removal of games. Afterwards, every answer is as if the games had never been
//! imported.

mod join;
mod regroup;
mod reindex;
mod source;

use crate::store::error::StoreError;
use crate::store::games::sources::SourceKey;
use crate::store::index::segment::segments;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::pool::Pool;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::{GAME, JOINED, SOURCE};
use crate::store::write::analyses::delete_analyses_without_source;
use crate::store::write::append::{Pending, append};
use crate::store::write::columns::write_game_columns;
use crate::store::write::courses::write_courses;
use crate::store::write::merge::merge_some;
use crate::store::write::remove::regroup::regroup;
use crate::store::write::remove::source::{delete_sources, games_without_source, remove_sources};
use crate::store::write::segment::delete_segment;
use crate::store::write::texts::delete_unused_texts;
use crate::store::write::transaction::Transaction;
use crate::store::write::words::{delete_game_words, renew_lost_words};
pub use join::{Join, join};
use reindex::{Touched, reindex};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The games to remove.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The ids of archives. Their games are removed unless they have another source.
    pub archives: BTreeSet<i64>,
    /// The numbers of games, which are removed whatever their sources.
    pub games: Vec<RangeInclusive<i64>>,
    /// Single sources. A game is removed if it has no other source.
    pub sources: BTreeSet<SourceKey>,
}

/// The effect of a removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// The number of removed games.
    pub games: u64,
    /// The number of new games: records that were sources of the same game as a removed
    /// record, and are games of their own now.
    pub new_games: u64,
    /// The number of removed sources, including sources of games that remain.
    pub sources: u64,
    /// The number of positions of the removed games.
    pub positions: u64,
}

/// Removes games in one transaction.
pub fn remove(pool: &Arc<Pool>, selection: &Selection) -> Result<Removed, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let removed = remove_games(&transaction, selection)?;
    transaction.finish()?;
    Ok(removed)
}

fn remove_games(transaction: &Transaction, selection: &Selection) -> Result<Removed, StoreError> {
    let before = transaction.state()?;
    // Rows that a damaged index does not find would not be removed.
    verify(transaction, GAME)?;
    verify(transaction, SOURCE)?;
    verify(transaction, JOINED)?;
    let mut gone = numbered(transaction, &selection.games)?;
    let segments = segments(transaction)?;
    let orphaned = remove_sources(transaction, selection, &mut gone)?;
    let mut new_games = Pending::new();
    let changed = regroup(transaction, &orphaned, &mut gone, &mut new_games)?;
    let mut positions = 0;
    let mut touched = Vec::new();
    for segment in &segments {
        let range = segment.first_game..=segment.last_game;
        let touched_here = Touched::new(transaction, segment, gone.range(range.clone()), changed.range(range))?;
        positions += touched_here.positions;
        touched.push(touched_here);
    }
    for &game in &gone {
        delete_game(transaction, game)?;
    }
    let without: Vec<_> = gone.iter().map(|&game| (game, None)).collect();
    write_game_columns(transaction, &without)?;
    let without: Vec<_> = gone.iter().map(|&game| (game, None)).collect();
    write_courses(transaction, &without)?;
    for (segment, touched) in segments.iter().zip(touched) {
        if touched.games == segment.games {
            delete_segment(transaction, segment)?;
            transaction.change_state(|state| state.segments -= 1);
        } else {
            reindex(transaction, segment, &touched)?;
        }
    }
    if new_games.games() > 0 {
        append(transaction, &mut new_games, || Ok(()))?;
        while merge_some(transaction)? {}
    }
    delete_unused(transaction)?;
    renew_lost_words(transaction)?;
    Ok(Removed {
        games: gone.len() as u64,
        new_games: (transaction.state()?.last_game - before.last_game) as u64,
        sources: before.sources - transaction.state()?.sources,
        positions,
    })
}

/// Returns the numbers of the games that a removal would remove. Does not include a game
/// whose remaining records are found, during the removal, to be records of another game.
pub fn selected_games(snapshot: &Snapshot, selection: &Selection) -> Result<BTreeSet<i64>, StoreError> {
    verify(snapshot, GAME)?;
    verify(snapshot, SOURCE)?;
    verify(snapshot, JOINED)?;
    let mut games = numbered(snapshot, &selection.games)?;
    games.extend(games_without_source(snapshot, selection)?);
    Ok(games)
}

/// Returns the games with these numbers.
fn numbered(snapshot: &Snapshot, ranges: &[RangeInclusive<i64>]) -> Result<BTreeSet<i64>, StoreError> {
    let mut numbers = BTreeSet::new();
    for range in ranges {
        let sql = "SELECT id FROM game WHERE id BETWEEN ?1 AND ?2";
        let found: Vec<i64> = snapshot.rows(sql, [range.start(), range.end()], |row| row.get(0))?;
        if found.is_empty() {
            return Err(StoreError::NoSuchGame(range.clone()));
        }
        numbers.extend(found);
    }
    Ok(numbers)
}

fn delete_game(transaction: &Transaction, game: i64) -> Result<(), StoreError> {
    delete_sources(transaction, game)?;
    delete_game_words(transaction, game)?;
    transaction.execute("DELETE FROM record WHERE game = ?1", [game])?;
    transaction.execute("DELETE FROM game WHERE id = ?1", [game])?;
    transaction.change_state(|state| state.games -= 1);
    Ok(())
}

/// Deletes names, labels and archives that no game refers to.
fn delete_unused(transaction: &Transaction) -> Result<(), StoreError> {
    delete_unused_texts(transaction)?;
    let archives = transaction.execute("DELETE FROM archive WHERE id NOT IN (SELECT archive FROM source)", [])?;
    transaction.change_state(|state| state.archives -= archives);
    delete_analyses_without_source(transaction)
}
