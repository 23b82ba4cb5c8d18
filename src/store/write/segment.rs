//! Writing index segments and their blocks.

use super::even_sort::sorted_by_even_key;
use super::packed_rows::{write_game_columns, write_game_corners};
use super::transaction::Transaction;
use crate::go::PositionKey;
use crate::store::StoreError;
use crate::store::codec::{
    Block, BlockLayout, CornerList, GameColumns, GameFacts, IndexEntry, NextCode, Posting, QUADRANTS, seal,
};
use crate::store::index::{EncodedBlock, Segment, sealed_parts};
use crate::store::sqlite::SEGMENT;
use rayon::prelude::*;
use rusqlite::params;

pub fn add_segment(transaction: &Transaction, segment: &mut Segment) -> Result<(), StoreError> {
    // The checksum covers the id, so SQLite cannot assign it.
    let next = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'segment'), 0) + 1";
    segment.id = transaction.value(next)?;
    if !segment.is_possible() {
        return Err(transaction.damaged(format!("it has no room for segment {}", segment.id)));
    }
    write_segment(transaction, segment)
}

pub fn write_segment(transaction: &Transaction, segment: &Segment) -> Result<(), StoreError> {
    let Segment {
        id,
        first_game,
        last_game,
        games,
        positions,
        prefix_bits,
    } = *segment;
    let values = params![id, first_game, last_game, games, positions, prefix_bits];
    transaction.execute(&SEGMENT.insert("INSERT OR REPLACE"), values)?;
    Ok(())
}

pub fn delete_segment(transaction: &Transaction, segment: &Segment) -> Result<(), StoreError> {
    let (first, last) = (segment.block_row(0), segment.block_row(segment.blocks() - 1));
    transaction.execute("DELETE FROM position_block WHERE id BETWEEN ?1 AND ?2", [first, last])?;
    transaction.execute("DELETE FROM posting_list WHERE segment = ?1", [segment.id])?;
    transaction.execute("DELETE FROM segment WHERE id = ?1", [segment.id])?;
    Ok(())
}

pub fn write_block(transaction: &Transaction, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
    put_block(transaction, "INSERT", segment, block)
}

pub fn rewrite_block(transaction: &Transaction, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
    put_block(transaction, "REPLACE", segment, block)
}

fn put_block(transaction: &Transaction, verb: &str, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
    let row = segment.block_row(block.prefix);
    let data = seal(block.data, &[row]);
    transaction.execute(
        &format!("{verb} INTO position_block (id, data) VALUES (?1, ?2)"),
        params![row, data],
    )?;
    for (key, list) in block.long {
        for (first, data) in sealed_parts(segment, key, list) {
            transaction.execute(
                &format!("{verb} INTO posting_list (segment, key, first_game, data) VALUES (?1, ?2, ?3, ?4)"),
                params![segment.id, key.0 as i64, first, data],
            )?;
        }
    }
    Ok(())
}

/// The number of leading key bits that select the bucket of an entry. No segment has
/// shorter prefixes. Each bucket and its sorted copy fit a core's cache.
const BUCKET_BITS: u32 = BlockLayout::MIN_PREFIX_BITS;

/// The number of buckets encoded and written at a time.
const BUCKETS_AT_ONCE: usize = 16;

pub struct PendingGames {
    facts: Vec<Option<GameFacts>>,
    columns: Vec<GameColumns>,
    corners: Vec<[CornerList; QUADRANTS]>,
    buckets: Vec<Bucket>,
    positions: usize,
    terms: usize,
}

impl PendingGames {
    pub fn new() -> Self {
        Self {
            facts: Vec::new(),
            columns: Vec::new(),
            corners: Vec::new(),
            buckets: (0..1 << BUCKET_BITS).map(|_| Bucket::new()).collect(),
            positions: 0,
            terms: 0,
        }
    }

    pub fn push(
        &mut self,
        columns: GameColumns,
        corners: [CornerList; QUADRANTS],
        positions: Vec<IndexEntry>,
        terms: Vec<IndexEntry>,
    ) {
        let game = self.facts.len() as u32;
        self.facts.push(Some(columns.facts()));
        self.columns.push(columns);
        self.corners.push(corners);
        self.positions += positions.len();
        self.terms += terms.len();
        for mut entry in positions.into_iter().chain(terms) {
            entry.posting.game = game;
            self.buckets[(entry.key.0 >> (u64::BITS - BUCKET_BITS)) as usize].push(entry);
        }
    }

    /// Returns the number of bytes that the games and positions occupy.
    pub const fn bytes(&self) -> usize {
        const GAME: usize =
            size_of::<Option<GameFacts>>() + size_of::<GameColumns>() + size_of::<[CornerList; QUADRANTS]>();
        self.games() * GAME + (self.positions + self.terms) * size_of::<IndexEntry>()
    }

