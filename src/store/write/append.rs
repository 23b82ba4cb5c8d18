use crate::store::codec::block::{Block, BlockLayout, FactsOfGames, IndexEntry};
use crate::store::codec::game_columns::GameColumns;
use crate::store::codec::totals::GameFacts;
use crate::store::error::StoreError;
use crate::store::index::blocks::EncodedBlock;
use crate::store::index::segment::Segment;
use crate::store::write::bucket::Bucket;
use crate::store::write::columns::write_game_columns;
use crate::store::write::courses::write_courses;
use crate::store::write::segment::{add_segment, write_block};
use crate::store::write::transaction::Transaction;
use rayon::prelude::*;

/// The number of leading key bits that select the bucket of an entry. No segment has
/// shorter prefixes. Each bucket fits a core's cache while it is sorted.
const BUCKET_BITS: u32 = BlockLayout::MIN_PREFIX_BITS;

/// The number of buckets encoded and written at a time.
const BUCKETS_AT_ONCE: usize = 16;

/// The games of the next segment and their positions.
pub struct Pending {
    facts: Vec<Option<GameFacts>>,
    columns: Vec<GameColumns>,
    /// The courses as they are stored.
    courses: Vec<Vec<u8>>,
    /// The bytes of the courses.
    course_bytes: usize,
    buckets: Vec<Bucket>,
    positions: usize,
}

impl Pending {
    pub fn new() -> Self {
        Self {
            facts: Vec::new(),
            columns: Vec::new(),
            courses: Vec::new(),
            course_bytes: 0,
            buckets: (0..1 << BUCKET_BITS).map(|_| Bucket::new()).collect(),
            positions: 0,
        }
    }

    /// Adds a game, its course as it is stored, and its positions.
    pub fn push(&mut self, columns: GameColumns, course: Vec<u8>, entries: Vec<IndexEntry>) {
        let game = self.facts.len() as u32;
        self.facts.push(Some(columns.facts()));
        self.columns.push(columns);
        self.course_bytes += course.len();
        self.courses.push(course);
        self.positions += entries.len();
        for mut entry in entries {
            entry.posting.game = game;
            self.buckets[(entry.key.0 >> (u64::BITS - BUCKET_BITS)) as usize].push(entry);
        }
    }

    /// Returns the number of bytes that the games, courses and positions occupy.
    pub const fn bytes(&self) -> usize {
        const GAME: usize = size_of::<Option<GameFacts>>() + size_of::<GameColumns>() + size_of::<Vec<u8>>();
        self.games() * GAME + self.course_bytes + self.positions * size_of::<IndexEntry>()
    }

    /// Returns the number of bytes allocated, used or not.
    pub fn reserved_bytes(&self) -> usize {
        let of_positions = self.buckets.iter().map(Bucket::reserved_bytes).sum();
        self.bytes().max(of_positions)
    }

    /// Frees unused memory.
    pub fn shrink(&mut self) {
        self.facts.shrink_to_fit();
        self.columns.shrink_to_fit();
        self.courses.shrink_to_fit();
        self.buckets.iter_mut().for_each(Bucket::shrink);
    }

    pub const fn games(&self) -> usize {
        self.facts.len()
    }

    pub const fn positions(&self) -> usize {
        self.positions
    }
}

/// Writes the index of the last games as a new segment and empties `pending`, which
/// holds their positions. Stops if `go_on` fails.
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
    let courses: Vec<_> = (first_game..)
        .zip(pending.courses.iter().map(|course| Some(course.as_slice())))
        .collect();
    write_courses(transaction, &courses)?;
    pending.courses.clear();
    pending.course_bytes = 0;
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
    Ok(())
}

/// Encodes the blocks of some buckets on all cores, and empties the buckets. `first` is
/// the number of the first bucket.
fn encode(buckets: &mut [Bucket], first: u32, layout: BlockLayout, facts: &FactsOfGames) -> Vec<EncodedBlock> {
    let encoded: Vec<Vec<EncodedBlock>> = buckets
        .par_iter_mut()
        .enumerate()
        .map(|(bucket_number, bucket)| {
            let number = first + bucket_number as u32;
            let mut entries = bucket.take();
            // Sorting by key alone takes half the time of sorting whole entries.
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
