use crate::go::PositionKey;
use crate::store::StoreError;
use crate::store::codec::{
    Block, BlockLayout, Bytes, GameFacts, ListPart, LongList, LongLists, MAX_PREFIX_BITS, Malformed, PositionTotals,
    seal, unseal,
};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{SEGMENT, intact};
use rusqlite::Row;
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
    /// Creates a segment for a number of positions in a range of games, with blocks for so many entries. Its number
    /// is assigned when it is written.
    pub fn new(first_game: i64, last_game: i64, games: u32, positions: u64, entries: u64) -> Self {
        Self {
            id: 0,
            first_game,
            last_game,
            games,
            positions,
            prefix_bits: BlockLayout::prefix_bits_for(entries),
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

    /// Returns about how many positions and terms it has.
    pub fn entries(&self) -> u64 {
        self.positions.max(BlockLayout::entries_of(self.prefix_bits))
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
    pub long: LongLists,
}

impl EncodedBlock {
    pub fn new(prefix: u32, block: &Block, layout: BlockLayout, facts: &[Option<GameFacts>]) -> Self {
        let mut long = LongLists::new();
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

/// The number in a row of a long list that stands for its totals, in place of the first game of a part.
const TOTALS: i64 = -1;

/// Reads the totals of a position whose postings are not in its block.
pub fn long_totals(snapshot: &Snapshot, segment: &Segment, key: PositionKey) -> Result<PositionTotals, StoreError> {
    let sql = "SELECT data FROM posting_list WHERE segment = ?1 AND key = ?2 AND first_game = ?3";
    let sealed = snapshot.optional(sql, [segment.id, key.0 as i64, TOTALS])?;
    let sealed = sealed.ok_or_else(|| damaged_list(snapshot, segment, key, "is missing"))?;
    let data = unsealed_part(snapshot, segment, key, TOTALS, sealed)?;
    PositionTotals::read(&mut Bytes::new(&data))
        .map_err(|Malformed| damaged_list(snapshot, segment, key, "cannot be read"))
}

/// Reads the part with the game `from`, counted from the first of the segment, of the postings of a position
/// that are not in its block.
pub fn long_part(snapshot: &Snapshot, segment: &Segment, key: PositionKey, from: u32) -> Result<ListPart, StoreError> {
    let sql =
        "SELECT first_game, data FROM posting_list WHERE segment = ?1 AND key = ?2 AND first_game BETWEEN 0 AND ?3
               ORDER BY first_game DESC LIMIT 1";
    let values = [segment.id, key.0 as i64, from.into()];
    let rows: Vec<(i64, Vec<u8>)> = snapshot.rows(sql, values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let row = rows.into_iter().next();
    let (first, sealed) = row.ok_or_else(|| damaged_list(snapshot, segment, key, "is missing"))?;
    let data = unsealed_part(snapshot, segment, key, first, sealed)?;
    match ListPart::read(&data, first as u32) {
        Ok(part) if part.next.is_none_or(|next| from < next) => Ok(part),
        Ok(_) => Err(damaged_list(snapshot, segment, key, "lacks a part")),
        Err(Malformed) => Err(damaged_list(snapshot, segment, key, "cannot be read")),
    }
}

/// Reads the long lists of the positions from `first` to `last`.
pub fn long_lists_between(
    snapshot: &Snapshot,
    segment: &Segment,
    first: PositionKey,
    last: PositionKey,
) -> Result<LongLists, StoreError> {
    // Keys are stored as signed integers with the same bits.
    let (low, high) = (first.0 as i64, last.0 as i64);
    let ranges = if low <= high {
        vec![(low, high)]
    } else {
        vec![(low, i64::MAX), (i64::MIN, high)]
    };
    let mut lists = LongLists::new();
    for (low, high) in ranges {
        let sql = "SELECT key, first_game, data FROM posting_list WHERE segment = ?1 AND key BETWEEN ?2 AND ?3";
        let rows = snapshot.rows(sql, [segment.id, low, high], |row| {
            Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?))
        })?;
        for (key, first, sealed) in rows {
            let key = PositionKey(key as u64);
            let data = unsealed_part(snapshot, segment, key, first, sealed)?;
            let list = lists.entry(key).or_default();
            match u32::try_from(first) {
                Ok(first) => drop(list.parts.insert(first, data)),
                Err(_) => list.totals = data,
            }
        }
    }
    Ok(lists)
}

fn unsealed_part(
    snapshot: &Snapshot,
    segment: &Segment,
    key: PositionKey,
    first: i64,
    sealed: Vec<u8>,
) -> Result<Vec<u8>, StoreError> {
    let identity = [segment.id, key.0 as i64, first];
    unseal(sealed, &identity).ok_or_else(|| damaged_list(snapshot, segment, key, "has a wrong checksum"))
}

/// Returns the rows of a long list: the number that stands for each, and its sealed data.
pub fn sealed_parts(segment: &Segment, key: PositionKey, list: LongList) -> impl Iterator<Item = (i64, Vec<u8>)> {
    let (id, key) = (segment.id, key.0 as i64);
    let parts = list.parts.into_iter().map(|(first, part)| (i64::from(first), part));
    let all = std::iter::once((TOTALS, list.totals)).chain(parts);
    all.map(move |(first, data)| (first, seal(data, &[id, key, first])))
}

pub fn damaged_list(snapshot: &Snapshot, segment: &Segment, key: PositionKey, what: &str) -> StoreError {
    snapshot.damaged(format!("the posting list of {key} in segment {} {what}", segment.id))
}
