//! Removal of games. Afterwards, every answer is as if the games had never been
//! imported.

mod regroup;
mod source;

use super::analyses::delete_analyses_without_source;
use super::game_row::delete_unused_texts;
use super::merge::merge_some;
use super::packed_rows::{write_game_columns, write_game_corners};
use super::remove::regroup::{ChangedWords, regroup};
use super::remove::source::{delete_sources, games_without_source, remove_sources, write_source};
use super::segment::{PendingGames, append, delete_segment, rewrite_block, write_segment};
use super::transaction::Transaction;
use crate::go::PositionKey;
use crate::store::StoreError;
use crate::store::codec::{Block, Malformed};
use crate::store::games::{SourceKey, word_keys};
use crate::store::index::{EncodedBlock, Segment, long_lists_between, malformed_block, read_block, replay_game};
use crate::store::snapshot::{Pool, Snapshot};
use crate::store::sqlite::{GAME, JOINED, SOURCE};
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

pub fn remove(pool: &Arc<Pool>, selection: &Selection) -> Result<Removed, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let removed = remove_games(&transaction, selection)?;
    transaction.finish()?;
    Ok(removed)
}

fn remove_games(transaction: &Transaction, selection: &Selection) -> Result<Removed, StoreError> {
    let before = transaction.state()?;
    // Rows that a damaged index does not find would not be removed.
    transaction.verify(GAME)?;
    transaction.verify(SOURCE)?;
    transaction.verify(JOINED)?;
    let mut gone = numbered(transaction, &selection.games)?;
    let segments = transaction.segments()?;
    let orphaned = remove_sources(transaction, selection, &mut gone)?;
    let mut new_games = PendingGames::new();
    let changed = regroup(transaction, &orphaned, &mut gone, &mut new_games)?;
    let mut positions = 0;
    let mut touched = Vec::new();
    for segment in &segments {
        let range = segment.first_game..=segment.last_game;
        let gone_here = gone.range(range.clone()).copied().collect::<Vec<i64>>();
        let (lost, prefixes) = touch(transaction, segment, &gone_here, changed.range(range.clone()))?;
        positions += lost;
        touched.push((gone_here.len() as u32, lost, prefixes));
    }
    for &game in &gone {
        delete_game(transaction, game)?;
    }
    let without: Vec<_> = gone.iter().map(|&game| (game, None)).collect();
    write_game_columns(transaction, &without)?;
    let without: Vec<_> = gone.iter().map(|&game| (game, None)).collect();
    write_game_corners(transaction, &without)?;
    for (segment, (games, positions, prefixes)) in segments.iter().zip(touched) {
        if games == segment.games {
            delete_segment(transaction, segment)?;
            transaction.change_state(|state| state.segments -= 1);
        } else {
            let here = changed.range(segment.first_game..=segment.last_game);
            reindex(transaction, segment, games, positions, &prefixes, here)?;
        }
    }
    if new_games.games() > 0 {
        append(transaction, &mut new_games, || Ok(()))?;
        while merge_some(transaction)? {}
    }
    delete_unused(transaction)?;
    Ok(Removed {
        games: gone.len() as u64,
        new_games: (transaction.state()?.last_game - before.last_game) as u64,
        sources: before.sources - transaction.state()?.sources,
        positions,
    })
}

impl Snapshot {
    /// Returns the numbers of the games that
    /// [`Database::remove`](crate::store::Database::remove) would remove.
    pub fn selected_games(&self, selection: &Selection) -> Result<BTreeSet<i64>, StoreError> {
        self.verify(GAME)?;
        self.verify(SOURCE)?;
        self.verify(JOINED)?;
        let mut games = numbered(self, &selection.games)?;
        games.extend(games_without_source(self, selection)?);
        Ok(games)
    }
}

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
    transaction.execute("DELETE FROM record WHERE game = ?1", [game])?;
    transaction.execute("DELETE FROM game WHERE id = ?1", [game])?;
    transaction.change_state(|state| state.games -= 1);
    Ok(())
}

fn delete_unused(transaction: &Transaction) -> Result<(), StoreError> {
    delete_unused_texts(transaction)?;
    let archives = transaction.execute("DELETE FROM archive WHERE id NOT IN (SELECT archive FROM source)", [])?;
    transaction.change_state(|state| state.archives -= archives);
    delete_analyses_without_source(transaction)
}

/// A game to remove, and the game that gets its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// The game to remove.
    pub game: i64,
    /// The game that stays.
    pub into: i64,
}

