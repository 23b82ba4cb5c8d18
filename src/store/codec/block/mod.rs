//! Blocks: the positions of a segment whose keys share a prefix, stored as one row.
//!
//! Nearly all positions occur in a single game. The block keeps 32 bits of such a
//! position's key and the game, Rice-coded and bit-packed. Ply and next move are
//! read from the game on demand, which also tells a true hit from an accidental
//! match of 32 bits. A position of several games keeps its whole key and its
//! postings, and also totals if the postings are many. docs/format.md describes the
//! bytes.
//!
//! After a merge of segments, a position may be single several times, once per
//! segment, and also repeated. All these entries together make up its occurrences.

use super::bytes::{BitReader, BitWriter, Bytes, Malformed, push_leb};
use super::posting::{NextCode, PositionTotals, Posting, read_postings, write_postings};
use super::totals::GameFacts;
use crate::go::PositionKey;
use std::collections::BTreeMap;

/// The number of key bits kept for a position of one game.
pub const SHORT_KEY_BITS: u32 = 32;

/// The largest number of key bits in a prefix.
pub const MAX_PREFIX_BITS: u32 = 24;

/// The number of postings from which totals are stored, so that common positions
/// are answered without reading their games.
const TOTALS_FROM: usize = 32;

/// The size of postings, in bytes, above which they leave the block.
const LONG_FROM: usize = 4096;

/// The first [`SHORT_KEY_BITS`] bits of a position's key, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortKey(pub u64);

impl ShortKey {
    /// Returns one number that sorts singles by key, then by game.
    pub const fn sort_key(self, game: u32) -> u64 {
        self.0 << (u64::BITS - SHORT_KEY_BITS) | game as u64
    }
}

impl From<PositionKey> for ShortKey {
    fn from(key: PositionKey) -> Self {
        Self(key.0 >> (u64::BITS - SHORT_KEY_BITS))
    }
}

/// A position or a word of a game, in the form used for sorting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexEntry {
    /// The key of the position or word.
    pub key: PositionKey,
    /// The game, the ply and the next move.
    pub posting: Posting,
}

/// The parameters for encoding the blocks of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    /// The number of leading bits that the keys of a block share, at most
    /// [`MAX_PREFIX_BITS`].
    pub prefix_bits: u32,
    /// The number of bits of a game's number, counted from the segment's first
    /// game.
    pub game_bits: u32,
}

impl BlockLayout {
    /// The smallest number of prefix bits.
    pub const MIN_PREFIX_BITS: u32 = 8;

    /// Returns the number of prefix bits for a number of positions and terms. A block then
    /// holds 64 to 128 of them if there are enough.
    pub fn prefix_bits_for(entries: u64) -> u32 {
        let bits = (entries / 64).checked_ilog2().unwrap_or(0);
        bits.clamp(Self::MIN_PREFIX_BITS, MAX_PREFIX_BITS)
    }

    /// Returns the smallest number of positions and terms that has this number of prefix bits, 0 if any small
    /// number has it.
    pub fn entries_of(prefix_bits: u32) -> u64 {
        if prefix_bits > Self::MIN_PREFIX_BITS {
            64 << prefix_bits
        } else {
            0
        }
    }

    /// Returns the number of bits needed to number games from 0.
    pub const fn game_bits(games: u32) -> u32 {
        u32::BITS - games.saturating_sub(1).leading_zeros()
    }

    /// Returns the prefix of a key, which is the number of its block.
    pub const fn prefix(self, key: PositionKey) -> u32 {
        // Two shifts, because a single shift by all 64 bits would overflow.
        (key.0 >> 1 >> (63 - self.prefix_bits)) as u32
    }

    pub const fn first_key(self, prefix: u32) -> PositionKey {
        PositionKey((prefix as u64) << 1 << (63 - self.prefix_bits))
    }

    pub const fn last_key(self, prefix: u32) -> PositionKey {
        PositionKey(self.first_key(prefix).0 | (u64::MAX >> 1 >> self.prefix_bits << 1 | 1))
    }

    const fn span(self) -> u64 {
        1 << (SHORT_KEY_BITS - self.prefix_bits)
    }

    const fn rest(self, short: ShortKey) -> u64 {
        short.0 & (self.span() - 1)
    }
}

/// The postings of a position that are too long for its block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LongList {
    /// The totals as they are stored.
    pub totals: Vec<u8>,
    /// The parts of the postings as they are stored, by the first of the games whose postings they have. The
    /// first part begins with game 0.
    pub parts: BTreeMap<u32, Vec<u8>>,
}

