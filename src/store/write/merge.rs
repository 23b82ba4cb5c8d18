//! Merging of segments, so that a lookup reads few blocks however many imports there
//! were.
//!
//! Blocks are read, merged and written in the order of their keys, some at a time, so
//! memory does not grow with the segments. Entries move unchanged: a single position
//! stays single, so no game is replayed unless too many singles agree in their short
//! keys.

mod combine;
mod plan;

use crate::go::PositionKey;
use crate::store::codec::block::{Block, Repeated, ShortKey, Single};
use crate::store::codec::posting::Posting;
use crate::store::error::StoreError;
use crate::store::games::records::facts_of_games;
use crate::store::index::blocks::{EncodedBlock, long_postings_between, malformed_block, read_blocks};
use crate::store::index::lookup::replay_game;
use crate::store::index::segment::{Segment, segments};
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::pool::Pool;
use crate::store::write::segment::{add_segment, delete_segment, write_block};
use crate::store::write::transaction::Transaction;
use combine::{Combined, Part, Target, combine};
use plan::to_merge;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The number of blocks read and written at a time: some megabytes.
const BLOCKS_AT_ONCE: u32 = 4096;

/// The number of blocks that one thread merges at a time.
const BLOCKS_PER_THREAD: u32 = 64;

/// Merges some neighbouring segments if there are too many. Returns whether it did.
pub fn merge_some(transaction: &Transaction) -> Result<bool, StoreError> {
    let segments = segments(transaction)?;
    let positions: Vec<u64> = segments.iter().map(|segment| segment.positions).collect();
    let Some(run) = to_merge(&positions) else {
        return Ok(false);
    };
    merge(transaction, &segments[run], &mut |_, _| ())?;
    Ok(true)
}

/// Merges neighbouring segments into one.
pub fn merge(
    transaction: &Transaction,
    inputs: &[Segment],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    write_merged(transaction, inputs, progress)?;
    transaction.change_state(|state| state.segments -= inputs.len() as u64 - 1);
    Ok(())
}

