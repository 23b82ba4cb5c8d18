//! Removing games from the blocks of a segment.

use crate::store::codec::block::{Block, LongList};
use crate::store::codec::bytes::Malformed;
use crate::store::error::StoreError;
use crate::store::games::records::facts_of_games;
use crate::store::index::blocks::{EncodedBlock, long_postings_between, malformed_block, read_block};
use crate::store::index::lookup::replay_game;
use crate::store::index::segment::Segment;
use crate::store::write::segment::{rewrite_block, write_segment};
use crate::store::write::transaction::Transaction;
use std::collections::{BTreeSet, HashMap};

/// The parts of a segment to rewrite.
pub struct Touched {
    /// The number of games to remove.
    pub games: u32,
    /// The number of their positions.
    pub positions: u64,
    /// The blocks with positions of these games, or of games that are stored with
    /// another record now.
    prefixes: BTreeSet<u32>,
}

impl Touched {
    /// Replays the games to find their blocks. Must run before they are deleted.
    pub fn new<'g>(
        transaction: &Transaction,
        segment: &Segment,
        gone: impl Iterator<Item = &'g i64>,
        changed: impl Iterator<Item = &'g i64>,
    ) -> Result<Self, StoreError> {
        let layout = segment.layout();
        let mut touched = Self {
            games: 0,
            positions: 0,
            prefixes: BTreeSet::new(),
        };
        let gone: Vec<i64> = gone.copied().collect();
        touched.games = gone.len() as u32;
        if touched.games == segment.games {
            touched.positions = segment.positions;
            return Ok(touched);
        }
        for game in gone {
            replay_game(transaction, segment, segment.offset(game), |key, _| {
                touched.positions += 1;
                touched.prefixes.insert(layout.prefix(key));
            })?;
        }
        for &game in changed {
            replay_game(transaction, segment, segment.offset(game), |key, _| {
                touched.prefixes.insert(layout.prefix(key));
            })?;
        }
        Ok(touched)
    }
}

/// Removes the games that are no longer in the game table from the blocks of a segment,
/// and recomputes totals.
pub fn reindex(transaction: &Transaction, segment: &Segment, touched: &Touched) -> Result<(), StoreError> {
    if touched.prefixes.is_empty() {
        return Ok(());
    }
    let facts = facts_of_games(transaction, segment.first_game, segment.last_game)?;
    if facts.iter().flatten().count() != (segment.games - touched.games) as usize {
        return Err(transaction.damaged(format!("games of segment {} are missing", segment.id)));
    }
    let layout = segment.layout();
    for &prefix in &touched.prefixes {
        let (first, last) = (layout.first_key(prefix), layout.last_key(prefix));
        let mut long = long_postings_between(transaction, segment, first, last)?;
        let had_long: Vec<_> = long.keys().copied().collect();
        let data = read_block(transaction, segment, prefix)?;
        let mut block = Block::decode(&data, layout, prefix, |key| long.remove(&key).ok_or(Malformed))
            .map_err(|Malformed| malformed_block(transaction, segment, prefix))?;
        block.keep_games(|game| facts.get(game as usize).is_some_and(Option::is_some));
        let encoded = EncodedBlock::new(prefix, &block, layout, &facts);
        let long: HashMap<_, &LongList> = encoded.long.iter().map(|list| (list.key, list)).collect();
        for key in had_long.into_iter().filter(|key| !long.contains_key(key)) {
            let sql = "DELETE FROM posting_list WHERE segment = ?1 AND key = ?2";
            transaction.execute(sql, [segment.id, key.0 as i64])?;
        }
        rewrite_block(transaction, segment, encoded)?;
    }
    write_segment(
        transaction,
        &Segment {
            games: segment.games - touched.games,
            positions: segment.positions.saturating_sub(touched.positions),
            ..*segment
        },
    )
}
