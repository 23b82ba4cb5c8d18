//! The positions of a segment whose keys share a prefix, as one row.
//!
//! Nearly all positions occur in a single game. Such a one keeps 40 bits of
//! its key and the game, Rice-coded and bit-packed; ply and next move are read
//! from the game when somebody asks, which also tells a true hit from a chance
//! agreement of 40 bits. A position of several games keeps its whole key and
//! its postings, and totals where these are many. docs/format.md has the bytes.

use super::bytes::{BitReader, BitWriter, Bytes, Malformed, push_leb};
use super::posting::{PositionTotals, Posting, read_postings, write_postings};
use super::totals::GameFacts;
use crate::go::PositionKey;

/// How many bits of its key a position of one game keeps.
pub const SHORT_KEY_BITS: u32 = 40;

/// The most bits of a key that a prefix may have.
pub const MAX_PREFIX_BITS: u32 = 24;

/// From so many postings on totals are stored, so that common positions are
/// answered without looking at their games.
const TOTALS_FROM: usize = 32;

/// Postings of more bytes than this leave the block.
const LONG_FROM: usize = 4096;

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
    /// The layout of a segment of so many positions and games; a block then
    /// holds 64 to 128 positions.
    #[must_use]
    pub fn for_segment(positions: usize, games: u32) -> Self {
        let prefix_bits = (positions / 64).checked_ilog2().unwrap_or(0).min(MAX_PREFIX_BITS);
        Self {
            prefix_bits,
            game_bits: Self::game_bits(games),
        }
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

    /// The part of a short key that the prefix does not tell.
    const fn short_rest(self, key: PositionKey) -> u64 {
        key.0 >> (u64::BITS - SHORT_KEY_BITS) & ((1 << (SHORT_KEY_BITS - self.prefix_bits)) - 1)
    }
}

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

/// Encodes the positions of one block, which must be sorted and share their
/// prefix. `facts` are those of the segment's games. Postings that are too
/// long go to `long`.
#[must_use]
pub fn encode(entries: &[Entry], layout: BlockLayout, facts: &[GameFacts], long: &mut Vec<LongList>) -> Vec<u8> {
    let mut singles: Vec<(u64, u32)> = Vec::with_capacity(entries.len());
    let mut repeated = Vec::new();
    let mut repeated_count = 0;
    for position in entries.chunk_by(|a, b| a.key == b.key) {
        let first = position[0];
        if position.iter().all(|entry| entry.posting.game == first.posting.game) {
            singles.push((layout.short_rest(first.key), first.posting.game));
        } else {
            let postings: Vec<Posting> = position.iter().map(|entry| entry.posting).collect();
            encode_repeated(&mut repeated, first.key, &postings, facts, long);
            repeated_count += 1;
        }
    }
    let (rice_bits, singles_data) = encode_singles(&singles, layout);
    let mut out = Vec::with_capacity(singles_data.len() + repeated.len() + 16);
    push_leb(&mut out, singles.len() as u64);
    push_leb(&mut out, u64::from(rice_bits));
    push_leb(&mut out, singles_data.len() as u64);
    out.extend(singles_data);
    push_leb(&mut out, repeated_count);
    out.extend(repeated);
    out
}

fn encode_singles(singles: &[(u64, u32)], layout: BlockLayout) -> (u32, Vec<u8>) {
    // The best number of low bits lies near the binary logarithm of the mean
    // gap, as the gaps between random keys are distributed geometrically.
    let span = 1_u64 << (SHORT_KEY_BITS - layout.prefix_bits);
    let rice_bits = (span / (singles.len() as u64 + 1))
        .checked_ilog2()
        .unwrap_or(0)
        .saturating_sub(1);
    let mut bits = BitWriter::default();
    let mut last = 0;
    for &(short, game) in singles {
        bits.push_rice(short - last, rice_bits);
        bits.push(u64::from(game), layout.game_bits);
        last = short;
    }
    (rice_bits, bits.finish())
}

