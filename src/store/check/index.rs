use super::Checked;
use crate::go::{PositionKey, mix};
use crate::record::Course;
use crate::store::StoreError;
use crate::store::codec::{Block, GameFacts, IndexEntry, LongLists, Malformed, NextCode, Posting, ShortKey};
use crate::store::games::{GAMES_AT_ONCE, game_terms};
use crate::store::index::{EncodedBlock, Segment, long_lists_between, malformed_block, read_blocks};
use crate::store::snapshot::Snapshot;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of blocks read at a time, and the fewest that a thread decodes.
const BLOCKS_AT_ONCE: usize = 4096;
const BLOCKS_PER_THREAD: usize = 64;

/// Checks each block by itself: the games that it names exist, and its totals are those
/// of its postings.
pub fn check_blocks(
    snapshot: &Snapshot,
    segment: &Segment,
    facts: &[Option<GameFacts>],
) -> Result<Vec<String>, StoreError> {
    let layout = segment.layout();
    // The number of rows with postings of such positions, and the problems.
    let found = Mutex::new((0_u64, Vec::new()));
    visit_blocks(snapshot, segment, |prefix, data, block, long| {
        let missing = block
            .games()
            .find(|game| facts.get(*game as usize).is_none_or(Option::is_none));
        // Encoding computes the totals again, so a sound block is reproduced exactly.
        let again = EncodedBlock::new(prefix, block, layout, facts);
        let mut found = lock(&found);
        found.0 += again.long.values().map(|list| 1 + list.parts.len() as u64).sum::<u64>();
        let row = segment.block_row(prefix);
        if let Some(game) = missing {
            let game = segment.game(game);
            found
                .1
                .push(format!("position block {row} names game {game}, which is missing"));
        } else if again.data != data || again.long.iter().any(|(key, list)| long.get(key) != Some(list)) {
            found.1.push(format!(
                "position block {row} has totals that are not those of its games"
            ));
        }
    })?;
    let (lists, mut problems) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let id = segment.id;
    let counted: u64 = snapshot.value(&format!("SELECT count(*) FROM posting_list WHERE segment = {id}"))?;
    if counted != lists {
        problems.push(format!(
            "segment {id} has {counted} rows of posting lists and should have {lists}"
        ));
    }
    Ok(problems)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Decodes all blocks of a segment on all cores.
pub fn visit_blocks(
    snapshot: &Snapshot,
    segment: &Segment,
    visit: impl Fn(u32, &[u8], &Block, &LongLists) + Sync,
) -> Result<(), StoreError> {
    let layout = segment.layout();
    for start in (0..segment.blocks()).step_by(BLOCKS_AT_ONCE) {
        let end = segment.blocks().min(start + BLOCKS_AT_ONCE as u32);
        let blocks = read_blocks(snapshot, segment, start..=end - 1)?;
        let long = long_lists_between(snapshot, segment, layout.first_key(start), layout.last_key(end - 1))?;
        let stop = snapshot.stop();
        let failed = (start..end)
            .into_par_iter()
            .zip(&blocks)
            .with_min_len(BLOCKS_PER_THREAD)
            .find_map_any(|(prefix, data)| {
                if let Err(stopped) = stop.check() {
                    return Some(Err(stopped));
                }
                match Block::decode(data, layout, prefix, &long) {
                    Ok(block) => {
                        visit(prefix, data, &block, &long);
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

/// The number of games of a segment compared at once, which bounds the memory. The
/// blocks are read once for each such batch.
const GAMES_COMPARED: usize = 500_000;

/// The number of differing blocks of a segment that are explained.
const EXPLAINED: usize = 3;

/// The comparison of some games of a segment: what its blocks contain, and what the
/// games' records imply.
struct SegmentComparison<'a> {
    segment: &'a Segment,
    /// The games, by their offsets from the segment's first game.
    games: Range<u32>,
    /// The positions of games that have postings. For all others, the index has short
    /// keys.
    with_postings: HashSet<u64, BuildHasherDefault<NoHash>>,
    /// For each block, the sum of the fingerprints of its items, minus that of the
    /// expected items.
    differences: Vec<AtomicU64>,
}

/// A hasher for values that are hashes already.
#[derive(Default)]
struct NoHash(u64);

impl Hasher for NoHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Replays the games of a segment and compares them with the index.
pub fn check_games(
    snapshot: &Snapshot,
    segment: &Segment,
    checked: &mut Checked,
    progress: &mut dyn FnMut(u64),
) -> Result<(), StoreError> {
    let mut positions = 0;
    for first in (0..segment.span()).step_by(GAMES_COMPARED) {
        let games = first..segment.span().min(first.saturating_add(GAMES_COMPARED as u32));
        let mut comparison = SegmentComparison {
            segment,
            games: games.clone(),
            with_postings: HashSet::default(),
            differences: (0..segment.blocks()).map(|_| AtomicU64::new(0)).collect(),
        };
        visit_index(snapshot, &mut comparison)?;
        let (of_games, unreadable) = visit_games(
            snapshot,
            segment,
            &games,
            |game, entries| comparison.visit_items(game, entries, |prefix, item| comparison.subtract(prefix, item)),
            |replayed| {
                checked.games += replayed;
                progress(checked.games);
            },
        )?;
        positions += of_games;
        if unreadable.is_empty() {
            let found = explain(snapshot, &comparison);
            checked.note(found)?;
        } else {
            checked.note(Ok(unreadable.into_values().collect()))?;
        }
    }
    checked.positions += positions;
    if positions != segment.positions {
        let Segment {
            id,
            positions: expected,
            ..
        } = segment;
        checked.problems.push(format!(
            "segment {id} counts {expected} positions and its games have {positions}"
        ));
    }
    Ok(())
}

fn visit_index(snapshot: &Snapshot, comparison: &mut SegmentComparison<'_>) -> Result<(), StoreError> {
    let with_postings = Mutex::new(Vec::new());
    visit_blocks(snapshot, comparison.segment, |prefix, _, block, _| {
        let mut pairs = Vec::new();
        for item in IndexFact::of_block(block).filter(|item| comparison.games.contains(&item.game())) {
            comparison.differences[prefix as usize].fetch_add(item.fingerprint(), Ordering::Relaxed);
            if let IndexFact::Posting { key, posting } = item {
                pairs.push(pair(key, posting.game));
            }
        }
        lock(&with_postings).extend(pairs);
    })?;
    comparison.with_postings = with_postings
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .collect();
    Ok(())
}

/// Finds and names the items that make blocks differ.
fn explain(snapshot: &Snapshot, comparison: &SegmentComparison<'_>) -> Result<Vec<String>, StoreError> {
    let segment = comparison.segment;
    let different: Vec<u32> = (0..segment.blocks())
        .filter(|&prefix| comparison.differences[prefix as usize].load(Ordering::Relaxed) != 0)
        .collect();
    if different.is_empty() {
        return Ok(Vec::new());
    }
    // For each block, the facts only of the index and those only of the records.
    let blocks = different.iter().take(EXPLAINED);
    let explained: BTreeMap<u32, (Vec<IndexFact>, Vec<IndexFact>)> =
        blocks.map(|&prefix| (prefix, Default::default())).collect();
    let explained = Mutex::new(explained);
    visit_blocks(snapshot, segment, |prefix, _, block, _| {
        if let Some((of_index, _)) = lock(&explained).get_mut(&prefix) {
            of_index.extend(IndexFact::of_block(block).filter(|item| comparison.games.contains(&item.game())));
        }
    })?;
    visit_games(
        snapshot,
        segment,
        &comparison.games,
        |game, reached| {
            comparison.visit_items(game, reached, |prefix, item| {
                if let Some((_, of_records)) = lock(&explained).get_mut(&prefix) {
                    of_records.push(item);
                }
            });
        },
        |_| {},
    )?;
    let mut problems = Vec::new();
    for (index, records) in explained
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_values()
    {
        for item in without(&index, &records) {
            let game = segment.game(item.game());
            problems.push(format!("the index has, and game {game} has not, {item}"));
        }
        for item in without(&records, &index) {
            let game = segment.game(item.game());
            problems.push(format!("game {game} has, and the index has not, {item}"));
        }
    }
    if different.len() > EXPLAINED {
        let blocks = different.len();
        problems.push(format!(
            "{blocks} position blocks of segment {} differ from its games",
            segment.id
        ));
    }
    Ok(problems)
}

impl SegmentComparison<'_> {
    /// Visits the items that the index should have for a game, given its positions and terms in
    /// the order of their keys.
    fn visit_items(&self, game: u32, reached: &[IndexEntry], mut visit: impl FnMut(u32, IndexFact)) {
        let layout = self.segment.layout();
        for position in reached.chunk_by(|a, b| a.key == b.key) {
            let key = position[0].key;
            let prefix = layout.prefix(key);
            if self.with_postings.contains(&pair(key, game)) {
                for &IndexEntry { key, posting } in position {
                    visit(prefix, IndexFact::Posting { key, posting });
                }
            } else {
                visit(prefix, IndexFact::Single { key: key.into(), game });
            }
        }
    }

    fn subtract(&self, prefix: u32, item: IndexFact) {
        self.differences[prefix as usize].fetch_sub(item.fingerprint(), Ordering::Relaxed);
    }
}

/// Returns the items that occur more often in `all` than in `others`.
fn without(all: &[IndexFact], others: &[IndexFact]) -> Vec<IndexFact> {
    let mut counts: BTreeMap<IndexFact, usize> = BTreeMap::new();
    for &item in others {
        *counts.entry(item).or_default() += 1;
    }
    let mut extra = all.to_vec();
    extra.retain(|item| match counts.get_mut(item) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    extra
}

/// Replays games of a segment, given by their offsets from its first game, on all
/// cores. Passes the positions and terms of each game to `visit`, sorted by key. Returns how many positions
/// there are, and the games whose records cannot be read or have other courses, with a sentence for each.
pub fn visit_games(
    snapshot: &Snapshot,
    segment: &Segment,
    games: &Range<u32>,
    visit: impl Fn(u32, &[IndexEntry]) + Sync,
    mut progress: impl FnMut(u64),
) -> Result<(u64, BTreeMap<u32, String>), StoreError> {
    let (mut positions, mut unreadable) = (0, BTreeMap::new());
    let keys = snapshot.keys().as_ref();
    for start in games.clone().step_by(GAMES_AT_ONCE as usize) {
        let end = games.end.min(start.saturating_add(GAMES_AT_ONCE as u32));
        let [first, after] = [start, end].map(|game| segment.game(game));
        let replayed = snapshot.map_games(first..=after - 1, |game, record, course| {
            let offset = segment.offset(game);
            let record = record.read()?;
            let keys = keys.get(record.size);
            if Course::of(&record, keys) != *course {
                return Some(Err(format!("the course of game {game} is not that of its record")));
            }
            let mut entries: Vec<IndexEntry> = Vec::with_capacity(course.moves.len() + 1);
            course.visit(keys, |position| {
                entries.push(IndexEntry {
                    key: position.canonical.key,
                    posting: Posting::new(offset, &position),
                });
            });
            let positions = entries.len() as u64;
            entries.extend(game_terms(&record));
            entries.iter_mut().for_each(|entry| entry.posting.game = offset);
            entries.sort_unstable();
            visit(offset, &entries);
            Some(Ok(positions))
        })?;
        progress(replayed.iter().filter(|(_, done)| done.is_ok()).count() as u64);
        for (game, done) in replayed {
            match done.flatten() {
                Ok(of_game) => positions += of_game,
                Err(what) => drop(unreadable.insert(segment.offset(game), what)),
            }
        }
    }
    Ok((positions, unreadable))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexFact {
    Single { key: ShortKey, game: u32 },
    Posting { key: PositionKey, posting: Posting },
}

impl IndexFact {
    pub fn of_block(block: &Block) -> impl Iterator<Item = Self> {
        let singles = block.singles.iter().map(|&(key, game)| Self::Single { key, game });
        let postings = block
            .repeated
            .iter()
            .flat_map(|(key, postings)| postings.iter().map(|&posting| Self::Posting { key: *key, posting }));
        singles.chain(postings)
    }

    pub const fn game(&self) -> u32 {
        match self {
            Self::Single { game, .. } => *game,
            Self::Posting { posting, .. } => posting.game,
        }
    }

    /// Returns a number that differs for nearly all other items, and is not 0 for the
    /// item of zeros. Sums of fingerprints distinguish multisets of items.
    pub const fn fingerprint(&self) -> u64 {
        match self {
            Self::Single { key, game } => mix(mix(!key.0) ^ (*game as u64) << 1),
            Self::Posting { key, posting } => {
                let Posting { game, ply, next } = posting;
                mix(pair(*key, *game) ^ (*ply as u64) << 16 ^ next.0 as u64)
            }
        }
    }
}

/// Returns a hash of a position of a game.
pub const fn pair(key: PositionKey, game: u32) -> u64 {
    mix(key.0 ^ mix((game as u64) << 1 | 1))
}

impl fmt::Display for IndexFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single { key, .. } => write!(f, "a position or term whose key begins with {:08x}", key.0),
            Self::Posting { key, posting } => {
                let Posting { ply, next, .. } = posting;
                write!(f, "the position or term {key} after move {ply}, followed by ")?;
                match *next {
                    NextCode::END => f.write_str("the end"),
                    NextCode::SETUP => f.write_str("setup"),
                    NextCode(code) => write!(f, "the move {code}"),
                }
            }
        }
    }
}
