use crate::go::PositionKey;
use crate::store::StoreError;
use crate::store::codec::{
    Block, BlockLayout, Bytes, GameFacts, LongList, MAX_PREFIX_BITS, Malformed, PositionTotals, Posting, read_postings,
    unseal,
};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{SEGMENT, intact};
use rusqlite::Row;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The limit for the numbers of segments, which are the high bits of the numbers of
/// blocks.
const MAX_ID: i64 = 1 << (62 - MAX_PREFIX_BITS);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub id: i64,
    /// The first game, from which the games in blocks are counted.
    pub first_game: i64,
    pub last_game: i64,
    /// The number of games. It is less than the range of numbers if games were
    /// removed.
    pub games: u32,
    pub positions: u64,
    /// The number of key bits that select a block.
    pub prefix_bits: u32,
}

impl Segment {
    /// Creates a segment for a number of positions in a range of games. Its number
    /// is assigned when it is written.
    pub fn new(first_game: i64, last_game: i64, games: u32, positions: u64) -> Self {
        Self {
            id: 0,
            first_game,
            last_game,
            games,
            positions,
            prefix_bits: BlockLayout::prefix_bits_for(positions),
        }
    }

    /// Returns SQL that reads all rows of the table for [`Segment::from_row`].
    pub fn select() -> String {
        let columns = "id, first_game, last_game, games, positions, prefix_bits";
        SEGMENT.select(columns, "ORDER BY first_game")
    }

    /// Reads a segment from a row of [`Segment::select`], whose first value tells
    /// whether the row is intact.
    pub fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(1)?,
            first_game: row.get(2)?,
            last_game: row.get(3)?,
            games: row.get(4)?,
            positions: row.get(5)?,
            prefix_bits: row.get(6)?,
        })
    }

    /// Returns whether the numbers of the segment are consistent. Inconsistent ones
    /// would cause blocks to be misread.
    pub fn is_possible(&self) -> bool {
        let span = self
            .last_game
            .checked_sub(self.first_game)
            .and_then(|n| n.checked_add(1));
        (1..MAX_ID).contains(&self.id)
            && self.first_game >= 1
            && span.is_some_and(|span| span >= i64::from(self.games) && span <= i64::from(u32::MAX))
            && self.prefix_bits <= MAX_PREFIX_BITS
    }

    /// Returns the number of game numbers from the first game to the last.
    pub const fn span(&self) -> u32 {
        (self.last_game - self.first_game + 1) as u32
    }

    pub const fn offset(&self, game: i64) -> u32 {
        (game - self.first_game) as u32
    }

    pub fn game(&self, offset: u32) -> i64 {
        self.first_game + i64::from(offset)
    }

    pub const fn layout(&self) -> BlockLayout {
        BlockLayout {
            prefix_bits: self.prefix_bits,
            game_bits: BlockLayout::game_bits(self.span()),
        }
    }

    pub const fn blocks(&self) -> u32 {
        1 << self.prefix_bits
    }

    /// Returns the row of the block with this prefix.
    pub const fn block_row(&self, prefix: u32) -> i64 {
        self.id << MAX_PREFIX_BITS | prefix as i64
    }
}

impl Snapshot {
    /// Returns the segments of the index, in the order of their games.
    pub(crate) fn segments(&self) -> Result<Vec<Segment>, StoreError> {
        let segments = self.rows(&Segment::select(), [], |row| {
            Ok((intact(row)?, Segment::from_row(row)?))
        })?;
        let expected = self.state()?.segments;
        if segments.len() as u64 != expected {
            return Err(self.damaged(format!("{} of its {expected} segments are there", segments.len())));
        }
        segments
            .into_iter()
            .map(|(intact, segment)| {
                if intact && segment.is_possible() {
                    Ok(segment)
                } else {
                    Err(self.damaged(format!("segment {} has wrong numbers", segment.id)))
                }
            })
            .collect()
    }
}

/// A block as stored, without its checksum.
pub struct EncodedBlock {
    /// The number of the block in its segment.
    pub prefix: u32,
    pub data: Vec<u8>,
    /// The postings that are stored in rows of their own.
    pub long: Vec<LongList>,
}

impl EncodedBlock {
    pub fn new(prefix: u32, block: &Block, layout: BlockLayout, facts: &[Option<GameFacts>]) -> Self {
        let mut long = Vec::new();
        let data = block.encode(layout, facts, &mut long);
        Self { prefix, data, long }
    }
}

pub fn read_block(snapshot: &Snapshot, segment: &Segment, prefix: u32) -> Result<Vec<u8>, StoreError> {
    let row = segment.block_row(prefix);
    let sealed: Option<Vec<u8>> = snapshot.optional("SELECT data FROM position_block WHERE id = ?1", [row])?;
    unsealed_block(snapshot, row, sealed)
}

