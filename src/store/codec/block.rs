//! The positions of a segment whose keys share a prefix, as one row.
//!
//! Nearly all positions occur in a single game. Such a one keeps 40 bits of
//! its key and the game, Rice-coded and bit-packed; ply and next move are read
//! from the game when somebody asks, which also tells a true hit from a chance
//! agreement of 40 bits. A position of several games keeps its whole key and
//! its postings, and totals where these are many. docs/format.md has the bytes.
//!
//! Where segments were merged a position may be single several times, once for
//! each of them, and repeated besides: what is known of it is all of that
//! together.

mod find;

pub use find::{Found, FoundPostings, Repetition, find, find_postings};

use crate::go::PositionKey;
use crate::store::codec::bytes::{BitReader, BitWriter, Bytes, Malformed, push_leb};
use crate::store::codec::posting::{PositionTotals, Posting, read_postings, write_postings};
use crate::store::codec::totals::GameFacts;

/// How many bits of its key a position of one game keeps.
pub const SHORT_KEY_BITS: u32 = 40;

/// The most bits of a key that a prefix may have.
pub const MAX_PREFIX_BITS: u32 = 24;

/// From so many postings on totals are stored, so that common positions are
/// answered without looking at their games.
const TOTALS_FROM: usize = 32;

/// Postings of more bytes than this leave the block.
const LONG_FROM: usize = 4096;

/// The first [`SHORT_KEY_BITS`] bits of a position's key, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortKey(pub u64);

impl From<PositionKey> for ShortKey {
    fn from(key: PositionKey) -> Self {
        Self(key.0 >> (u64::BITS - SHORT_KEY_BITS))
    }
}

/// One position of one game, as it is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The position.
    pub key: PositionKey,
    /// The game, the ply and what followed.
    pub posting: Posting,
}

/// What the numbers in a block mean; the same for all blocks of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    /// How many leading bits the keys of a block share, at most
    /// [`MAX_PREFIX_BITS`].
    pub prefix_bits: u32,
    /// Bits of a game's number, counted from the segment's first game.
    pub game_bits: u32,
}

impl BlockLayout {
    /// The fewest prefix bits of a segment that is written now; earlier ones
    /// may have fewer.
    pub const MIN_PREFIX_BITS: u32 = 8;

    /// The prefix bits for so many positions; a block then holds 64 to 128 if
    /// there are enough of them.
    #[must_use]
    pub fn prefix_bits_for(positions: u64) -> u32 {
        let bits = (positions / 64).checked_ilog2().unwrap_or(0);
        bits.clamp(Self::MIN_PREFIX_BITS, MAX_PREFIX_BITS)
    }

    /// The bits that number so many games, counted from 0.
    #[must_use]
    pub const fn game_bits(games: u32) -> u32 {
        u32::BITS - games.saturating_sub(1).leading_zeros()
    }

    /// The prefix of a key: the number of its block.
    #[must_use]
    pub const fn prefix(self, key: PositionKey) -> u32 {
        // In two steps, as a shift by all 64 bits is none.
        (key.0 >> 1 >> (63 - self.prefix_bits)) as u32
    }

    /// The first key of a block.
    #[must_use]
    pub const fn first_key(self, prefix: u32) -> PositionKey {
        PositionKey((prefix as u64) << 1 << (63 - self.prefix_bits))
    }

    /// The last key of a block.
    #[must_use]
    pub const fn last_key(self, prefix: u32) -> PositionKey {
        PositionKey(self.first_key(prefix).0 | (u64::MAX >> 1 >> self.prefix_bits << 1 | 1))
    }

    /// How many short keys begin with the same prefix.
    const fn span(self) -> u64 {
        1 << (SHORT_KEY_BITS - self.prefix_bits)
    }

    /// The part of a short key that the prefix does not tell.
    const fn rest(self, short: ShortKey) -> u64 {
        short.0 & (self.span() - 1)
    }
}

/// The facts of a segment's games by their numbers, counted from its first;
/// `None` where a game was removed.
pub type FactsOfGames = [Option<GameFacts>];