fn encode_repeated(
    out: &mut Vec<u8>,
    key: PositionKey,
    postings: &[Posting],
    facts: &[GameFacts],
    long: &mut Vec<LongList>,
) {
    out.extend(key.0.to_le_bytes());
    let mut postings_data = Vec::new();
    write_postings(&mut postings_data, postings);
    let is_long = postings_data.len() > LONG_FROM;
    let mut totals = Vec::new();
    if is_long || postings.len() >= TOTALS_FROM {
        let Ok(counted) = PositionTotals::count::<std::convert::Infallible>(postings, |game| Ok(facts[game as usize]));
        counted.write(&mut totals);
    }
    if is_long {
        push_leb(out, 0);
        long.push(LongList {
            key,
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

/// What a block says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Games, from the first of the segment, that may have the position; each
    /// is to be replayed to know.
    Candidates(Vec<u32>),
    /// All that is known.
    Totals(PositionTotals),
    /// The postings, to be counted.
    Postings(Vec<Posting>),
    /// The postings lie in a row of their own.
    Long,
}

/// Looks a position up in its block.
///
/// # Errors
/// Data that [`encode`] did not make.
pub fn find(data: &[u8], layout: BlockLayout, key: PositionKey) -> Result<Found, Malformed> {
    let mut bytes = Bytes::new(data);
    let singles = bytes.leb()?;
    let rice_bits = bytes.leb_u32()?;
    let singles_length = bytes.leb_u32()? as usize;
    let singles_data = bytes.take(singles_length)?;
    for _ in 0..bytes.leb()? {
        let here = bytes.u64()?;
        let length = bytes.leb_u32()? as usize;
        let body = bytes.take(length)?;
        if here == key.0 {
            return if length == 0 {
                Ok(Found::Long)
            } else {
                decode_repeated(body)
            };
        }
    }
    find_singles(singles_data, singles, rice_bits, layout, key).map(Found::Candidates)
}

fn decode_repeated(body: &[u8]) -> Result<Found, Malformed> {
    let mut bytes = Bytes::new(body);
    let totals_length = bytes.leb_u32()? as usize;
    let mut totals = Bytes::new(bytes.take(totals_length)?);
    if totals.is_empty() {
        read_postings(&mut bytes).map(Found::Postings)
    } else {
        PositionTotals::read(&mut totals).map(Found::Totals)
    }
}

fn find_singles(
    data: &[u8],
    count: u64,
    rice_bits: u32,
    layout: BlockLayout,
    key: PositionKey,
) -> Result<Vec<u32>, Malformed> {
    if rice_bits > SHORT_KEY_BITS {
        return Err(Malformed);
    }
    let wanted = layout.short_rest(key);
    let mut bits = BitReader::new(data);
    let mut short = 0_u64;
    let mut games = Vec::new();
    for _ in 0..count {
        short = short.checked_add(bits.rice(rice_bits)?).ok_or(Malformed)?;
        let game = bits.bits(layout.game_bits)? as u32;
        if short == wanted {
            games.push(game);
        } else if short > wanted {
            break;
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::posting::NextCode;
    use proptest::prelude::*;

    const FACTS: GameFacts = GameFacts {
        year: Some(2000),
        winner: None,
    };

    fn entry(key: u64, game: u32, ply: u16) -> Entry {
        Entry {
            key: PositionKey(key),
            posting: Posting {
                game,
                ply,
                next: NextCode(ply),
            },
        }
    }

    fn lookup(mut entries: Vec<Entry>, prefix_bits: u32, key: u64) -> (Found, Vec<LongList>) {
        entries.sort_unstable();
        let games = 1 + entries.iter().map(|e| e.posting.game).max().unwrap_or(0);
        let layout = BlockLayout {
            prefix_bits,
            game_bits: BlockLayout::game_bits(games),
        };
        let facts = vec![FACTS; games as usize];
        let key = PositionKey(key);
        entries.retain(|e| layout.prefix(e.key) == layout.prefix(key));
        let mut long = Vec::new();
        let data = encode(&entries, layout, &facts, &mut long);
        (find(&data, layout, key).expect("readable"), long)
    }

    #[test]
    fn a_position_of_one_game_is_found_once_however_often_it_occurs() {
        let entries = vec![entry(5 << 60, 3, 1), entry(5 << 60, 3, 7), entry(6 << 60, 9, 2)];
        assert_eq!(lookup(entries.clone(), 0, 5 << 60).0, Found::Candidates(vec![3]));
        assert_eq!(lookup(entries, 2, 7 << 60).0, Found::Candidates(vec![]));
    }

    #[test]
    fn keys_that_agree_in_40_bits_are_candidates_of_each_other() {
        let entries = vec![entry(5 << 60, 3, 1), entry((5 << 60) + 1, 4, 7)];
        assert_eq!(lookup(entries, 0, 5 << 60).0, Found::Candidates(vec![3, 4]));
    }

    #[test]
    fn many_postings_have_totals_and_long_ones_their_own_row() {
        let some: Vec<Entry> = (0..40).map(|game| entry(1, game, 4)).collect();
        let (Found::Totals(totals), long) = lookup(some, 0, 1) else {
            panic!("totals expected")
        };
        assert_eq!(totals.all.sum(|_| true).games, 40);
        assert!(long.is_empty());
        let many: Vec<Entry> = (0..2000).map(|game| entry(1, game, 4)).collect();
        let (found, long) = lookup(many, 0, 1);
        assert_eq!(found, Found::Long);
        let totals = PositionTotals::read(&mut Bytes::new(&long[0].totals)).expect("readable");
        assert_eq!(totals.all.sum(|_| true).games, 2000);
        assert_eq!(
            read_postings(&mut Bytes::new(&long[0].postings))
                .expect("readable")
                .len(),
            2000
        );
    }

    proptest! {
        #[test]
        fn every_position_is_found_and_no_other(
            raw in prop::collection::vec((any::<u64>(), 0_u32..5000, 0_u16..300), 1..300),
            prefix_bits in 0_u32..8,
            repeats in prop::collection::vec((0_usize..300, 0_u32..5000, 0_u16..300), 0..60),
        ) {
            let mut entries: Vec<Entry> = raw.iter().map(|&(key, game, ply)| entry(key, game, ply)).collect();
            for (i, game, ply) in repeats {
                entries.push(entry(entries[i % raw.len()].key.0, game, ply));
            }
            for &(key, ..) in &raw {
                let mut wanted: Vec<Posting> = entries.iter().filter(|e| e.key.0 == key).map(|e| e.posting).collect();
                wanted.sort_unstable();
                match lookup(entries.clone(), prefix_bits, key).0 {
                    Found::Postings(postings) => prop_assert_eq!(postings, wanted),
                    Found::Candidates(games) => prop_assert!(wanted.iter().all(|p| games.contains(&p.game))),
                    Found::Totals(totals) => {
                        wanted.dedup_by_key(|p| p.game);
                        prop_assert_eq!(totals.all.sum(|_| true).games, wanted.len() as u64);
                    }
                    Found::Long => prop_assert!(false, "too few for a row of their own"),
                }
            }
        }

        #[test]
        fn any_bytes_are_read_without_panic(data in prop::collection::vec(any::<u8>(), 0..80), key in any::<u64>(), prefix_bits in 0_u32..24, game_bits in 0_u32..=32) {
            let _ = find(&data, BlockLayout { prefix_bits, game_bits }, PositionKey(key));
        }
    }
}
