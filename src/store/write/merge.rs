//! Merging of segments, so that a lookup reads few blocks however many imports there
//! were.
//!
//! Blocks are read, merged and written in the order of their keys, some at a time, so
//! memory does not grow with the segments. Entries move unchanged: a single position
//! stays single, so no game is replayed unless too many singles agree in their short
//! keys.

use super::even_sort::sorted_by_even_key;
use super::segment::{add_segment, delete_segment, write_block};
use super::transaction::Transaction;
use crate::go::PositionKey;
use crate::store::StoreError;
use crate::store::codec::{Block, BlockLayout, GameFacts, LongLists, Malformed, Posting, ShortKey};
use crate::store::index::{EncodedBlock, Segment, long_lists_between, malformed_block, read_blocks, replay_game};
use crate::store::snapshot::{Pool, Snapshot};
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
    let segments = transaction.segments()?;
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
    let segments = transaction.segments()?;
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
    let entries = inputs.iter().map(Segment::entries).sum();
    let mut segment = Segment::new(first.first_game, last.last_game, games, positions, entries);
    let facts = transaction.facts_of_games(segment.first_game, segment.last_game)?;
    if facts.iter().flatten().count() != games as usize {
        return Err(transaction.damaged("games are missing that its segments count"));
    }
    add_segment(transaction, &mut segment)?;
    let (layout, facts) = (segment.layout(), facts.as_slice());
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
            let next = step.map(|(step, parts)| scope.spawn(move || combine_all(&parts, step, layout, facts)));
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
                        EncodedBlock::new(prefix, &block, layout, facts)
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

