//! Fuzzing of the stored formats. Reading arbitrary bytes as a block, postings,
//! totals, a course or a record does not panic, lookups and merges read the same, and data
//! that can be read are written back unchanged.

use crate::go::{BoardSize, KeyTables, PositionKey};
use crate::record::{Course, Outcome};
use crate::store::codec::pack::unpack;
use crate::store::codec::{
    Block, BlockLayout, Bytes, GameFacts, IndexEntry, LongLists, MAX_PREFIX_BITS, NextCode, PositionTotals, Posting,
    RecordCompressor, RecordDecompressor, Repetition, SHORT_KEY_BITS, ShortKey, find, read_postings, write_course,
    write_postings,
};
use std::cell::RefCell;

thread_local! {
    static COMPRESSOR: RefCell<(RecordCompressor, RecordDecompressor)> = RefCell::new((
        RecordCompressor::new(&[]).expect("a compressor"),
        RecordDecompressor::new(&[]).expect("a decompressor"),
    ));
}

/// Reads `data` as a block, after four bytes for its layout and place, and as
/// postings, totals, a course and a stored record. Then creates a block from it and stores it
/// as a record.
pub fn check(data: &[u8]) {
    let [prefix_bits, game_bits, high, low, rest @ ..] = data else {
        return;
    };
    let layout = BlockLayout {
        prefix_bits: u32::from(*prefix_bits) % (MAX_PREFIX_BITS + 1),
        game_bits: u32::from(*game_bits) % 33,
    };
    let prefix = layout.prefix(PositionKey(u64::from_be_bytes([*high, *low, 0, 0, 0, 0, 0, 0])));
    check_block(rest, layout, prefix);
    if let Ok(postings) = read_postings(&mut Bytes::new(rest)) {
        check_postings(&postings);
    }
    if let Ok(totals) = PositionTotals::read(&mut Bytes::new(rest)) {
        check_totals(&totals);
    }
    check_course(rest);
    check_made(rest, layout.prefix_bits);
    check_record(rest);
}

fn check_block(data: &[u8], layout: BlockLayout, prefix: u32) {
    // Any eight bytes may be the key of a position in the block.
    for key in data.windows(8).take(64) {
        let key = PositionKey(u64::from_le_bytes(key.try_into().expect("eight bytes")));
        let Ok((candidates, repetition)) = find(data, layout, key) else {
            continue;
        };
        let named = |&game: &u32| u64::from(game) < 1 << layout.game_bits;
        assert!(candidates.iter().all(named), "{candidates:?}");
        match repetition {
            Some(Repetition::Totals(totals)) => check_totals(&totals),
            Some(Repetition::Postings(postings)) => check_postings(&postings),
            Some(Repetition::Long) | None => {}
        }
    }
    let Ok(block) = Block::decode(data, layout, prefix, &LongLists::new()) else {
        return;
    };
    assert!(block.singles.is_sorted_by_key(|(key, _)| *key), "{block:?}");
    assert!(block.repeated.is_sorted_by(|a, b| a.0 < b.0), "{block:?}");
    check_found(&block, data, layout);
    let mut long = LongLists::new();
    let again = block.encode(layout, &facts(3000), &mut long);
    assert_eq!(Block::decode(&again, layout, prefix, &long).as_ref(), Ok(&block));
    check_found(&block, &again, layout);
}

/// Checks that a lookup in `data` finds the contents of the block.
fn check_found(block: &Block, data: &[u8], layout: BlockLayout) {
    let repeated = block.repeated.iter().map(|(key, _)| *key);
    let single = |key: ShortKey| PositionKey(key.0 << (u64::BITS - SHORT_KEY_BITS) | 1);
    let keys = repeated.chain(block.singles.iter().map(|(key, _)| single(*key)));
    for key in keys.take(200) {
        // A lookup reads totals instead of postings, and these may be invalid.
        let Ok((candidates, repetition)) = find(data, layout, key) else {
            continue;
        };
        let singles = block.singles.iter().filter(|single| single.0 == key.into());
        assert!(singles.map(|single| single.1).eq(candidates), "{key:?}");
        let known = block.repeated.iter().find(|position| position.0 == key);
        match (repetition, known) {
            (Some(Repetition::Postings(postings)), Some(known)) => assert_eq!(postings, known.1),
            (found, known) => assert_eq!(found.is_some(), known.is_some(), "{key:?}"),
        }
    }
}

fn check_postings(postings: &[Posting]) {
    assert!(postings.is_sorted_by_key(|posting| posting.game), "{postings:?}");
    let mut out = Vec::new();
    write_postings(&mut out, postings);
    assert_eq!(read_postings(&mut Bytes::new(&out)).as_deref(), Ok(postings));
    check_totals(&PositionTotals::of_games(postings, &facts(9)));
}

fn check_totals(totals: &PositionTotals) {
    let mut out = Vec::new();
    totals.write(&mut out);
    assert_eq!(PositionTotals::read(&mut Bytes::new(&out)).as_ref(), Ok(totals));
    let mut twice = totals.clone();
    twice.merge(totals.clone());
    let games = |totals: &PositionTotals| totals.all.total().games;
    assert_eq!(games(&twice), 2 * games(totals));
}

