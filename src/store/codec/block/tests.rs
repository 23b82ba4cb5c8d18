use super::super::block::*;
use super::super::posting::NextCode;
use crate::record::Outcome;

const FACTS: GameFacts = GameFacts {
    year: Some(2000),
    outcome: Outcome::Unknown,
};

fn entry(game: u32) -> IndexEntry {
    let (ply, next) = (4, NextCode(4));
    IndexEntry {
        key: PositionKey(1),
        posting: Posting { game, ply, next },
    }
}

fn encode(block: &Block, games: u32) -> (BlockLayout, Vec<u8>, LongLists) {
    let layout = BlockLayout {
        prefix_bits: 3,
        game_bits: BlockLayout::game_bits(games),
    };
    let mut long = LongLists::new();
    let data = block.encode(layout, &vec![Some(FACTS); games as usize], &mut long);
    assert_eq!(Block::decode(&data, layout, 0, &long).as_ref(), Ok(block));
    (layout, data, long)
}

#[test]
fn a_position_may_be_single_and_repeated() {
    let mut block = Block::from_entries(&[entry(3), entry(4)]);
    block.singles.push((PositionKey(1).into(), 7));
    let (layout, data, _) = encode(&block, 8);
    let (candidates, repetition) = find(&data, layout, PositionKey(1)).expect("readable");
    assert_eq!(candidates, [7]);
    assert!(matches!(repetition, Some(Repetition::Postings(postings)) if postings.len() == 2));
}

#[test]
fn many_postings_have_totals_and_long_ones_their_own_row() {
    for games in [40, 2000] {
        let entries: Vec<IndexEntry> = (0..games).map(entry).collect();
        let (layout, data, long) = encode(&Block::from_entries(&entries), games);
        let (_, repetition) = find(&data, layout, PositionKey(1)).expect("readable");
        let totals = match repetition {
            Some(Repetition::Totals(totals)) if long.is_empty() => totals,
            Some(Repetition::Long) if games == 2000 => {
                PositionTotals::read(&mut Bytes::new(&long[&PositionKey(1)].totals)).expect("readable")
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(totals.all.total().games, u64::from(games));
    }
}

#[test]
fn long_lists_have_parts_of_whole_games() {
    // Every fourth game reaches the position often, and the last one more often than a part has room.
    let times = |game: u32| {
        if game == 3999 {
            9000
        } else if game.is_multiple_of(4) {
            9
        } else {
            1
        }
    };
    let entries = (0..4000).flat_map(|game| (0..times(game)).map(move |ply| (game, ply)));
    let entries: Vec<IndexEntry> = entries
        .map(|(game, ply)| IndexEntry {
            posting: Posting {
                ply,
                ..entry(game).posting
            },
            ..entry(game)
        })
        .collect();
    let (_, _, long) = encode(&Block::from_entries(&entries), 4000);
    let list = &long[&PositionKey(1)];
    let read = list
        .parts
        .iter()
        .map(|(&first, part)| ListPart::read(part, first).expect("readable"));
    let read: Vec<Vec<Posting>> = read.map(|part| part.postings).collect();
    assert!(read.len() > 3 && read.iter().rev().skip(1).all(|part| part.len() <= 4096));
    assert!(
        read.windows(2)
            .all(|two| two[0].last().map(|last| last.game) < two[1].first().map(|first| first.game))
    );
    assert_eq!(
        read.concat(),
        entries.iter().map(|entry| entry.posting).collect::<Vec<_>>()
    );
    for first in list.parts.keys() {
        let mut less = list.clone();
        less.parts.remove(first);
        assert_eq!(less.postings(), Err(Malformed));
    }
}

#[test]
fn a_few_bytes_do_not_stand_for_many_positions() {
    let mut data = Vec::new();
    push_leb(&mut data, 1 << 40);
    push_leb(&mut data, 0);
    push_leb(&mut data, 1);
    data.extend([0, 0]);
    let layout = BlockLayout {
        prefix_bits: 0,
        game_bits: 0,
    };
    assert_eq!(find(&data, layout, PositionKey(0)), Err(Malformed));
}