/// The postings of a position that are too long for its block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongList {
    /// The position.
    pub key: PositionKey,
    /// Its totals, as [`PositionTotals::write`] has them.
    pub totals: Vec<u8>,
    /// Its postings, as [`write_postings`] has them.
    pub postings: Vec<u8>,
}

/// A position that one game reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Single {
    /// What is kept of its key.
    pub key: ShortKey,
    /// The game, counted from the first of its segment.
    pub game: u32,
}

/// A position with all its postings, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The position.
    pub key: PositionKey,
    /// When which game reached it.
    pub postings: Vec<Posting>,
}

/// All positions of a block, in the order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Those that one game reached.
    pub singles: Vec<Single>,
    /// Those that several games reached.
    pub repeated: Vec<Repeated>,
}

impl Block {
    /// The block of entries that share their prefix. They must be in the order
    /// of their keys.
    #[must_use]
    pub fn from_entries(entries: &[Entry]) -> Self {
        let mut block = Self {
            singles: Vec::with_capacity(entries.len()),
            repeated: Vec::new(),
        };
        for position in entries.chunk_by(|a, b| a.key == b.key) {
            let Entry { key, posting } = position[0];
            if position.iter().all(|entry| entry.posting.game == posting.game) {
                block.singles.push(Single {
                    key: key.into(),
                    game: posting.game,
                });
            } else {
                let mut postings: Vec<Posting> = position.iter().map(|entry| entry.posting).collect();
                postings.sort_unstable();
                block.repeated.push(Repeated { key, postings });
            }
        }
        block
    }

    /// The games that it names, some more than once.
    pub fn games(&self) -> impl Iterator<Item = u32> {
        let repeated = self.repeated.iter().flat_map(|position| &position.postings);
        let singles = self.singles.iter().map(|single| single.game);
        singles.chain(repeated.map(|posting| posting.game))
    }

    /// Drops what is known of the other games.
    pub fn keep_games(&mut self, keep: impl Fn(u32) -> bool) {
        self.singles.retain(|single| keep(single.game));
        for position in &mut self.repeated {
            position.postings.retain(|posting| keep(posting.game));
        }
        self.repeated.retain(|position| !position.postings.is_empty());
    }

    /// The bytes of the block. Postings that are too long go to `long`.
    #[must_use]
    pub fn encode(&self, layout: BlockLayout, facts: &FactsOfGames, long: &mut Vec<LongList>) -> Vec<u8> {
        let (rice_bits, singles) = encode_singles(&self.singles, layout);
        let mut out = Vec::with_capacity(singles.len() + 16);
        push_leb(&mut out, self.singles.len() as u64);
        push_leb(&mut out, u64::from(rice_bits));
        push_leb(&mut out, singles.len() as u64);
        out.extend(singles);
        push_leb(&mut out, self.repeated.len() as u64);
        for position in &self.repeated {
            encode_repeated(&mut out, position, facts, long);
        }
        out
    }

    /// Reads the block with this prefix. `long` gives the postings that are
    /// not in it.
    pub fn decode<E: From<Malformed>>(
        data: &[u8],
        layout: BlockLayout,
        prefix: u32,
        mut long: impl FnMut(PositionKey) -> Result<Vec<Posting>, E>,
    ) -> Result<Self, E> {
        let (singles, mut bytes) = Singles::read(data, layout)?;
        let first = u64::from(prefix) * layout.span();
        let mut block = Self::default();
        for single in singles {
            let (rest, game) = single?;
            block.singles.push(Single {
                key: ShortKey(first + rest),
                game,
            });
        }
        for _ in 0..bytes.leb()? {
            let (key, body) = read_repeated(&mut bytes)?;
            let in_order = block.repeated.last().is_none_or(|last| last.key < key);
            if !in_order || layout.prefix(key) != prefix {
                return Err(Malformed.into());
            }
            let postings = match body {
                Some(Body { mut postings, .. }) => {
                    let read = read_postings(&mut postings)?;
                    if !postings.is_empty() {
                        return Err(Malformed.into());
                    }
                    read
                }
                None => long(key)?,
            };
            block.repeated.push(Repeated { key, postings });
        }
        if bytes.is_empty() {
            Ok(block)
        } else {
            Err(Malformed.into())
        }
    }
}