fn check_course(data: &[u8]) {
    let (mut course, mut again) = (Course::new(BoardSize::MAX), Course::new(BoardSize::MAX));
    if Bytes::new(data).read_course(&mut course).is_err() {
        return;
    }
    let is_on_board = |point: u16| usize::from(point) < course.size.area();
    let moves = course.moves.iter();
    assert!(
        moves
            .into_iter()
            .all(|&point| point == Course::PASS || is_on_board(point))
    );
    assert!(course.marks.iter().all(|mark| is_on_board(mark.point)));
    let plies = course.marks.iter().map(|mark| usize::from(mark.ply));
    assert!(plies.into_iter().all(|ply| ply <= course.moves.len()));
    assert!(course.marks.is_sorted_by_key(|mark| mark.ply));
    course.visit(KeyTables::built_in().get(course.size), |_| ());
    let mut out = Vec::new();
    write_course(&mut out, &course);
    assert_eq!(Bytes::new(&out).read_course(&mut again), Ok(()));
    assert_eq!(course, again);
}

/// Returns facts for a number of games, some of which were removed.
fn facts(games: u32) -> Vec<Option<GameFacts>> {
    let of = |game: u32| GameFacts {
        year: (!game.is_multiple_of(4)).then_some(1990 + (game % 7) as u16),
        outcome: Outcome::Unknown,
    };
    (0..games).map(|game| (game % 5 < 4).then(|| of(game))).collect()
}

/// Checks that a block contains all the positions that it is created from. `data`
/// describes them in eight bytes each.
fn check_made(data: &[u8], prefix_bits: u32) {
    let mut entries: Vec<IndexEntry> = data.as_chunks::<8>().0.iter().map(|bytes| entry(*bytes)).collect();
    entries.sort_unstable();
    let games = 1 + entries.iter().map(|entry| entry.posting.game).max().unwrap_or(0);
    let layout = BlockLayout {
        prefix_bits,
        game_bits: BlockLayout::game_bits(games),
    };
    let Some(first) = entries.first() else { return };
    let prefix = layout.prefix(first.key);
    entries.retain(|entry| layout.prefix(entry.key) == prefix);
    let block = Block::from_entries(&entries);
    let (mut long, facts) = (LongLists::new(), facts(games));
    let encoded = block.encode(layout, &facts, &mut long);
    assert_eq!(Block::decode(&encoded, layout, prefix, &long).as_ref(), Ok(&block));
    check_found(&block, &encoded, layout);
    for position in entries.chunk_by(|a, b| a.key == b.key) {
        let wanted: Vec<Posting> = position.iter().map(|entry| entry.posting).collect();
        let (candidates, repetition) = find(&encoded, layout, position[0].key).expect("a block that was just made");
        match repetition {
            Some(Repetition::Totals(totals)) => assert_eq!(totals, PositionTotals::of_games(&wanted, &facts)),
            Some(Repetition::Postings(postings)) => assert_eq!(postings, wanted),
            Some(Repetition::Long) => assert!(long.contains_key(&position[0].key)),
            None => assert!(candidates.contains(&wanted[0].game), "{wanted:?}"),
        }
    }
}

/// Checks that stored records are read back unchanged, including records made from
/// arbitrary bytes.
fn check_record(data: &[u8]) {
    COMPRESSOR.with_borrow_mut(|(compressor, decompressor)| {
        let read = decompressor.decompress(data, None).ok();
        let (text, points) = data.split_at(data.first().map_or(0, |&at| data.len().min(at.into())));
        let unpacked = unpack(text, &[60], points, 400).ok();
        assert!(unpacked.as_ref().is_none_or(|record| record.len() <= 400));
        let course = Course {
            moves: vec![60],
            ..Course::new(BoardSize::MAX)
        };
        for record in [Some(data.to_vec()), read, unpacked].into_iter().flatten() {
            for course in [None, Some(&course)] {
                let stored = compressor.compress(&record, course).expect("room");
                assert_eq!(
                    decompressor.decompress(&stored, course).expect("what was stored"),
                    record
                );
            }
        }
    });
}

/// Returns an entry with one of a few keys and games, so that many positions occur
/// in several games.
fn entry(bytes: [u8; 8]) -> IndexEntry {
    let [high, low, rest, game, more, ply, next, last] = bytes;
    IndexEntry {
        key: PositionKey(u64::from(high) << 56 | u64::from(low) << 30 | u64::from(rest)),
        posting: Posting {
            game: u32::from(game) | u32::from(more % 8) << 8,
            ply: u16::from(ply),
            next: NextCode(u16::from_le_bytes([next, last])),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_read_and_stored(head in any::<[u8; 4]>(), data in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            // Many games of a few positions.
            prop::collection::vec(0_u8..3, 0..2000),
            "([(]?;[BW]\\[[a-t][a-t]\\]|;[BW]\\[[a-zA-Z;\\[\\]]{0,3}\\]?|;?(AB|C|BL|)(\\[[a-s]{2}\\]){0,3}|;B\\[tt\\];W\\[\\]){0,60}"
                .prop_map(String::into_bytes),
        ]) {
            check(&[&head, &data[..]].concat());
        }

        #[test]
        fn a_damaged_course_is_read_or_refused(moves in prop::collection::vec(0_u16..=361, 0..40), at in any::<prop::sample::Index>(), bit in 0..8_u32) {
            let mut course = Course::new(BoardSize::MAX);
            course.moves = moves;
            let mut row = Vec::new();
            write_course(&mut row, &course);
            let at = at.index(row.len());
            row[at] ^= 1_u8 << bit;
            check_course(&row);
        }
    }
}