/// The long lists of some positions.
pub type LongLists = BTreeMap<PositionKey, LongList>;

/// The number of postings in a part of a long list, if all games have one.
const PART: usize = 4096;

impl LongList {
    fn new(postings: &[Posting], facts: &[Option<GameFacts>]) -> Self {
        let mut list = Self::default();
        PositionTotals::of_games(postings, facts).write(&mut list.totals);
        let (mut first, mut rest) = (0, postings);
        loop {
            let mut end = rest.len().min(PART);
            if let Some(after) = rest.get(end) {
                // A game is in one part.
                let whole = rest[..end].partition_point(|posting| posting.game < after.game);
                let has_one = whole > 0;
                end = if has_one {
                    whole
                } else {
                    rest.partition_point(|posting| posting.game == after.game)
                };
            }
            let (part, others) = rest.split_at(end);
            let next = others.first().map_or(0, |posting| posting.game);
            let data = list.parts.entry(first).or_default();
            push_leb(data, u64::from(next));
            write_postings(data, part);
            if others.is_empty() {
                return list;
            }
            (first, rest) = (next, others);
        }
    }

    /// Returns all postings, in the order of the games.
    pub fn postings(&self) -> Result<Vec<Posting>, Malformed> {
        let (mut postings, mut first, mut read) = (Vec::new(), 0, 0);
        loop {
            let part = ListPart::read(self.parts.get(&first).ok_or(Malformed)?, first)?;
            postings.extend(part.postings);
            read += 1;
            match part.next {
                Some(next) => first = next,
                None if read == self.parts.len() => return Ok(postings),
                None => return Err(Malformed),
            }
        }
    }
}

/// A part of a long list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPart {
    pub postings: Vec<Posting>,
    /// The first game of the next part, unless this is the last one.
    pub next: Option<u32>,
}

impl ListPart {
    /// Reads the part that begins with the game `first`.
    pub fn read(data: &[u8], first: u32) -> Result<Self, Malformed> {
        let mut bytes = Bytes::new(data);
        let next = bytes.leb_u32()?;
        let next = (next > 0).then_some(next);
        let postings = read_postings(&mut bytes)?;
        let is_inside = |game| game >= first && next.is_none_or(|next| game < next);
        let ends = postings.first().into_iter().chain(postings.last());
        if bytes.is_empty() && next.is_none_or(|next| next > first) && ends.into_iter().all(|end| is_inside(end.game)) {
            Ok(Self { postings, next })
        } else {
            Err(Malformed)
        }
    }
}

/// All positions of a block, in the order of their keys: those of a single game, and those of several
/// games with all their postings, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub singles: Vec<(ShortKey, u32)>,
    pub repeated: Vec<(PositionKey, Vec<Posting>)>,
}

impl IndexEntry {
    /// The entry of a term in game 0.
    pub const fn of_term(key: PositionKey, ply: u16) -> Self {
        Self {
            key,
            posting: Posting {
                game: 0,
                ply,
                next: NextCode::END,
            },
        }
    }
}

impl Block {
    /// Creates a block from entries that share a prefix and are in the order of
    /// their keys.
    pub fn from_entries(entries: &[IndexEntry]) -> Self {
        let mut block = Self {
            singles: Vec::with_capacity(entries.len()),
            repeated: Vec::new(),
        };
        for position in entries.chunk_by(|a, b| a.key == b.key) {
            let IndexEntry { key, posting } = position[0];
            if position.iter().all(|entry| entry.posting.game == posting.game) {
                block.singles.push((key.into(), posting.game));
            } else {
                let mut postings: Vec<Posting> = position.iter().map(|entry| entry.posting).collect();
                postings.sort_unstable();
                block.repeated.push((key, postings));
            }
        }
        block
    }

    /// Returns the games in the block, some more than once.
    pub fn games(&self) -> impl Iterator<Item = u32> {
        let repeated = self.repeated.iter().flat_map(|(_, postings)| postings);
        let singles = self.singles.iter().map(|&(_, game)| game);
        singles.chain(repeated.map(|posting| posting.game))
    }

    pub fn keep_games(&mut self, keep: impl Fn(u32) -> bool) {
        self.singles.retain(|&(_, game)| keep(game));
        for (_, postings) in &mut self.repeated {
            postings.retain(|posting| keep(posting.game));
        }
        self.repeated.retain(|(_, postings)| !postings.is_empty());
    }

