//! Merging the blocks of several segments into blocks of one.

use crate::go::PositionKey;
use crate::store::codec::block::{Block, BlockLayout, FactsOfGames, Repeated, Single};
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::Posting;
use crate::store::index::blocks::EncodedBlock;
use std::collections::HashMap;
use std::ops::Range;

/// The most singles of a segment that may agree in their short keys. A lookup replays
/// each game that may have the position. With
/// [`MAX_SEGMENTS`](super::plan::MAX_SEGMENTS), this is within a millisecond: 42 games
/// of about 20 microseconds.
const MAX_CANDIDATES: usize = 6;

/// The blocks of one segment that go into some blocks of another.
pub struct Part {
    /// The layout of the blocks.
    pub layout: BlockLayout,
    /// The prefix of the first block.
    pub first_prefix: u32,
    /// The segment's first game, counted from the target's first game.
    pub first_game: u32,
    /// The size of the range of the segment's game numbers.
    pub span: u32,
    pub blocks: Vec<Vec<u8>>,
    /// The postings stored outside of the blocks.
    pub long: HashMap<PositionKey, Vec<Posting>>,
}

/// The segment to write.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    pub layout: BlockLayout,
    pub facts: &'a FactsOfGames,
}

/// A block of the target.
pub enum Combined {
    Encoded(EncodedBlock),
    /// A block that is not ready because too many singles agree in their short keys.
    Crowded {
        prefix: u32,
        /// The block without these singles.
        block: Block,
        singles: Vec<Single>,
    },
}

/// Combines the blocks with these prefixes. The error names the part with a malformed
/// block and the prefix of that block.
pub fn combine(parts: &[Part], prefixes: Range<u32>, target: Target<'_>) -> Vec<Result<Combined, (usize, u32)>> {
    let mut all = Block::default();
    for (number, part) in parts.iter().enumerate() {
        if let Err(prefix) = part.decode_into(&mut all, &prefixes, target.layout) {
            return vec![Err((number, prefix))];
        }
    }
    // Each part is sorted, and a stable sort uses that.
    all.singles.sort();
    all.repeated.sort_by_key(|position| position.key);
    let mut singles = all.singles.as_slice();
    let mut repeated = all.repeated.into_iter().peekable();
    prefixes
        .map(|prefix| {
            let last = target.layout.last_key(prefix);
            let (mine, others) = singles.split_at(singles.partition_point(|single| single.key <= last.into()));
            singles = others;
            let mut block = Block {
                singles: mine.to_vec(),
                repeated: Vec::new(),
            };
            while let Some(position) = repeated.next_if(|position| position.key <= last) {
                match block.repeated.last_mut() {
                    // Parts are in the order of their games.
                    Some(same) if same.key == position.key => same.postings.extend(position.postings),
                    _ => block.repeated.push(position),
                }
            }
            Ok(finish(prefix, block, target))
        })
        .collect()
}

fn finish(prefix: u32, mut block: Block, target: Target<'_>) -> Combined {
    let is_crowded = |group: &[Single]| group.len() > MAX_CANDIDATES;
    let groups = || block.singles.chunk_by(|a, b| a.key == b.key);
    if groups().any(is_crowded) {
        let singles = groups().filter(|group| is_crowded(group)).flatten().copied().collect();
        block.singles = groups().filter(|group| !is_crowded(group)).flatten().copied().collect();
        Combined::Crowded { prefix, block, singles }
    } else {
        Combined::Encoded(EncodedBlock::new(prefix, &block, target.layout, target.facts))
    }
}

impl Part {
    /// Appends the positions that belong into the blocks of the target with these
    /// prefixes. The error is the prefix of a malformed block of this part.
    fn decode_into(&self, all: &mut Block, prefixes: &Range<u32>, target: BlockLayout) -> Result<(), u32> {
        let first = target.first_key(prefixes.start);
        let last = target.last_key(prefixes.end - 1);
        for prefix in self.layout.prefix(first)..=self.layout.prefix(last) {
            let data = &self.blocks[(prefix - self.first_prefix) as usize];
            let block = Block::decode(data, self.layout, prefix, |key| {
                self.long.get(&key).cloned().ok_or(Malformed)
            })
            .map_err(|Malformed| prefix)?;
            if block.games().any(|game| game >= self.span) {
                return Err(prefix);
            }
            let wanted = first.into()..=last.into();
            all.singles.extend(
                block
                    .singles
                    .into_iter()
                    .filter(|single| wanted.contains(&single.key))
                    .map(|single| Single {
                        game: single.game + self.first_game,
                        ..single
                    }),
            );
            all.repeated.extend(
                block
                    .repeated
                    .into_iter()
                    .filter(|position| (first..=last).contains(&position.key))
                    .map(|Repeated { key, mut postings }| {
                        for posting in &mut postings {
                            posting.game += self.first_game;
                        }
                        Repeated { key, postings }
                    }),
            );
        }
        Ok(())
    }
}
