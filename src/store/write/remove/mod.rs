//! Removal of games. Afterwards, every answer is as if the games had never been imported, and an import leaves
//! those out that were removed by their numbers.

mod regroup;
mod remembered;
mod source;

use super::analyses::delete_analyses_without_source;
use super::game_row::delete_unused_texts;
use super::merge::merge_some;
use super::packed_rows::{write_game_columns, write_game_corners};
use super::remove::regroup::{ChangedGame, regroup};
use super::remove::source::{delete_sources, games_without_source, remove_sources, write_source};
use super::segment::{PendingGames, append, delete_segment, rewrite_block, write_segment};
use super::transaction::Transaction;
use crate::go::PositionKey;
use crate::store::StoreError;
use crate::store::codec::{Block, IndexEntry, Malformed};
use crate::store::games::SourceKey;
use crate::store::index::{EncodedBlock, Segment, long_lists_between, malformed_block, read_block, replay_game};
use crate::store::snapshot::{Pool, Snapshot};
use crate::store::sqlite::JOINED;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The games to remove.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The ids of archives. Their games are removed unless they have another source.
    pub archives: BTreeSet<i64>,
    /// The numbers of games, which are removed whatever their sources. An import leaves them out from then on.
    pub games: Vec<RangeInclusive<i64>>,
    /// Single sources. A game is removed if it has no other source.
    pub sources: BTreeSet<SourceKey>,
}

/// The effect of a removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    transaction.remember_removed(&numbered(&transaction, &selection.games)?)?;
    let removed = remove_games(&transaction, selection)?;
    transaction.finish()?;
    Ok(removed)
}

fn remove_games(transaction: &Transaction, selection: &Selection) -> Result<Removed, StoreError> {
    let before = transaction.state()?;
    // No number says how many records were joined to a game.
    transaction.verify(JOINED)?;
    let mut gone = numbered(transaction, &selection.games)?;
    let segments = transaction.segments()?;
    let orphaned = remove_sources(transaction, selection, &mut gone)?;
    let mut new_games = PendingGames::new();
    let changed = regroup(transaction, &orphaned, &mut gone, &mut new_games)?;
    let segments = segments
        .iter()
        .map(|segment| touch(transaction, segment, &gone, &changed));
    let touched: Vec<Touched<'_>> = segments.collect::<Result<_, _>>()?;
    for &game in &gone {
        delete_game(transaction, game)?;
    }
    write_derived(transaction, &gone, &changed)?;
    let mut positions = 0;
    for touched in touched {
        positions += touched.positions;
        if touched.games == touched.segment.games {
            delete_segment(transaction, touched.segment)?;
            transaction.change_state(|state| state.segments -= 1);
        } else {
            reindex(transaction, &touched)?;
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
        let known = snapshot.count_games(range)?;
        if known != found.len() as u64 {
            let [first, last] = [range.start(), range.end()];
            return Err(snapshot.damaged(format!(
                "of the games {first} to {last}, {} are there and {known} should be",
                found.len()
            )));
        }
        if found.is_empty() {
            return Err(StoreError::NoSuchGame(range.clone()));
        }
        numbers.extend(found);
    }
    Ok(numbers)
}

fn delete_game(transaction: &Transaction, game: i64) -> Result<(), StoreError> {
    delete_sources(transaction, game)?;
    let records = transaction.execute("DELETE FROM record WHERE game = ?1", [game])?;
    let games = transaction.execute("DELETE FROM game WHERE id = ?1", [game])?;
    if (records, games) != (1, 1) {
        return Err(transaction.damaged(format!("the row or the record of game {game} is missing")));
    }
    transaction.change_state(|state| state.games -= 1);
    Ok(())
}

fn delete_unused(transaction: &Transaction) -> Result<(), StoreError> {
    delete_unused_texts(transaction)?;
    transaction.close_sources()?;
    let archives = transaction.execute("DELETE FROM archive WHERE sources = 0", [])?;
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
    let sources = transaction.all_sources_of(game)?;
    delete_sources(transaction, game)?;
    for mut source in sources {
        source.joined.get_or_insert(content);
        let own = source.own.take();
        write_source(transaction, into, &source, Some(own.as_ref().unwrap_or(&record)))?;
    }
    Ok(())
}

/// Writes the columns and corners of the games that are gone or changed.
fn write_derived(
    transaction: &Transaction,
    gone: &BTreeSet<i64>,
    changed: &BTreeMap<i64, ChangedGame>,
) -> Result<(), StoreError> {
    let games: BTreeSet<i64> = gone.iter().chain(changed.keys()).copied().collect();
    let now = |game| (game, changed.get(&game).filter(|_| !gone.contains(&game)));
    let columns = games.iter().map(|&game| now(game));
    let columns: Vec<_> = columns.map(|(game, now)| (game, now.map(|now| now.columns))).collect();
    write_game_columns(transaction, &columns)?;
    let corners = games.iter().map(|&game| now(game));
    let corners: Vec<_> = corners.map(|(game, now)| (game, now.map(|now| now.corners))).collect();
    write_game_corners(transaction, &corners)
}

/// The changes that a removal makes in a segment.
struct Touched<'s> {
    segment: &'s Segment,
    /// The number of games that go.
    games: u32,
    /// The number of their positions.
    positions: u64,
    /// The blocks to write anew, and the terms that games in them have now and had not, or had.
    blocks: BTreeMap<u32, Vec<ChangedTerm>>,
}