    /// Returns the number of bytes allocated, used or not.
    pub fn reserved_bytes(&self) -> usize {
        let of_positions = self.buckets.iter().map(Bucket::reserved_bytes).sum();
        self.bytes().max(of_positions)
    }

    pub fn shrink(&mut self) {
        self.facts.shrink_to_fit();
        self.columns.shrink_to_fit();
        self.corners.shrink_to_fit();
        self.buckets.iter_mut().for_each(Bucket::shrink);
    }

    pub const fn games(&self) -> usize {
        self.facts.len()
    }
}

/// Writes the index of the last games as a new segment and empties `pending`, which
/// holds their positions. Stops if `go_on` fails.
pub fn append(
    transaction: &Transaction,
    pending: &mut PendingGames,
    mut go_on: impl FnMut() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let (games, last_game) = (pending.games(), transaction.state()?.last_game);
    let first_game = last_game + 1 - games as i64;
    let (positions, entries) = (pending.positions as u64, (pending.positions + pending.terms) as u64);
    let mut segment = Segment::new(first_game, last_game, games as u32, positions, entries);
    add_segment(transaction, &mut segment)?;
    transaction.change_state(|state| state.segments += 1);
    let columns: Vec<_> = (first_game..).zip(pending.columns.drain(..).map(Some)).collect();
    write_game_columns(transaction, &columns)?;
    let corners: Vec<_> = (first_game..).zip(pending.corners.drain(..).map(Some)).collect();
    write_game_corners(transaction, &corners)?;
    let (layout, facts) = (segment.layout(), pending.facts.as_slice());
    let mut steps = pending.buckets.chunks_mut(BUCKETS_AT_ONCE).enumerate();
    std::thread::scope(|scope| {
        // Each step is encoded while the previous one is written.
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
    pending.terms = 0;
    Ok(())
}

/// Encodes the blocks of some buckets on all cores, and empties the buckets. `first` is
/// the number of the first bucket.
fn encode(buckets: &mut [Bucket], first: u32, layout: BlockLayout, facts: &[Option<GameFacts>]) -> Vec<EncodedBlock> {
    let encoded: Vec<Vec<EncodedBlock>> = buckets
        .par_iter_mut()
        .enumerate()
        .map(|(bucket_number, bucket)| {
            let number = first + bucket_number as u32;
            let entries = sorted_by_even_key(&bucket.take(), BUCKET_BITS, |entry| entry.key.0);
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

/// The number of entries allocated at a time. Allocating all at once would touch all of
/// the memory at the start, and growing step by step touches twice as much.
const CHUNK: usize = 4096;

/// The number of entries copied to a chunk at a time. Writing them one by one would
/// wait for memory each time.
const STAGED: usize = 32;

/// Entries in chunks, and a stage of entries that go to the last chunk next.
pub struct Bucket {
    /// The chunks after the first `used` are empty. They are kept because the system
    /// clears memory that is freed and allocated again.
    chunks: Vec<Vec<IndexEntry>>,
    used: usize,
    staged: [IndexEntry; STAGED],
    count: usize,
}

impl Bucket {
    pub const fn new() -> Self {
        Self {
            chunks: Vec::new(),
            used: 0,
            staged: [BLANK; STAGED],
            count: 0,
        }
    }

    pub fn push(&mut self, entry: IndexEntry) {
        self.staged[self.count] = entry;
        self.count += 1;
        if self.count == STAGED {
            self.flush();
        }
    }

    /// Returns the number of bytes in its chunks, used or not.
    pub const fn reserved_bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<IndexEntry>()
    }

    pub fn shrink(&mut self) {
        self.chunks.truncate(self.used);
    }

    fn flush(&mut self) {
        if self.used == 0 || self.chunks[self.used - 1].len() == CHUNK {
            if self.used == self.chunks.len() {
                self.chunks.push(Vec::with_capacity(CHUNK));
            }
            self.used += 1;
        }
        self.chunks[self.used - 1].extend_from_slice(&self.staged);
        self.count = 0;
    }

    pub fn take(&mut self) -> Vec<IndexEntry> {
        let used = &mut self.chunks[..self.used];
        let mut all = Vec::with_capacity(used.iter().map(Vec::len).sum::<usize>() + self.count);
        for chunk in used {
            all.append(chunk);
        }
        all.extend_from_slice(&self.staged[..self.count]);
        (self.used, self.count) = (0, 0);
        all
    }
}

const BLANK: IndexEntry = IndexEntry {
    key: PositionKey(0),
    posting: Posting {
        game: 0,
        ply: 0,
        next: NextCode(0),
    },
};

// A full chunk holds a whole number of stages.
const _: () = assert!(CHUNK.is_multiple_of(STAGED));
