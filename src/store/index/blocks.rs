use crate::go::PositionKey;
use crate::store::codec::block::{Block, BlockLayout, FactsOfGames, LongList};
use crate::store::codec::bytes::{Bytes, Malformed};
use crate::store::codec::checksum::unseal;
use crate::store::codec::posting::{PositionTotals, Posting, read_postings};
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use crate::store::snapshot::Snapshot;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A block as stored, without its checksum.
pub struct EncodedBlock {
    /// The number of the block in its segment.
    pub prefix: u32,
    pub data: Vec<u8>,
    /// The postings that are stored in rows of their own.
    pub long: Vec<LongList>,
}

impl EncodedBlock {
    /// Encodes a block for a segment with this layout.
    #[must_use]
    pub fn new(prefix: u32, block: &Block, layout: BlockLayout, facts: &FactsOfGames) -> Self {
        let mut long = Vec::new();
        let data = block.encode(layout, facts, &mut long);
        Self { prefix, data, long }
    }
}

/// Reads the data of a block.
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

/// Returns the error for a block that cannot be decoded.
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