/// Reads the data of the blocks with these prefixes, in their order.
pub fn read_blocks(
    snapshot: &Snapshot,
    segment: &Segment,
    prefixes: RangeInclusive<u32>,
) -> Result<Vec<Vec<u8>>, StoreError> {
    let (first, last) = (segment.block_row(*prefixes.start()), segment.block_row(*prefixes.end()));
    let sql = "SELECT id, data FROM position_block WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
    let rows: Vec<(i64, Vec<u8>)> = snapshot.rows(sql, [first, last], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut rows = rows.into_iter().peekable();
    (first..=last)
        .map(|row| unsealed_block(snapshot, row, rows.next_if(|(id, _)| *id == row).map(|(_, data)| data)))
        .collect()
}

fn unsealed_block(snapshot: &Snapshot, row: i64, sealed: Option<Vec<u8>>) -> Result<Vec<u8>, StoreError> {
    let sealed = sealed.ok_or_else(|| snapshot.damaged(format!("position block {row} is missing")))?;
    unseal(sealed, &[row]).ok_or_else(|| snapshot.damaged(format!("position block {row} has a wrong checksum")))
}

pub fn malformed_block(snapshot: &Snapshot, segment: &Segment, prefix: u32) -> StoreError {
    snapshot.damaged(format!("position block {} cannot be read", segment.block_row(prefix)))
}

/// Reads the totals of a position whose postings are in a row of their own.
pub fn long_totals(snapshot: &Snapshot, segment: &Segment, key: PositionKey) -> Result<PositionTotals, StoreError> {
    let data = read_list(snapshot, "totals", segment, key)?;
    PositionTotals::read(&mut Bytes::new(&data))
        .map_err(|Malformed| damaged_list(snapshot, segment, key, "cannot be read"))
}

/// Reads the postings of a position that are in a row of their own.
pub fn long_postings(snapshot: &Snapshot, segment: &Segment, key: PositionKey) -> Result<Vec<Posting>, StoreError> {
    let data = read_list(snapshot, "postings", segment, key)?;
    read_postings(&mut Bytes::new(&data)).map_err(|Malformed| damaged_list(snapshot, segment, key, "cannot be read"))
}

/// Reads the postings of the positions from `first` to `last` that are in rows of
/// their own.
pub fn long_postings_between(
    snapshot: &Snapshot,
    segment: &Segment,
    first: PositionKey,
    last: PositionKey,
) -> Result<HashMap<PositionKey, Vec<Posting>>, StoreError> {
    // Keys are stored as signed integers with the same bits.
    let (low, high) = (first.0 as i64, last.0 as i64);
    let ranges = if low <= high {
        vec![(low, high)]
    } else {
        vec![(low, i64::MAX), (i64::MIN, high)]
    };
    let mut lists = HashMap::new();
    for (low, high) in ranges {
        let sql = "SELECT key, postings FROM posting_list WHERE segment = ?1 AND key BETWEEN ?2 AND ?3";
        let rows = snapshot.rows(sql, [segment.id, low, high], |row| {
            Ok((row.get::<_, i64>(0)?, row.get(1)?))
        })?;
        for (key, sealed) in rows {
            let key = PositionKey(key as u64);
            lists.insert(key, unsealed_postings(snapshot, segment, key, sealed)?);
        }
    }
    Ok(lists)
}

fn unsealed_postings(
    snapshot: &Snapshot,
    segment: &Segment,
    key: PositionKey,
    sealed: Vec<u8>,
) -> Result<Vec<Posting>, StoreError> {
    let data = unsealed_list(snapshot, segment, key, sealed)?;
    read_postings(&mut Bytes::new(&data)).map_err(|Malformed| damaged_list(snapshot, segment, key, "cannot be read"))
}

fn read_list(snapshot: &Snapshot, column: &str, segment: &Segment, key: PositionKey) -> Result<Vec<u8>, StoreError> {
    let sql = format!("SELECT {column} FROM posting_list WHERE segment = ?1 AND key = ?2");
    let identity = [segment.id, key.0 as i64];
    let sealed: Option<Vec<u8>> = snapshot.optional(&sql, identity)?;
    let sealed = sealed.ok_or_else(|| damaged_list(snapshot, segment, key, "is missing"))?;
    unsealed_list(snapshot, segment, key, sealed)
}

fn unsealed_list(
    snapshot: &Snapshot,
    segment: &Segment,
    key: PositionKey,
    sealed: Vec<u8>,
) -> Result<Vec<u8>, StoreError> {
    let identity = [segment.id, key.0 as i64];
    unseal(sealed, &identity).ok_or_else(|| damaged_list(snapshot, segment, key, "has a wrong checksum"))
}

fn damaged_list(snapshot: &Snapshot, segment: &Segment, key: PositionKey, what: &str) -> StoreError {
    snapshot.damaged(format!("the posting list of {key} in segment {} {what}", segment.id))
}