/// Merges all segments into one and returns the file's free pages to the system. Calls
/// `progress` with the numbers of merged and of all positions.
pub fn optimize(pool: &Arc<Pool>, mut progress: impl FnMut(u64, u64)) -> Result<(), StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let segments = segments(&transaction)?;
    if segments.len() > 1 {
        merge(&transaction, &segments, &mut progress)?;
    }
    transaction.finish_and(|connection| {
        // The pragma frees a page for each row that is read, so all must be read.
        connection.rows("PRAGMA incremental_vacuum", [], |_| Ok(()))?;
        connection.rows("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    })
}

fn write_merged(
    transaction: &Transaction,
    inputs: &[Segment],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let ([first, ..], [.., last]) = (inputs, inputs) else {
        return Ok(());
    };
    let games = inputs.iter().map(|input| input.games).sum();
    let positions = inputs.iter().map(|input| input.positions).sum();
    let mut segment = Segment::new(first.first_game, last.last_game, games, positions);
    let facts = facts_of_games(transaction, segment.first_game, segment.last_game)?;
    if facts.iter().flatten().count() != games as usize {
        return Err(transaction.damaged("games are missing that its segments count"));
    }
    add_segment(transaction, &mut segment)?;
    let target = Target {
        layout: segment.layout(),
        facts: &facts,
    };
    let mut steps = (0..segment.blocks())
        .step_by(BLOCKS_AT_ONCE as usize)
        .map(|start| start..segment.blocks().min(start + BLOCKS_AT_ONCE));
    std::thread::scope(|scope| {
        // One step is merged while the next is read and the previous is written.
        let mut merging = None;
        loop {
            transaction.stop.check()?;
            let step = match steps.next() {
                Some(step) => {
                    // Keys are distributed evenly.
                    let done = positions * u64::from(step.start) / u64::from(segment.blocks());
                    progress(done, positions);
                    Some((step.clone(), read_parts(transaction, inputs, &segment, &step)?))
                }
                None => None,
            };
            let next = step.map(|(step, parts)| scope.spawn(move || combine_all(&parts, step, target)));
            let Some(done) = std::mem::replace(&mut merging, next) else {
                if merging.is_none() {
                    return Ok(());
                }
                continue;
            };
            let combined = done.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for block in combined {
                let block = match block {
                    Ok(block) => block,
                    Err((input, prefix)) => return Err(malformed_block(transaction, &inputs[input], prefix)),
                };
                let encoded = match block {
                    Combined::Encoded(encoded) => encoded,
                    Combined::Crowded {
                        prefix,
                        mut block,
                        singles,
                    } => {
                        repeat(transaction, &segment, &mut block, &singles)?;
                        EncodedBlock::new(prefix, &block, target.layout, target.facts)
                    }
                };
                write_block(transaction, &segment, encoded)?;
            }
        }
    })?;
    for input in inputs {
        delete_segment(transaction, input)?;
    }
    Ok(())
}

/// Reads the parts of the inputs that go into some blocks of the merged segment.
fn read_parts(
    snapshot: &Snapshot,
    inputs: &[Segment],
    segment: &Segment,
    blocks: &Range<u32>,
) -> Result<Vec<Part>, StoreError> {
    let first = segment.layout().first_key(blocks.start);
    let last = segment.layout().last_key(blocks.end - 1);
    inputs
        .iter()
        .map(|input| {
            let layout = input.layout();
            let prefixes = layout.prefix(first)..=layout.prefix(last);
            // A block of the input may be wider than these blocks of the merged
            // segment.
            let (low, high) = (layout.first_key(*prefixes.start()), layout.last_key(*prefixes.end()));
            let long = long_postings_between(snapshot, input, low, high)?;
            Ok(Part {
                layout,
                first_prefix: *prefixes.start(),
                first_game: (input.first_game - segment.first_game) as u32,
                span: input.span(),
                blocks: read_blocks(snapshot, input, prefixes)?,
                long,
            })
        })
        .collect()
}

/// Replays the games of these positions, which are no longer single, and adds their
/// postings to the block.
fn repeat(snapshot: &Snapshot, segment: &Segment, block: &mut Block, singles: &[Single]) -> Result<(), StoreError> {
    let mut wanted: BTreeMap<u32, BTreeSet<ShortKey>> = BTreeMap::new();
    for single in singles {
        wanted.entry(single.game).or_default().insert(single.key);
    }
    let mut found: BTreeMap<PositionKey, Vec<Posting>> = BTreeMap::new();
    for (game, keys) in wanted {
        replay_game(snapshot, segment, game, |key, posting| {
            if keys.contains(&key.into()) {
                found.entry(key).or_default().push(posting);
            }
        })?;
    }
    for (key, mut postings) in found {
        match block.repeated.binary_search_by_key(&key, |position| position.key) {
            Ok(known) => {
                // Two positions of a game may agree in their short keys.
                let known = &mut block.repeated[known].postings;
                let is_new = |game| known.binary_search_by_key(&game, |posting| posting.game).is_err();
                postings.retain(|posting| is_new(posting.game));
                known.extend(postings);
            }
            Err(place) => block.repeated.insert(place, Repeated { key, postings }),
        }
    }
    for position in &mut block.repeated {
        position.postings.sort_unstable();
    }
    Ok(())
}

type Failure = (usize, u32);

fn combine_all(parts: &[Part], blocks: Range<u32>, target: Target<'_>) -> Vec<Result<Combined, Failure>> {
    let chunks: Vec<Range<u32>> = blocks
        .clone()
        .step_by(BLOCKS_PER_THREAD as usize)
        .map(|start| start..blocks.end.min(start + BLOCKS_PER_THREAD))
        .collect();
    let combined: Vec<Vec<Result<Combined, Failure>>> = chunks
        .into_par_iter()
        .map(|chunk| combine(parts, chunk, target))
        .collect();
    combined.into_iter().flatten().collect()
}