fn read_parts(
    snapshot: &Snapshot,
    inputs: &[Segment],
    segment: &Segment,
    blocks: &Range<u32>,
) -> Result<Vec<SegmentPart>, StoreError> {
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
            let long = long_lists_between(snapshot, input, low, high)?;
            Ok(SegmentPart {
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

/// Replays the games of these positions and terms, which are no longer single, and adds their
/// postings to the block.
fn repeat(
    snapshot: &Snapshot,
    segment: &Segment,
    block: &mut Block,
    singles: &[(ShortKey, u32)],
) -> Result<(), StoreError> {
    let mut wanted: BTreeMap<u32, BTreeSet<ShortKey>> = BTreeMap::new();
    // The games of which a position or term has the short key of another one.
    let mut doubtful = BTreeSet::new();
    for &(key, game) in singles {
        if !wanted.entry(game).or_default().insert(key) {
            doubtful.insert(game);
        }
    }
    let mut found: BTreeMap<PositionKey, Vec<Posting>> = BTreeMap::new();
    for (game, keys) in wanted {
        let mut left = keys.clone();
        replay_game(snapshot, segment, game, |reached| {
            let key = reached.canonical.key;
            if keys.contains(&key.into()) {
                // The single may be a term with the same short key as a position that is not single.
                if !has_posting(block, key, game) {
                    left.remove(&key.into());
                }
                found.entry(key).or_default().push(Posting::new(game, reached));
            }
        })?;
        // The others are terms, which take longer to read.
        if left.is_empty() && !doubtful.contains(&game) {
            continue;
        }
        for term in snapshot.terms_of_game(segment.game(game))? {
            if keys.contains(&term.key.into()) {
                let posting = Posting { game, ..term.posting };
                found.entry(term.key).or_default().push(posting);
            }
        }
    }
    for (key, mut postings) in found {
        // Two positions of a game may agree in their short keys.
        postings.retain(|new| !has_posting(block, key, new.game));
        match block.repeated.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(known) => block.repeated[known].1.extend(postings),
            Err(_) if postings.is_empty() => {}
            Err(place) => block.repeated.insert(place, (key, postings)),
        }
    }
    for (_, postings) in &mut block.repeated {
        postings.sort_unstable();
    }
    Ok(())
}

fn has_posting(block: &Block, key: PositionKey, game: u32) -> bool {
    let known = block.repeated.binary_search_by_key(&key, |(key, _)| *key);
    known.is_ok_and(|known| block.repeated[known].1.iter().any(|posting| posting.game == game))
}

fn combine_all(
    parts: &[SegmentPart],
    blocks: Range<u32>,
    layout: BlockLayout,
    facts: &[Option<GameFacts>],
) -> Vec<Result<Combined, (usize, u32)>> {
    let chunks: Vec<Range<u32>> = blocks
        .clone()
        .step_by(BLOCKS_PER_THREAD as usize)
        .map(|start| start..blocks.end.min(start + BLOCKS_PER_THREAD))
        .collect();
    let combined = chunks.into_par_iter().map(|chunk| combine(parts, chunk, layout, facts));
    combined.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// The most singles of a segment that may agree in their short keys. A lookup replays
/// each game that may have the position. In
/// [`MAX_SEGMENTS`] segments, these are at most 42 games
/// of about 20 microseconds, within a millisecond; each full segment adds at most 6, and
/// only for keys made to collide.
const MAX_CANDIDATES: usize = 6;

/// The blocks of one segment that go into some blocks of another.
pub struct SegmentPart {
    pub layout: BlockLayout,
    pub first_prefix: u32,
    /// The segment's first game, counted from the target's first game.
    pub first_game: u32,
    /// The size of the range of the segment's game numbers.
    pub span: u32,
    pub blocks: Vec<Vec<u8>>,
    /// The postings stored outside of the blocks.
    pub long: LongLists,
}

pub enum Combined {
    Encoded(EncodedBlock),
    /// A block that is not ready because too many singles agree in their short keys.
    Crowded {
        prefix: u32,
        /// The block without these singles.
        block: Block,
        singles: Vec<(ShortKey, u32)>,
    },
}

/// Combines the blocks with these prefixes. The error names the part with a malformed
/// block and the prefix of that block.
pub fn combine(
    parts: &[SegmentPart],
    prefixes: Range<u32>,
    layout: BlockLayout,
    facts: &[Option<GameFacts>],
) -> Vec<Result<Combined, (usize, u32)>> {
    let mut all = Block::default();
    for (number, part) in parts.iter().enumerate() {
        if let Err(prefix) = part.decode_into(&mut all, &prefixes, layout) {
            return vec![Err((number, prefix))];
        }
    }
    // The prefixes differ in their last bits only.
    let different_bits = u32::BITS - (prefixes.start ^ (prefixes.end - 1)).leading_zeros();
    let shared_bits = layout.prefix_bits - different_bits;
    let singles = sorted_by_even_key(&all.singles, shared_bits, |&(key, game)| key.sort_key(game));
    // Each part is sorted, and a stable sort uses that.
    all.repeated.sort_by_key(|(key, _)| *key);
    let mut singles = singles.as_slice();
    let mut repeated = all.repeated.into_iter().peekable();
    prefixes
        .map(|prefix| {
            let last = layout.last_key(prefix);
            let (mine, others) = singles.split_at(singles.partition_point(|(key, _)| *key <= last.into()));
            singles = others;
            let mut block = Block {
                singles: mine.to_vec(),
                repeated: Vec::new(),
            };
            while let Some((key, postings)) = repeated.next_if(|(key, _)| *key <= last) {
                match block.repeated.last_mut() {
                    // Parts are in the order of their games.
                    Some((same, known)) if *same == key => known.extend(postings),
                    _ => block.repeated.push((key, postings)),
                }
            }
            Ok(finish(prefix, block, layout, facts))
        })
        .collect()
}

fn finish(prefix: u32, mut block: Block, layout: BlockLayout, facts: &[Option<GameFacts>]) -> Combined {
    let groups = block.singles.chunk_by(|a, b| a.0 == b.0);
    if groups.clone().all(|group| group.len() <= MAX_CANDIDATES) {
        return Combined::Encoded(EncodedBlock::new(prefix, &block, layout, facts));
    }
    let (crowded, others): (Vec<_>, Vec<_>) = groups.partition(|group| group.len() > MAX_CANDIDATES);
    let singles = crowded.concat();
    block.singles = others.concat();
    Combined::Crowded { prefix, block, singles }
}

impl SegmentPart {
    /// Appends the positions that belong into the blocks of the target with these
    /// prefixes. The error is the prefix of a malformed block of this part.
    fn decode_into(&self, all: &mut Block, prefixes: &Range<u32>, target: BlockLayout) -> Result<(), u32> {
        let first = target.first_key(prefixes.start);
        let last = target.last_key(prefixes.end - 1);
        for prefix in self.layout.prefix(first)..=self.layout.prefix(last) {
            let data = &self.blocks[(prefix - self.first_prefix) as usize];
            let block = Block::decode(data, self.layout, prefix, &self.long).map_err(|Malformed| prefix)?;
            if block.games().any(|game| game >= self.span) {
                return Err(prefix);
            }
            let wanted = first.into()..=last.into();
            let singles = block.singles.into_iter();
            let singles = singles.filter(|(key, _)| wanted.contains(key));
            all.singles
                .extend(singles.map(|(key, game)| (key, game + self.first_game)));
            for (key, mut postings) in block.repeated {
                if (first..=last).contains(&key) {
                    for posting in &mut postings {
                        posting.game += self.first_game;
                    }
                    all.repeated.push((key, postings));
                }
            }
        }
        Ok(())
    }
}

/// The most segments after the last full one that are left unmerged.
pub const MAX_SEGMENTS: usize = 7;

/// The number of positions from which a segment is full and is not merged again: some 200,000 games. Eight commits of
/// a large import make twice as many, so each of its games is merged once, and a removal of up to half of them leaves the
/// segment full.
const FULL: u64 = 40_000_000;

/// Returns the segments to merge, given the number of positions of each in the order of
/// their games, or `None` if there are few segments.
///
/// Full segments stay as they are. Of the others,
/// merges the last ones: as few as make a segment that is no larger than the one
/// before it. A few thousand new games are thus merged with others like them and not
/// with hundreds of thousands. Of n equal segments, each is rewritten about once up to n = 36 and
/// twice up to n = 120. No schedule with so few segments at a time rewrites less (C.
/// Mathieu, C. Staelin, N. Young, A. Yousefi: Bigtable merge compaction, 2014).
pub fn to_merge(positions: &[u64]) -> Option<Range<usize>> {
    let full = positions.iter().rposition(|&positions| positions >= FULL);
    let first = full.map_or(0, |full| full + 1);
    if positions.len() - first <= MAX_SEGMENTS {
        return None;
    }
    let (mut start, mut merged) = (positions.len() - 1, positions[positions.len() - 1]);
    while start > first && (start + 1 == positions.len() || positions[start - 1] < merged) {
        start -= 1;
        merged += positions[start];
    }
    Some(start..positions.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Adds segments one by one. Returns the number of rewritten positions and the
    /// remaining segments.
    fn grow(sizes: impl Iterator<Item = u64>) -> (u64, Vec<u64>) {
        let mut segments = Vec::new();
        let mut rewritten = 0;
        for size in sizes {
            segments.push(size);
            while let Some(run) = to_merge(&segments) {
                let sum = segments[run.clone()].iter().sum();
                rewritten += sum;
                segments.splice(run, [sum]);
            }
            let full = segments.iter().filter(|positions| **positions >= FULL);
            assert!(segments.len() - full.count() <= MAX_SEGMENTS);
        }
        (rewritten, segments)
    }

    #[test]
    fn equal_segments_are_rewritten_a_few_times_however_many_there_are() {
        assert_eq!(grow((0..7).map(|_| 10)), (0, vec![10; 7]));
        assert_eq!(grow((0..8).map(|_| 10)), (80, vec![80]));
        for (segments, times) in [(36, 1.1), (120, 2.0), (1000, 5.0)] {
            let (rewritten, left) = grow((0..segments).map(|_| 10));
            assert!(
                rewritten as f64 <= segments as f64 * 10.0 * times,
                "{rewritten} {left:?}"
            );
        }
    }

    #[test]
    fn full_segments_are_not_merged_again() {
        // Ten million games, a hundred thousand at a time.
        let (rewritten, segments) = grow((0..100).map(|_| 20_000_000));
        assert!(rewritten <= 2_000_000_000, "{rewritten}");
        assert!(segments.len() <= 20, "{segments:?}");
        // Commits of a large import. `grow` asserts that at most seven segments are not full.
        let (rewritten, segments) = grow((0..180).map(|_| 11_715_274));
        assert!(rewritten <= 180 * 11_715_274, "{rewritten}");
        assert!(segments.len() <= 30, "{segments:?}");
        // A removal of two fifths of their games leaves them full.
        let fewer = [&[94_000_000 / 5 * 3; 12][..], &[10]].concat();
        assert_eq!(to_merge(&fewer), None);
        assert_eq!(to_merge(&[FULL, 10, 10, 10, 10, 10, 10, 10, 10]), Some(1..9));
    }

    proptest! {
        #[test]
        fn few_segments_are_left_whatever_their_sizes(sizes in prop::collection::vec(10_000..FULL, 0..200)) {
            let all: u64 = sizes.iter().sum();
            let (rewritten, left) = grow(sizes.into_iter());
            prop_assert_eq!(left.iter().sum::<u64>(), all);
            prop_assert!(rewritten <= 3 * all);
        }
    }

    #[test]
    fn a_large_segment_is_left_alone_while_small_ones_are_added() {
        let (rewritten, segments) = grow([1_000_000].into_iter().chain((0..100).map(|_| 10)));
        assert_eq!(segments[0], 1_000_000);
        assert!(rewritten <= 100 * 10 * 3 + 100, "{rewritten}");
    }

    #[test]
    fn a_large_segment_after_small_ones_is_merged_with_them_at_last() {
        assert_eq!(to_merge(&[10, 10, 10, 10, 10, 10, 10, 1000]), Some(0..8));
        assert_eq!(to_merge(&[5000, 10, 10, 10, 10, 10, 10, 1000]), Some(1..8));
        assert_eq!(to_merge(&[90, 80, 70, 60, 50, 40, 8, 7]), Some(6..8));
    }
}