    /// Adds a game to those with a term.
    pub fn add_term(&mut self, key: PositionKey, game: u32) {
        let single = (ShortKey::from(key), game);
        let place = self.singles.partition_point(|other| *other < single);
        self.singles.insert(place, single);
    }

    /// Takes a game from those with a term.
    pub fn remove_term(&mut self, key: PositionKey, game: u32) {
        if let Ok(place) = self.repeated.binary_search_by_key(&key, |(key, _)| *key) {
            let postings = &mut self.repeated[place].1;
            if let Some(place) = postings.iter().position(|posting| posting.game == game) {
                postings.remove(place);
                self.repeated.retain(|(_, postings)| !postings.is_empty());
                return;
            }
        }
        // A position of the game with the same part of the key stays.
        if let Some(place) = self.singles.iter().position(|other| *other == (key.into(), game)) {
            self.singles.remove(place);
        }
    }

    /// Encodes the block. Postings that are too long go to `long`. `facts` are those of the segment's
    /// games, with `None` for removed ones.
    pub fn encode(&self, layout: BlockLayout, facts: &[Option<GameFacts>], long: &mut LongLists) -> Vec<u8> {
        let (rice_bits, singles) = encode_singles(&self.singles, layout);
        let mut out = Vec::with_capacity(singles.len() + 16);
        push_leb(&mut out, self.singles.len() as u64);
        push_leb(&mut out, u64::from(rice_bits));
        push_leb(&mut out, singles.len() as u64);
        out.extend(singles);
        push_leb(&mut out, self.repeated.len() as u64);
        for (key, postings) in &self.repeated {
            encode_repeated(&mut out, (*key, postings), facts, long);
        }
        out
    }

    /// Decodes the block with this prefix. `long` has the postings that are not in the block.
    pub fn decode(data: &[u8], layout: BlockLayout, prefix: u32, long: &LongLists) -> Result<Self, Malformed> {
        let (singles, mut bytes) = read_singles(data, layout)?;
        let first = u64::from(prefix) * layout.span();
        let mut block = Self::default();
        for single in singles {
            let (rest, game) = single?;
            block.singles.push((ShortKey(first + rest), game));
        }
        for _ in 0..bytes.leb()? {
            let (key, body) = read_repeated(&mut bytes)?;
            let in_order = block.repeated.last().is_none_or(|(last, _)| *last < key);
            if !in_order || layout.prefix(key) != prefix {
                return Err(Malformed);
            }
            let postings = match body {
                Some((_, mut postings)) => {
                    let read = read_postings(&mut postings)?;
                    if !postings.is_empty() {
                        return Err(Malformed);
                    }
                    read
                }
                None => long.get(&key).ok_or(Malformed)?.postings()?,
            };
            block.repeated.push((key, postings));
        }
        if bytes.is_empty() { Ok(block) } else { Err(Malformed) }
    }
}

fn encode_singles(singles: &[(ShortKey, u32)], layout: BlockLayout) -> (u32, Vec<u8>) {
    // The best number of low bits is close to the binary logarithm of the mean gap,
    // because the gaps between random keys are geometrically distributed.
    let rice_bits = (layout.span() / (singles.len() as u64 + 1))
        .checked_ilog2()
        .unwrap_or(0)
        .saturating_sub(1);
    let mut bits = BitWriter::default();
    let mut last = 0;
    for &(key, game) in singles {
        let rest = layout.rest(key);
        bits.push_rice(rest - last, rice_bits);
        bits.push(u64::from(game), layout.game_bits);
        last = rest;
    }
    (rice_bits, bits.finish())
}

fn encode_repeated(
    out: &mut Vec<u8>,
    (key, postings): (PositionKey, &[Posting]),
    facts: &[Option<GameFacts>],
    long: &mut LongLists,
) {
    out.extend(key.0.to_le_bytes());
    let mut postings_data = Vec::new();
    write_postings(&mut postings_data, postings);
    if postings_data.len() > LONG_FROM {
        push_leb(out, 0);
        long.insert(key, LongList::new(postings, facts));
        return;
    }
    let mut totals = Vec::new();
    if postings.len() >= TOTALS_FROM {
        PositionTotals::of_games(postings, facts).write(&mut totals);
    }
    let mut body = Vec::new();
    push_leb(&mut body, totals.len() as u64);
    body.extend(totals);
    body.extend(postings_data);
    push_leb(out, body.len() as u64);
    out.extend(body);
}

