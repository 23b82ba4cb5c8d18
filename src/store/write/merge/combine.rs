use crate::go::PositionKey;
use crate::store::codec::block::{Block, BlockLayout, FactsOfGames, Repeated, Single};
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::Posting;
use crate::store::index::blocks::EncodedBlock;
use std::collections::HashMap;
use std::ops::Range;

/// A lookup replays each game that may have the position, so no more than
/// this many singles of a segment may agree in their short keys. With
/// [`MAX_SEGMENTS`](super::plan::MAX_SEGMENTS) of them that is within a
/// millisecond: 42 games of some 20 microseconds.
const MAX_CANDIDATES: usize = 6;

/// The blocks of one segment that go into some of another.
pub struct Part {
    /// What the numbers in them mean.
    pub layout: BlockLayout,
    /// The prefix of the first.
    pub first_prefix: u32,
    /// The segment's first game, counted from that of the other.
    pub first_game: u32,
    /// How many numbers its games may have.
    pub span: u32,
    /// The blocks.
    pub blocks: Vec<Vec<u8>>,
    /// The postings that are not in them.
    pub long: HashMap<PositionKey, Vec<Posting>>,
}

/// The segment that is written.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    pub layout: BlockLayout,
    pub facts: &'a FactsOfGames,
}

/// A block of that segment.
pub enum Combined {
    Encoded(EncodedBlock),
    /// One that is not ready, as too many singles agree in their short keys.
    Crowded {
        prefix: u32,
        /// The rest of it.
        block: Block,
        /// Those.
        singles: Vec<Single>,
    },
}

/// Makes the blocks with these prefixes. Which part has a malformed block, and
/// the prefix of that, is the error.
pub fn combine(parts: &[Part], prefixes: Range<u32>, target: Target<'_>) -> Vec<Result<Combined, (usize, u32)>> {
    let mut all = Block::default();
    for (number, part) in parts.iter().enumerate() {
        if let Err(prefix) = part.decode_into(&mut all, &prefixes, target.layout) {
            return vec![Err((number, prefix))];
        }
    }
    // Each part is in order, which a stable sort makes use of.
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
    /// Appends the positions that belong into the blocks with these prefixes
    /// of the target. The prefix of a malformed block of its own is the error.
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