/// Joins games in one transaction. No game may be removed and stay.
pub fn join(pool: &Arc<Pool>, joins: &[Join]) -> Result<Removed, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    transaction.verify(SOURCE)?;
    for &one in joins {
        move_sources(&transaction, one)?;
    }
    let selection = Selection {
        games: joins.iter().map(|join| join.game..=join.game).collect(),
        ..Selection::default()
    };
    let removed = remove_games(&transaction, &selection)?;
    transaction.finish()?;
    Ok(removed)
}

fn move_sources(transaction: &Transaction, Join { game, into }: Join) -> Result<(), StoreError> {
    transaction.require_intact(game)?;
    transaction.require_intact(into)?;
    let content = "SELECT content FROM game WHERE id = ?1";
    let content: i64 = transaction
        .optional(content, [game])?
        .ok_or(StoreError::NoSuchGame(game..=game))?;
    let record = transaction.frame_of(&transaction.record(game)?, None)?;
    let sources = transaction.sources_of_games(game..=game)?;
    delete_sources(transaction, game)?;
    for mut source in sources {
        source.joined.get_or_insert(content);
        let own = source.own.take();
        write_source(transaction, into, &source, Some(own.as_ref().unwrap_or(&record)))?;
    }
    Ok(())
}

/// Returns the number of positions of the games that go, and the blocks with positions of these games or of games
/// that are stored with another record now. Replays the games, so it must run before they are deleted.
fn touch<'g>(
    transaction: &Transaction,
    segment: &Segment,
    gone: &[i64],
    changed: impl Iterator<Item = (&'g i64, &'g ChangedWords)>,
) -> Result<(u64, BTreeSet<u32>), StoreError> {
    let layout = segment.layout();
    let (mut positions, mut prefixes) = (0, BTreeSet::new());
    if gone.len() == segment.games as usize {
        return Ok((segment.positions, prefixes));
    }
    for &game in gone {
        replay_game(transaction, segment, segment.offset(game), |key, _| {
            positions += 1;
            prefixes.insert(layout.prefix(key));
        })?;
        let words = word_keys(&transaction.words_of_game(game)?);
        prefixes.extend(words.into_iter().map(|key| layout.prefix(key)));
    }
    for (&game, words) in changed {
        replay_game(transaction, segment, segment.offset(game), |key, _| {
            prefixes.insert(layout.prefix(key));
        })?;
        prefixes.extend(words.gone.iter().chain(&words.new).map(|&key| layout.prefix(key)));
    }
    Ok((positions, prefixes))
}

/// Removes the games that are no longer in the game table from the blocks of a segment, changes the words of
/// `changed` games, and recomputes totals. `games` and `positions` are the numbers of those that are gone.
fn reindex<'g>(
    transaction: &Transaction,
    segment: &Segment,
    games: u32,
    positions: u64,
    prefixes: &BTreeSet<u32>,
    changed: impl Iterator<Item = (&'g i64, &'g ChangedWords)> + Clone,
) -> Result<(), StoreError> {
    if prefixes.is_empty() {
        return Ok(());
    }
    let facts = transaction.facts_of_games(segment.first_game, segment.last_game)?;
    if facts.iter().flatten().count() != (segment.games - games) as usize {
        return Err(transaction.damaged(format!("games of segment {} are missing", segment.id)));
    }
    let layout = segment.layout();
    for &prefix in prefixes {
        let (first, last) = (layout.first_key(prefix), layout.last_key(prefix));
        let long = long_lists_between(transaction, segment, first, last)?;
        let data = read_block(transaction, segment, prefix)?;
        let mut block = Block::decode(&data, layout, prefix, &long)
            .map_err(|Malformed| malformed_block(transaction, segment, prefix))?;
        block.keep_games(|game| facts.get(game as usize).is_some_and(Option::is_some));
        for (&game, words) in changed.clone() {
            let game = segment.offset(game);
            let here = |key: &&PositionKey| layout.prefix(**key) == prefix;
            words
                .gone
                .iter()
                .filter(here)
                .for_each(|&key| block.remove_word(key, game));
            words.new.iter().filter(here).for_each(|&key| block.add_word(key, game));
        }
        let encoded = EncodedBlock::new(prefix, &block, layout, &facts);
        for key in long.keys() {
            let sql = "DELETE FROM posting_list WHERE segment = ?1 AND key = ?2";
            transaction.execute(sql, [segment.id, key.0 as i64])?;
        }
        rewrite_block(transaction, segment, encoded)?;
    }
    write_segment(
        transaction,
        &Segment {
            games: segment.games - games,
            positions: segment.positions.saturating_sub(positions),
            ..*segment
        },
    )
}