/// Returns the singles at the start of a block, each with the part of the short key after the prefix
/// and the game, and the bytes after them.
#[expect(clippy::type_complexity, reason = "an iterator and the rest")]
fn read_singles(
    data: &[u8],
    layout: BlockLayout,
) -> Result<(impl Iterator<Item = Result<(u64, u32), Malformed>>, Bytes<'_>), Malformed> {
    let mut bytes = Bytes::new(data);
    let count = bytes.leb()?;
    let rice_bits = bytes.leb_u32()?;
    let length = bytes.leb_u32()? as usize;
    let data = bytes.take(length)?;
    // A single takes at least one bit, so a few bytes cannot claim billions of
    // singles.
    if rice_bits > SHORT_KEY_BITS || count > data.len() as u64 * 8 {
        return Err(Malformed);
    }
    let (mut bits, mut last) = (BitReader::new(data), 0_u64);
    let singles = (0..count).map(move |_| {
        let gap = bits.rice(rice_bits)?;
        let game = bits.bits(layout.game_bits)? as u32;
        last = last
            .checked_add(gap)
            .filter(|&rest| rest < layout.span())
            .ok_or(Malformed)?;
        Ok((last, game))
    });
    Ok((singles, bytes))
}

/// Reads the next position of several games, with its totals and its postings unless these are
/// not in the block.
fn read_repeated<'a>(bytes: &mut Bytes<'a>) -> Result<(PositionKey, Option<(Bytes<'a>, Bytes<'a>)>), Malformed> {
    let key = PositionKey(bytes.u64()?);
    let length = bytes.leb_u32()? as usize;
    if length == 0 {
        return Ok((key, None));
    }
    let mut postings = Bytes::new(bytes.take(length)?);
    let length = postings.leb_u32()? as usize;
    let totals = Bytes::new(postings.take(length)?);
    Ok((key, Some((totals, postings))))
}

/// What a block has of the games of a position besides the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    Totals(PositionTotals),
    Postings(Vec<Posting>),
    /// A mark that totals and postings are in rows of `posting_list`.
    Long,
}

/// Returns the games that may have a position, counted from the first of the segment, which only a
/// replay tells; and what the block has of its other games.
pub fn find(data: &[u8], layout: BlockLayout, key: PositionKey) -> Result<(Vec<u32>, Option<Repetition>), Malformed> {
    let (candidates, repeated) = locate(data, layout, key)?;
    let repetition = match repeated {
        None => None,
        Some(None) => Some(Repetition::Long),
        Some(Some((totals, mut postings))) if totals.is_empty() => {
            Some(Repetition::Postings(read_postings(&mut postings)?))
        }
        Some(Some((mut totals, _))) => Some(Repetition::Totals(PositionTotals::read(&mut totals)?)),
    };
    Ok((candidates, repetition))
}

/// Returns the candidates, as [`find`] does, and the postings of other games; `None` if these are in
/// rows of `posting_list`.
pub fn find_postings(
    data: &[u8],
    layout: BlockLayout,
    key: PositionKey,
) -> Result<(Vec<u32>, Option<Vec<Posting>>), Malformed> {
    let (candidates, repeated) = locate(data, layout, key)?;
    let postings = match repeated {
        None => Some(Vec::new()),
        Some(None) => None,
        Some(Some((_, mut postings))) => Some(read_postings(&mut postings)?),
    };
    Ok((candidates, postings))
}

/// Returns the games that may have a position, and its entry for several games: totals and postings,
/// or `None` if they are in rows of `posting_list`.
#[expect(clippy::type_complexity, reason = "two readers")]
fn locate(
    data: &[u8],
    layout: BlockLayout,
    key: PositionKey,
) -> Result<(Vec<u32>, Option<Option<(Bytes<'_>, Bytes<'_>)>>), Malformed> {
    let (singles, mut bytes) = read_singles(data, layout)?;
    let mut candidates = Vec::new();
    let wanted = layout.rest(ShortKey::from(key));
    for single in singles {
        let (rest, game) = single?;
        if rest > wanted {
            break;
        }
        if rest == wanted {
            candidates.push(game);
        }
    }
    for _ in 0..bytes.leb()? {
        let (here, repeated) = read_repeated(&mut bytes)?;
        if here == key {
            return Ok((candidates, Some(repeated)));
        }
    }
    Ok((candidates, None))
}

#[cfg(test)]
mod tests;
