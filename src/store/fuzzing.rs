//! That any bytes are read as a block, its postings and its totals, and that
//! what can be read is written as it was.

use super::block::{Block, BlockLayout, Entry, MAX_PREFIX_BITS, Repetition, find};
use super::bytes::{Bytes, Malformed};
use super::posting::{NextCode, PositionTotals, Posting, read_postings, write_postings};
use super::totals::GameFacts;
use crate::go::PositionKey;

/// Reads `data` as a block after two bytes for its layout, and as postings and
/// totals; then makes a block of it.
pub fn check(data: &[u8]) {
    let [prefix_bits, game_bits, rest @ ..] = data else {
        return;
    };
    let layout = BlockLayout {
        prefix_bits: u32::from(*prefix_bits) % (MAX_PREFIX_BITS + 1),
        game_bits: u32::from(*game_bits) % 33,
    };
    // Any eight bytes may be the key of a position in the block.
    for key in rest.windows(8).chain([&[0; 8][..]]).take(64) {
        let key = PositionKey(u64::from_le_bytes(key.try_into().expect("eight bytes")));
        let Ok(found) = find(rest, layout, key) else { continue };
        let games = found.candidates;
        assert!(
            games.iter().all(|&game| u64::from(game) < 1 << layout.game_bits),
            "{games:?}"
        );
        match found.repetition {
            Some(Repetition::Totals(totals)) => check_totals(&totals),
            Some(Repetition::Postings(postings)) => check_postings(&postings),
            Some(Repetition::Long) | None => {}
        }
        check_decoded(rest, layout, layout.prefix(key));
    }
    if let Ok(postings) = read_postings(&mut Bytes::new(rest)) {
        check_postings(&postings);
    }
    if let Ok(totals) = PositionTotals::read(&mut Bytes::new(rest)) {
        check_totals(&totals);
    }
    check_made(rest, layout.prefix_bits);
}

/// A block that can be read is the same after it was written again.
fn check_decoded(data: &[u8], layout: BlockLayout, prefix: u32) {
    let Ok(block) = Block::decode::<Malformed>(data, layout, prefix, |_| Err(Malformed)) else {
        return;
    };
    let mut long = Vec::new();
    let again = block.encode(layout, &[], &mut long);
    let decoded = Block::decode(&again, layout, prefix, |key| {
        let list = long.iter().find(|list| list.key == key).ok_or(Malformed)?;
        read_postings(&mut Bytes::new(&list.postings))
    });
    assert_eq!(decoded, Ok(block));
}

fn check_postings(postings: &[Posting]) {
    assert!(postings.is_sorted_by_key(|posting| posting.game), "{postings:?}");
    let mut out = Vec::new();
    write_postings(&mut out, postings);
    assert_eq!(read_postings(&mut Bytes::new(&out)).as_deref(), Ok(postings));
    let Ok(totals) = PositionTotals::count(postings, |game| Ok::<_, std::convert::Infallible>(facts(game)));
    check_totals(&totals);
}

fn check_totals(totals: &PositionTotals) {
    let mut out = Vec::new();
    totals.write(&mut out);
    assert_eq!(PositionTotals::read(&mut Bytes::new(&out)).as_ref(), Ok(totals));
    let mut twice = totals.clone();
    twice.merge(totals);
    assert_eq!(twice.all.sum(|_| true).games, 2 * totals.all.sum(|_| true).games);
    assert!(
        totals
            .next
            .values()
            .all(|years| years.sum(|year| year.is_none()).first_year.is_none())
    );
}

fn facts(game: u32) -> GameFacts {
    GameFacts {
        year: (!game.is_multiple_of(4)).then_some(1990 + (game % 7) as u16),
        winner: None,
    }
}

/// A block of the positions that `data` describes, eight bytes each, has all
/// of them.
fn check_made(data: &[u8], prefix_bits: u32) {
    let mut entries: Vec<Entry> = data.as_chunks::<8>().0.iter().map(|bytes| entry(*bytes)).collect();
    entries.sort_unstable();
    let games = 1 + entries.iter().map(|entry| entry.posting.game).max().unwrap_or(0);
    let layout = BlockLayout {
        prefix_bits,
        game_bits: BlockLayout::game_bits(games),
    };
    let Some(first) = entries.first() else { return };
    let prefix = layout.prefix(first.key);
    entries.retain(|entry| layout.prefix(entry.key) == prefix);
    let facts: Vec<Option<GameFacts>> = (0..games).map(|game| Some(facts(game))).collect();
    let mut long = Vec::new();
    let block = Block::from_entries(&entries);
    let data = block.encode(layout, &facts, &mut long);
    check_decoded(&data, layout, prefix);
    for position in entries.chunk_by(|a, b| a.key == b.key) {
        let wanted: Vec<Posting> = position.iter().map(|entry| entry.posting).collect();
        let totals = PositionTotals::of_games(&wanted, &facts);
        let found = find(&data, layout, position[0].key).expect("a block that was just made");
        match found.repetition {
            None => assert!(wanted.iter().all(|posting| found.candidates.contains(&posting.game))),
            Some(Repetition::Postings(postings)) => assert_eq!(postings, wanted),
            Some(Repetition::Totals(found)) => assert_eq!(found, totals),
            Some(Repetition::Long) => {
                let list = long.iter().find(|list| list.key == position[0].key).expect("its list");
                assert_eq!(PositionTotals::read(&mut Bytes::new(&list.totals)), Ok(totals));
                assert_eq!(read_postings(&mut Bytes::new(&list.postings)), Ok(wanted));
            }
        }
    }
}

/// Few different keys and games, so that many positions occur in several.
fn entry(bytes: [u8; 8]) -> Entry {
    let [high, low, rest, game, more, ply, next, last] = bytes;
    Entry {
        key: PositionKey(u64::from(high) << 56 | u64::from(low) << 30 | u64::from(rest)),
        posting: Posting {
            game: u32::from(game) | u32::from(more % 8) << 8,
            ply: u16::from(ply),
            next: NextCode(u16::from_le_bytes([next, last])),
        },
    }
}
