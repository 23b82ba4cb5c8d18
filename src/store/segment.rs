use super::block::{self, BlockLayout, Entry, LongList};
use super::seal::seal;
use super::totals::GameFacts;
use rayon::prelude::*;
use rusqlite::{Connection, params};

/// Blocks that one thread encodes at a time.
const BLOCKS_AT_ONCE: u32 = 256;

/// A row of the segment table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its number.
    pub id: i64,
    /// The first of its games, from which those in its blocks are counted.
    pub first_game: i64,
    /// The last of its games.
    pub last_game: i64,
    /// How many there are: all from the first to the last, as segments are
    /// not merged and games not removed yet.
    pub games: u32,
    /// Bits of a key that tell its block.
    pub prefix_bits: u32,
}

impl Segment {
    /// Whether a segment can have such numbers; others would let its blocks
    /// be read as something that they are not.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.first_game >= 1
            && self.last_game.checked_sub(self.first_game) == Some(i64::from(self.games) - 1)
            && self.prefix_bits <= block::MAX_PREFIX_BITS
    }

    /// What the numbers in its blocks mean.
    #[must_use]
    pub const fn layout(&self) -> BlockLayout {
        BlockLayout {
            prefix_bits: self.prefix_bits,
            game_bits: BlockLayout::game_bits(self.games),
        }
    }

    /// The row of the block with this prefix.
    #[must_use]
    pub const fn block_row(&self, prefix: u32) -> i64 {
        self.id << block::MAX_PREFIX_BITS | prefix as i64
    }
}

/// Writes the index of the games from `first_game` on, whose facts are
/// `facts`, as a new segment. Sorts `entries`.
pub fn write(conn: &Connection, first_game: i64, entries: &mut [Entry], facts: &[GameFacts]) -> rusqlite::Result<()> {
    entries.par_sort_unstable();
    let layout = BlockLayout::for_segment(entries.len(), facts.len() as u32);
    let last_game = first_game + facts.len() as i64 - 1;
    conn.prepare_cached(
        "INSERT INTO segment (first_game, last_game, games, positions, prefix_bits) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        first_game,
        last_game,
        facts.len(),
        entries.len(),
        layout.prefix_bits
    ])?;
    let segment = Segment {
        id: conn.last_insert_rowid(),
        first_game,
        last_game,
        games: facts.len() as u32,
        prefix_bits: layout.prefix_bits,
    };
    let mut insert = conn.prepare_cached("INSERT INTO position_block (id, data) VALUES (?1, ?2)")?;
    let mut insert_long =
        conn.prepare_cached("INSERT INTO posting_list (segment, key, totals, postings) VALUES (?1, ?2, ?3, ?4)")?;
    for (row, data, long) in encode(&segment, entries, facts) {
        insert.execute(params![row, data])?;
        for list in long {
            let key = list.key.0 as i64;
            let identity = [segment.id, key];
            let (totals, postings) = (seal(list.totals, &identity), seal(list.postings, &identity));
            insert_long.execute(params![segment.id, key, totals, postings])?;
        }
    }
    Ok(())
}

type EncodedBlock = (i64, Vec<u8>, Vec<LongList>);

/// Encodes every block, on all cores.
fn encode(segment: &Segment, entries: &[Entry], facts: &[GameFacts]) -> Vec<EncodedBlock> {
    let layout = segment.layout();
    let blocks = 1_u32 << layout.prefix_bits;
    let parts: Vec<Vec<EncodedBlock>> = (0..blocks.div_ceil(BLOCKS_AT_ONCE))
        .into_par_iter()
        .map(|part| {
            let first = part * BLOCKS_AT_ONCE;
            let start = entries.partition_point(|entry| layout.prefix(entry.key) < first);
            let mut rest = &entries[start..];
            (first..blocks.min(first + BLOCKS_AT_ONCE))
                .map(|prefix| {
                    let end = rest.partition_point(|entry| layout.prefix(entry.key) <= prefix);
                    let (mine, others) = rest.split_at(end);
                    rest = others;
                    let mut long = Vec::new();
                    let data = block::encode(mine, layout, facts, &mut long);
                    let row = segment.block_row(prefix);
                    (row, seal(data, &[row]), long)
                })
                .collect()
        })
        .collect();
    parts.into_iter().flatten().collect()
}
