use crate::store::codec::block::{Block, BlockLayout, Entry, FactsOfGames};
use crate::store::codec::game_columns::GameColumns;
use crate::store::codec::totals::GameFacts;
use crate::store::error::StoreError;
use crate::store::index::blocks::EncodedBlock;
use crate::store::index::segment::Segment;
use crate::store::write::bucket::Bucket;
use crate::store::write::columns::write_game_columns;
use crate::store::write::segment::{add_segment, write_block};
use crate::store::write::transaction::Transaction;
use rayon::prelude::*;

/// Entries are kept apart by so many leading bits of their keys, which no
/// segment has fewer of in its prefixes. Each part fits a core's cache while
/// it is sorted.
const BUCKET_BITS: u32 = BlockLayout::MIN_PREFIX_BITS;

/// Buckets that are encoded and written at a time.
const BUCKETS_AT_ONCE: usize = 16;

/// The games that the next segment will have, and their positions.
pub struct Pending {
    facts: Vec<Option<GameFacts>>,
    columns: Vec<GameColumns>,
    buckets: Vec<Bucket>,
    positions: usize,
}

impl Pending {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            facts: Vec::new(),
            columns: Vec::new(),
            buckets: (0..1 << BUCKET_BITS).map(|_| Bucket::new()).collect(),
            positions: 0,
        }
    }

    /// Adds a game and its positions.
    pub fn push(&mut self, columns: GameColumns, entries: Vec<Entry>) {
        let game = self.facts.len() as u32;
        self.facts.push(Some(columns.facts()));
        self.columns.push(columns);
        self.positions += entries.len();
        for mut entry in entries {
            entry.posting.game = game;
            self.buckets[(entry.key.0 >> (u64::BITS - BUCKET_BITS)) as usize].push(entry);
        }
    }

    /// Bytes that games and positions take.
    pub const fn bytes(&self) -> usize {
        const GAME: usize = size_of::<Option<GameFacts>>() + size_of::<GameColumns>();
        self.games() * GAME + self.positions * size_of::<Entry>()
    }

    /// Bytes that were set aside for them, used or not.
    pub fn reserved_bytes(&self) -> usize {
        let of_positions = self.buckets.iter().map(Bucket::reserved_bytes).sum();
        self.bytes().max(of_positions)
    }

    /// Gives back what is not used.
    pub fn shrink(&mut self) {
        self.facts.shrink_to_fit();
        self.columns.shrink_to_fit();
        self.buckets.iter_mut().for_each(Bucket::shrink);
    }

    /// How many games there are.
    pub const fn games(&self) -> usize {
        self.facts.len()
    }

    /// How many positions they have.
    pub const fn positions(&self) -> usize {
        self.positions
    }
}

/// Writes the index of the last games as a new segment, and empties
/// `pending`, which has their positions. Ends early if `go_on` fails.
pub fn append(
    transaction: &Transaction,
    pending: &mut Pending,
    mut go_on: impl FnMut() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let (games, last_game) = (pending.games(), transaction.state()?.last_game);
    let first_game = last_game + 1 - games as i64;
    let mut segment = Segment::new(first_game, last_game, games as u32, pending.positions() as u64);
    add_segment(transaction, &mut segment)?;
    transaction.change_state(|state| state.segments += 1);
    let columns: Vec<_> = (first_game..).zip(pending.columns.drain(..).map(Some)).collect();
    write_game_columns(transaction, &columns)?;
    let (layout, facts) = (segment.layout(), pending.facts.as_slice());
    let mut steps = pending.buckets.chunks_mut(BUCKETS_AT_ONCE).enumerate();
    std::thread::scope(|scope| {
        // One step is encoded while the one before it is written.
        let mut encode_next = || {
            let (step, buckets) = steps.next()?;
            let first = (step * BUCKETS_AT_ONCE) as u32;
            Some(scope.spawn(move || encode(buckets, first, layout, facts)))
        };
        let mut encoding = encode_next();
        while let Some(encoded) = encoding {
            let blocks = encoded.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            go_on()?;
            encoding = encode_next();
            for block in blocks {
                write_block(transaction, &segment, block)?;
            }
        }
        Ok::<_, StoreError>(())
    })?;
    pending.facts.clear();
    pending.positions = 0;
    Ok(())
}

/// Encodes the blocks of some buckets, the first of which is `first`, on all
/// cores, and empties these.
fn encode(buckets: &mut [Bucket], first: u32, layout: BlockLayout, facts: &FactsOfGames) -> Vec<EncodedBlock> {
    let encoded: Vec<Vec<EncodedBlock>> = buckets
        .par_iter_mut()
        .enumerate()
        .map(|(bucket_number, bucket)| {
            let number = first + bucket_number as u32;
            let mut entries = bucket.take();
            // By key alone: half the time of whole entries.
            entries.sort_unstable_by_key(|entry| entry.key);
            let mut rest = entries.as_slice();
            let blocks = 1 << (layout.prefix_bits - BUCKET_BITS);
            (number * blocks..(number + 1) * blocks)
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
