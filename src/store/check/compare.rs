//! Comparison of the index with the replayed games.

use super::checked::Checked;
use super::games::Reached;
use super::item::{Item, pair};
use crate::store::check::blocks::visit_blocks;
use crate::store::check::games::visit_games;
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use crate::store::snapshot::Snapshot;
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of games of a segment compared at once, which bounds the memory. The
/// blocks are read once for each such batch.
const GAMES_COMPARED: usize = 250_000;

/// The number of differing blocks of a segment that are explained.
const EXPLAINED: usize = 3;

/// The comparison of some games of a segment: what its blocks contain, and what the
/// games' records imply.
struct Comparison<'a> {
    segment: &'a Segment,
    /// The games, by their offsets from the segment's first game.
    games: Range<u32>,
    /// The positions of games that have postings. For all others, the index has short
    /// keys.
    with_postings: HashSet<u64, BuildHasherDefault<Identity>>,
    /// For each block, the sum of the fingerprints of its items, minus that of the
    /// expected items.
    differences: Vec<AtomicU64>,
}

/// A hasher for values that are hashes already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
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

/// For each block, the items only of the index and the items only of the records.
type Differences = BTreeMap<u32, (Vec<Item>, Vec<Item>)>;

/// Replays the games of a segment and compares them with the index.
pub fn check_games(
    snapshot: &Snapshot,
    segment: &Segment,
    checked: &mut Checked,
    progress: &mut dyn FnMut(u64),
) -> Result<(), StoreError> {
    let positions = AtomicU64::new(0);
    for first in (0..segment.span()).step_by(GAMES_COMPARED) {
        let games = first..segment.span().min(first.saturating_add(GAMES_COMPARED as u32));
        let mut comparison = Comparison {
            segment,
            games: games.clone(),
            with_postings: HashSet::default(),
            differences: (0..segment.blocks()).map(|_| AtomicU64::new(0)).collect(),
        };
        visit_index(snapshot, &mut comparison)?;
        let visit = |game, reached: &[Reached]| {
            positions.fetch_add(reached.len() as u64, Ordering::Relaxed);
            comparison.visit_items(game, reached, |prefix, item| comparison.subtract(prefix, item));
        };
        let told = |replayed| {
            checked.games += replayed;
            progress(checked.games);
        };
        let unreadable = visit_games(snapshot, segment, &games, visit, told)?;
        if unreadable.is_empty() {
            let found = explain(snapshot, &comparison);
            checked.note(found)?;
        } else {
            checked.note(Ok(unreadable.into_values().collect()))?;
        }
    }
    let positions = positions.into_inner();
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

fn visit_index(snapshot: &Snapshot, comparison: &mut Comparison<'_>) -> Result<(), StoreError> {
    let with_postings = Mutex::new(Vec::new());
    visit_blocks(snapshot, comparison.segment, |prefix, _, block| {
        let mut pairs = Vec::new();
        for item in Item::of_block(block).filter(|item| comparison.games.contains(&item.game())) {
            comparison.differences[prefix as usize].fetch_add(item.fingerprint(), Ordering::Relaxed);
            if let Item::Posting { key, posting } = item {
                pairs.push(pair(key, posting.game));
            }
        }
        with_postings
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(pairs);
    })?;
    comparison.with_postings = with_postings
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .collect();
    Ok(())
}

/// Finds and names the items that make blocks differ.
fn explain(snapshot: &Snapshot, comparison: &Comparison<'_>) -> Result<Vec<String>, StoreError> {
    let segment = comparison.segment;
    let different: Vec<u32> = (0..segment.blocks())
        .filter(|&prefix| comparison.differences[prefix as usize].load(Ordering::Relaxed) != 0)
        .collect();
    if different.is_empty() {
        return Ok(Vec::new());
    }
    let explained: Differences = different
        .iter()
        .take(EXPLAINED)
        .map(|&prefix| (prefix, Default::default()))
        .collect();
    let explained = Mutex::new(explained);
    let note = |prefix, item, indexed: bool| {
        let mut explained = explained.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((index, records)) = explained.get_mut(&prefix) {
            if indexed { index } else { records }.push(item);
        }
    };
    visit_blocks(snapshot, segment, |prefix, _, block| {
        let items = Item::of_block(block).filter(|item| comparison.games.contains(&item.game()));
        items.for_each(|item| note(prefix, item, true));
    })?;
    let visit = |game, reached: &[Reached]| {
        comparison.visit_items(game, reached, |prefix, item| note(prefix, item, false));
    };
    visit_games(snapshot, segment, &comparison.games, visit, |_| {})?;
    let mut problems = Vec::new();
    for (index, records) in explained
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_values()
    {
        let name = |item: &Item| segment.first_game + i64::from(item.game());
        let extra = without(&index, &records);
        let absent = without(&records, &index);
        problems.extend(
            extra
                .iter()
                .map(|item| format!("the index has, and game {} has not, {item}", name(item))),
        );
        problems.extend(
            absent
                .iter()
                .map(|item| format!("game {} has, and the index has not, {item}", name(item))),
        );
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

impl Comparison<'_> {
    /// Visits the items that the index should have for a game, given its positions in
    /// the order of their keys.
    fn visit_items(&self, game: u32, reached: &[Reached], mut visit: impl FnMut(u32, Item)) {
        let layout = self.segment.layout();
        for position in reached.chunk_by(|a, b| a.0 == b.0) {
            let key = position[0].0;
            let prefix = layout.prefix(key);
            if self.with_postings.contains(&pair(key, game)) {
                for &(key, posting) in position {
                    visit(prefix, Item::Posting { key, posting });
                }
            } else {
                visit(prefix, Item::Single { key: key.into(), game });
            }
        }
    }

    fn subtract(&self, prefix: u32, item: Item) {
        self.differences[prefix as usize].fetch_sub(item.fingerprint(), Ordering::Relaxed);
    }
}

/// Returns the items that occur more often in `all` than in `others`.
fn without(all: &[Item], others: &[Item]) -> Vec<Item> {
    let mut counts: BTreeMap<Item, usize> = BTreeMap::new();
    for &item in others {
        *counts.entry(item).or_default() += 1;
    }
    let mut is_extra = |item: &Item| match counts.get_mut(item) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    all.iter().filter(|item| is_extra(item)).copied().collect()
}