/// A term that a game has now, or has no longer.
struct ChangedTerm {
    game: u32,
    key: PositionKey,
    is_new: bool,
}

/// Finds what changes in a segment. Replays the games, so it must run before they are deleted.
fn touch<'s>(
    transaction: &Transaction,
    segment: &'s Segment,
    gone: &BTreeSet<i64>,
    changed: &BTreeMap<i64, ChangedGame>,
) -> Result<Touched<'s>, StoreError> {
    let (layout, range) = (segment.layout(), segment.first_game..=segment.last_game);
    let mut touched = Touched {
        segment,
        games: gone.range(range.clone()).count() as u32,
        positions: 0,
        blocks: BTreeMap::new(),
    };
    if touched.games == segment.games {
        touched.positions = segment.positions;
        return Ok(touched);
    }
    let blocks = &mut touched.blocks;
    for &game in gone.range(range.clone()) {
        replay_game(transaction, segment, segment.offset(game), |reached| {
            touched.positions += 1;
            blocks.entry(layout.prefix(reached.canonical.key)).or_default();
        })?;
        for term in transaction.terms_of_game(game)? {
            blocks.entry(layout.prefix(term.key)).or_default();
        }
    }
    for (&number, now) in changed.range(range) {
        let game = segment.offset(number);
        replay_game(transaction, segment, game, |reached| {
            blocks.entry(layout.prefix(reached.canonical.key)).or_default();
        })?;
        // The totals of terms that the game keeps may change, too.
        for term in transaction.terms_of_game(number)? {
            blocks.entry(layout.prefix(term.key)).or_default();
        }
        for (terms, is_new) in [(&now.gone, false), (&now.new, true)] {
            for &IndexEntry { key, .. } in terms {
                let terms = blocks.entry(layout.prefix(key)).or_default();
                terms.push(ChangedTerm { game, key, is_new });
            }
        }
    }
    Ok(touched)
}

/// Removes the games that are no longer in the game table from the blocks of a segment, changes the terms of
/// others, and recomputes totals.
fn reindex(transaction: &Transaction, touched: &Touched<'_>) -> Result<(), StoreError> {
    let Touched {
        segment,
        games,
        positions,
        blocks,
    } = touched;
    if blocks.is_empty() {
        return Ok(());
    }
    let facts = transaction.facts_of_games(segment.first_game, segment.last_game)?;
    if facts.iter().flatten().count() != (segment.games - games) as usize {
        return Err(transaction.damaged(format!("games of segment {} are missing", segment.id)));
    }
    let layout = segment.layout();
    for (&prefix, terms) in blocks {
        let (first, last) = (layout.first_key(prefix), layout.last_key(prefix));
        let long = long_lists_between(transaction, segment, first, last)?;
        let data = read_block(transaction, segment, prefix)?;
        let mut block = Block::decode(&data, layout, prefix, &long)
            .map_err(|Malformed| malformed_block(transaction, segment, prefix))?;
        block.keep_games(|game| facts.get(game as usize).is_some_and(Option::is_some));
        for &ChangedTerm { game, key, is_new } in terms {
            match is_new {
                true => block.add_term(key, game),
                false => block.remove_term(key, game),
            }
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
            positions: segment.positions.saturating_sub(*positions),
            ..**segment
        },
    )
}