fn encode_singles(singles: &[Single], layout: BlockLayout) -> (u32, Vec<u8>) {
    // The best number of low bits lies near the binary logarithm of the mean
    // gap, as the gaps between random keys are distributed geometrically.
    let rice_bits = (layout.span() / (singles.len() as u64 + 1))
        .checked_ilog2()
        .unwrap_or(0)
        .saturating_sub(1);
    let mut bits = BitWriter::default();
    let mut last = 0;
    for single in singles {
        let rest = layout.rest(single.key);
        bits.push_rice(rest - last, rice_bits);
        bits.push(u64::from(single.game), layout.game_bits);
        last = rest;
    }
    (rice_bits, bits.finish())
}

fn encode_repeated(out: &mut Vec<u8>, position: &Repeated, facts: &FactsOfGames, long: &mut Vec<LongList>) {
    let Repeated { key, postings } = position;
    out.extend(key.0.to_le_bytes());
    let mut postings_data = Vec::new();
    write_postings(&mut postings_data, postings);
    let is_long = postings_data.len() > LONG_FROM;
    let mut totals = Vec::new();
    if is_long || postings.len() >= TOTALS_FROM {
        PositionTotals::of_games(postings, facts).write(&mut totals);
    }
    if is_long {
        push_leb(out, 0);
        long.push(LongList {
            key: *key,
            totals,
            postings: postings_data,
        });
    } else {
        let mut body = Vec::new();
        push_leb(&mut body, totals.len() as u64);
        body.extend(totals);
        body.extend(postings_data);
        push_leb(out, body.len() as u64);
        out.extend(body);
    }
}

/// Reads the singles of a block: what the prefix does not tell of their short
/// keys, and the game.
struct Singles<'a> {
    left: u64,
    rice_bits: u32,
    layout: BlockLayout,
    bits: BitReader<'a>,
    last: u64,
}

impl<'a> Singles<'a> {
    /// The singles at the start of a block, and what follows them.
    fn read(data: &'a [u8], layout: BlockLayout) -> Result<(Self, Bytes<'a>), Malformed> {
        let mut bytes = Bytes::new(data);
        let left = bytes.leb()?;
        let rice_bits = bytes.leb_u32()?;
        let length = bytes.leb_u32()? as usize;
        let data = bytes.take(length)?;
        // Each takes a bit at least, so that no few bytes stand for billions.
        if rice_bits > SHORT_KEY_BITS || left > data.len() as u64 * 8 {
            return Err(Malformed);
        }
        let singles = Self {
            left,
            rice_bits,
            layout,
            bits: BitReader::new(data),
            last: 0,
        };
        Ok((singles, bytes))
    }

    fn read_one(&mut self) -> Result<(u64, u32), Malformed> {
        let gap = self.bits.rice(self.rice_bits)?;
        let game = self.bits.bits(self.layout.game_bits)? as u32;
        self.last = self
            .last
            .checked_add(gap)
            .filter(|&rest| rest < self.layout.span())
            .ok_or(Malformed)?;
        Ok((self.last, game))
    }
}

impl Iterator for Singles<'_> {
    type Item = Result<(u64, u32), Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(self.read_one())
    }
}

/// What is in a block of a position that several games reached.
struct Body<'a> {
    totals: Bytes<'a>,
    postings: Bytes<'a>,
}

/// The next such position; `None` where the postings are not in the block.
fn read_repeated<'a>(bytes: &mut Bytes<'a>) -> Result<(PositionKey, Option<Body<'a>>), Malformed> {
    let key = PositionKey(bytes.u64()?);
    let length = bytes.leb_u32()? as usize;
    if length == 0 {
        return Ok((key, None));
    }
    let mut postings = Bytes::new(bytes.take(length)?);
    let length = postings.leb_u32()? as usize;
    let totals = Bytes::new(postings.take(length)?);
    Ok((key, Some(Body { totals, postings })))
}

#[cfg(test)]
mod tests;
