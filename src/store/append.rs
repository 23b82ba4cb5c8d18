use super::block::{Block, Entry, FactsOfGames};
use super::block_rows::EncodedBlock;
use super::database::Database;
use super::error::StoreError;
use super::segment::Segment;
use super::totals::GameFacts;
use rayon::prelude::*;

/// Blocks that one thread encodes at a time.
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
        entries.par_sort_unstable();
        let last_game = first_game + facts.len() as i64 - 1;
        let mut segment = Segment::new(first_game, last_game, facts.len() as u32, entries.len() as u64);
        self.add_segment(&mut segment)?;
        for block in encode(&segment, entries, facts) {
            self.write_block(&segment, block)?;
        }
        Ok(())
    }
}

/// Encodes every block, on all cores.
fn encode(segment: &Segment, entries: &[Entry], facts: &FactsOfGames) -> Vec<EncodedBlock> {
    let layout = segment.layout();
    let parts: Vec<Vec<EncodedBlock>> = (0..segment.blocks().div_ceil(BLOCKS_AT_ONCE))
        .into_par_iter()
        .map(|part| {
            let first = part * BLOCKS_AT_ONCE;
            let start = entries.partition_point(|entry| layout.prefix(entry.key) < first);
            let mut rest = &entries[start..];
            (first..segment.blocks().min(first + BLOCKS_AT_ONCE))
                .map(|prefix| {
                    let end = rest.partition_point(|entry| layout.prefix(entry.key) <= prefix);
                    let (mine, others) = rest.split_at(end);
                    rest = others;
                    EncodedBlock::new(prefix, &Block::from_entries(mine), layout, facts)
                })
                .collect()
        })
        .collect();
    parts.into_iter().flatten().collect()
}
