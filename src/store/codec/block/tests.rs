use super::super::block::*;
use super::super::posting::NextCode;

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
