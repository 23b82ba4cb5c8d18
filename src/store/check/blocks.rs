use crate::go::PositionKey;
use crate::store::codec::block::{Block, FactsOfGames};
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::PositionTotals;
use crate::store::error::StoreError;
use crate::store::index::blocks::{EncodedBlock, long_postings_between, long_totals, malformed_block, read_blocks};
use crate::store::index::segment::Segment;
use crate::store::snapshot::Snapshot;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The number of blocks read at a time, and the fewest that a thread decodes.
const BLOCKS_AT_ONCE: usize = 4096;
const BLOCKS_PER_THREAD: usize = 64;

/// The result of checking the blocks of a segment.
#[derive(Default)]
struct Found {
    /// The number of positions whose postings are in rows of their own.
    lists: u64,
    problems: Vec<String>,
}

/// Checks each block by itself: the games that it names exist, and its totals are those
/// of its postings.
pub fn check_blocks(snapshot: &Snapshot, segment: &Segment, facts: &FactsOfGames) -> Result<Vec<String>, StoreError> {
    let layout = segment.layout();
    let found = Mutex::new(Found::default());
    visit_blocks(snapshot, segment, |prefix, data, block| {
        let is_missing = |&game: &u32| facts.get(game as usize).is_none_or(Option::is_none);
        let missing = block.games().find(is_missing);
        // Encoding computes the totals again, so a sound block is reproduced exactly.
        let again = EncodedBlock::new(prefix, block, layout, facts);
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        found.lists += again.long.len() as u64;
        let row = segment.block_row(prefix);
        if let Some(game) = missing {
            let game = segment.first_game + i64::from(game);
            found
                .problems
                .push(format!("position block {row} names game {game}, which is missing"));
        } else if again.data != data {
            found.problems.push(format!(
                "position block {row} has totals that are not those of its games"
            ));
        }
    })?;
    let Found { lists, mut problems } = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let id = segment.id;
    let counted: u64 = snapshot.value(&format!("SELECT count(*) FROM posting_list WHERE segment = {id}"))?;
    if counted != lists {
        problems.push(format!(
            "segment {id} has {counted} posting lists and should have {lists}"
        ));
    }
    for (key, postings) in long_postings_between(snapshot, segment, PositionKey(0), PositionKey(u64::MAX))? {
        if long_totals(snapshot, segment, key)? != PositionTotals::of_games(&postings, facts) {
            problems.push(format!(
                "the totals of {key} in segment {id} are not those of its games"
            ));
        }
    }
    Ok(problems)
}

/// Decodes all blocks of a segment on all cores.
pub fn visit_blocks(
    snapshot: &Snapshot,
    segment: &Segment,
    visit: impl Fn(u32, &[u8], &Block) + Sync,
) -> Result<(), StoreError> {
    let layout = segment.layout();
    for start in (0..segment.blocks()).step_by(BLOCKS_AT_ONCE) {
        let end = segment.blocks().min(start + BLOCKS_AT_ONCE as u32);
        let blocks = read_blocks(snapshot, segment, start..=end - 1)?;
        let long = long_postings_between(snapshot, segment, layout.first_key(start), layout.last_key(end - 1))?;
        let stop = snapshot.stop();
        let failed = (start..end)
            .into_par_iter()
            .zip(&blocks)
            .with_min_len(BLOCKS_PER_THREAD)
            .find_map_any(|(prefix, data)| {
                if let Err(stopped) = stop.check() {
                    return Some(Err(stopped));
                }
                let list = |key| long.get(&key).cloned().ok_or(Malformed);
                match Block::decode(data, layout, prefix, list) {
                    Ok(block) => {
                        visit(prefix, data, &block);
                        None
                    }
                    Err(Malformed) => Some(Ok(prefix)),
                }
            });
        if let Some(malformed) = failed {
            return Err(malformed_block(snapshot, segment, malformed?));
        }
    }
    Ok(())
}
