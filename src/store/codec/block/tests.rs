use super::super::block::*;
use super::super::posting::NextCode;
use proptest::prelude::*;

const FACTS: GameFacts = GameFacts {
    year: Some(2000),
    winner: None,
    is_draw: false,
};

fn entry(key: u64, game: u32, ply: u16) -> IndexEntry {
    IndexEntry {
        key: PositionKey(key),
        posting: Posting {
            game,
            ply,
            next: NextCode(ply),
        },
    }
}

/// A block with its prefix and its encoded bytes.
struct Encoded {
    block: Block,
    layout: BlockLayout,
    prefix: u32,
    data: Vec<u8>,
    long: Vec<LongList>,
}

impl Encoded {
    fn new(mut entries: Vec<IndexEntry>, prefix_bits: u32, key: u64) -> Self {
        entries.sort_unstable();
        let games = 1 + entries.iter().map(|e| e.posting.game).max().unwrap_or(0);
        let layout = BlockLayout {
            prefix_bits,
            game_bits: BlockLayout::game_bits(games),
        };
        let prefix = layout.prefix(PositionKey(key));
        entries.retain(|e| layout.prefix(e.key) == prefix);
        Self::of(Block::from_entries(&entries), layout, prefix, games)
    }

    fn of(block: Block, layout: BlockLayout, prefix: u32, games: u32) -> Self {
        let mut long = Vec::new();
        let data = block.encode(layout, &vec![Some(FACTS); games as usize], &mut long);
        Self {
            block,
            layout,
            prefix,
            data,
            long,
        }
    }

    fn find(&self, key: u64) -> (Vec<u32>, Option<Repetition>) {
        find(&self.data, self.layout, PositionKey(key)).expect("readable")
    }

    fn decode(&self) -> Result<Block, Malformed> {
        Block::decode(&self.data, self.layout, self.prefix, |key| {
            let list = self.long.iter().find(|list| list.key == key).ok_or(Malformed)?;
            read_postings(&mut Bytes::new(&list.postings))
        })
    }
}

#[test]
fn a_position_of_one_game_is_found_once_however_often_it_occurs() {
    let entries = vec![entry(5 << 60, 3, 1), entry(5 << 60, 3, 7), entry(6 << 60, 9, 2)];
    assert_eq!(Encoded::new(entries.clone(), 0, 5 << 60).find(5 << 60), (vec![3], None));
    assert_eq!(Encoded::new(entries, 2, 7 << 60).find(7 << 60), (vec![], None));
}

#[test]
fn keys_that_agree_in_40_bits_are_candidates_of_each_other() {
    let entries = vec![entry(5 << 60, 3, 1), entry((5 << 60) + 1, 4, 7)];
    assert_eq!(Encoded::new(entries, 0, 5 << 60).find(5 << 60), (vec![3, 4], None));
}

#[test]
fn a_position_may_be_single_and_repeated() {
    let mut block = Block::from_entries(&[entry(5 << 60, 3, 1), entry(5 << 60, 4, 1)]);
    block.singles.push(Single {
        key: PositionKey(5 << 60).into(),
        game: 7,
    });
    let layout = BlockLayout {
        prefix_bits: 3,
        game_bits: 3,
    };
    let encoded = Encoded::of(block, layout, 2, 8);
    let (candidates, repetition) = encoded.find(5 << 60);
    assert_eq!(candidates, [7]);
    assert!(matches!(repetition, Some(Repetition::Postings(postings)) if postings.len() == 2));
    assert_eq!(encoded.decode(), Ok(encoded.block.clone()));
}

#[test]
fn many_postings_have_totals_and_long_ones_their_own_row() {
    let encoded = Encoded::new((0..40).map(|game| entry(1, game, 4)).collect(), 0, 1);
    let Some(Repetition::Totals(totals)) = encoded.find(1).1 else {
        panic!("totals expected")
    };
    assert_eq!(totals.all.total().games, 40);
    assert!(encoded.long.is_empty());
    let encoded = Encoded::new((0..2000).map(|game| entry(1, game, 4)).collect(), 0, 1);
    assert_eq!(encoded.find(1).1, Some(Repetition::Long));
    let totals = PositionTotals::read(&mut Bytes::new(&encoded.long[0].totals)).expect("readable");
    assert_eq!(totals.all.total().games, 2000);
    assert_eq!(encoded.decode(), Ok(encoded.block.clone()));
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

proptest! {
    #[test]
    fn every_position_is_found_and_no_other(
        raw in prop::collection::vec((any::<u64>(), 0_u32..5000, 0_u16..300), 1..300),
        prefix_bits in 0_u32..8,
        repeats in prop::collection::vec((0_usize..300, 0_u32..5000, 0_u16..300), 0..60),
    ) {
        let mut entries: Vec<IndexEntry> = raw.iter().map(|&(key, game, ply)| entry(key, game, ply)).collect();
        for (i, game, ply) in repeats {
            entries.push(entry(entries[i % raw.len()].key.0, game, ply));
        }
        for &(key, ..) in &raw {
            let mut wanted: Vec<Posting> = entries.iter().filter(|e| e.key.0 == key).map(|e| e.posting).collect();
            wanted.sort_unstable();
            let encoded = Encoded::new(entries.clone(), prefix_bits, key);
            prop_assert_eq!(encoded.decode(), Ok(encoded.block.clone()));
            match encoded.find(key) {
                (_, Some(Repetition::Postings(postings))) => prop_assert_eq!(postings, wanted),
                (candidates, None) => prop_assert!(wanted.iter().all(|p| candidates.contains(&p.game))),
                (_, Some(Repetition::Totals(totals))) => {
                    wanted.dedup_by_key(|p| p.game);
                    prop_assert_eq!(totals.all.total().games, wanted.len() as u64);
                }
                (_, Some(Repetition::Long)) => prop_assert!(false, "too few for a row of their own"),
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(data in prop::collection::vec(any::<u8>(), 0..80), key in any::<u64>(), prefix_bits in 0_u32..24, game_bits in 0_u32..=32) {
        let layout = BlockLayout { prefix_bits, game_bits };
        let _ = find(&data, layout, PositionKey(key));
        let _ = Block::decode::<Malformed>(&data, layout, layout.prefix(PositionKey(key)), |_| Err(Malformed));
    }
}
