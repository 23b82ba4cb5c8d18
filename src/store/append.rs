use super::block::{Block, Entry, FactsOfGames};
use super::block_rows::EncodedBlock;
use super::database::Database;
use super::error::StoreError;
use super::segment::Segment;
use super::totals::GameFacts;
use rayon::prelude::*;
use std::ops::Range;

/// Blocks that are encoded and written at a time, and that one thread encodes
/// at a time.
const STEP: u32 = 4096;
const BLOCKS_AT_ONCE: u32 = 256;

impl Database {
    /// Writes the index of the games from `first_game` on, whose facts are
    /// `facts`, as a new segment. Sorts `entries`.
    pub(super) fn append(
        &self,
        first_game: i64,
        entries: &mut [Entry],
        facts: &[Option<GameFacts>],
    ) -> Result<(), StoreError> {
        // By key alone: half the time of whole entries.
        entries.par_sort_unstable_by_key(|entry| entry.key);
        let last_game = first_game + facts.len() as i64 - 1;
        let mut segment = Segment::new(first_game, last_game, facts.len() as u32, entries.len() as u64);
        self.add_segment(&mut segment)?;
        let mut steps = (0..segment.blocks()).step_by(STEP as usize);
        std::thread::scope(|scope| {
            // One step is encoded while the one before it is written.
            let mut encode_next = || {
                let blocks = steps.next().map(|start| start..segment.blocks().min(start + STEP))?;
                let (segment, entries) = (&segment, &*entries);
                Some(scope.spawn(move || encode(segment, entries, facts, blocks)))
            };
            let mut encoding = encode_next();
            while let Some(encoded) = encoding {
                let blocks = encoded.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                encoding = encode_next();
                for block in blocks {
                    self.write_block(&segment, block)?;
                }
            }
            Ok(())
        })
    }
}

/// Encodes some of the blocks, on all cores.
fn encode(segment: &Segment, entries: &[Entry], facts: &FactsOfGames, blocks: Range<u32>) -> Vec<EncodedBlock> {
    let layout = segment.layout();
    let chunks: Vec<u32> = blocks.clone().step_by(BLOCKS_AT_ONCE as usize).collect();
    let encoded: Vec<Vec<EncodedBlock>> = chunks
        .into_par_iter()
        .map(|first| {
            let start = entries.partition_point(|entry| layout.prefix(entry.key) < first);
            let mut rest = &entries[start..];
            (first..blocks.end.min(first + BLOCKS_AT_ONCE))
                .map(|prefix| {
                    let end = rest.partition_point(|entry| layout.prefix(entry.key) <= prefix);
                    let (mine, others) = rest.split_at(end);
                    rest = others;
                    EncodedBlock::new(prefix, &Block::from_entries(mine), layout, facts)
                })
                .collect()
        })
        .collect();
    encoded.into_iter().flatten().collect()
}
