use crate::go::PositionKey;
use crate::store::codec::block::{Block, BlockLayout, FactsOfGames, LongList};
use crate::store::codec::bytes::{Bytes, Malformed};
use crate::store::codec::checksum::{seal, unseal};
use crate::store::codec::posting::{PositionTotals, Posting, read_postings};
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use rusqlite::params;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A block as it is stored, without its seal.
pub struct EncodedBlock {
    /// Which block of its segment.
    pub prefix: u32,
    pub data: Vec<u8>,
    /// The postings that lie in rows of their own.
    pub long: Vec<LongList>,
}

impl EncodedBlock {
    /// Encodes a block for a segment of this layout.
    #[must_use]
    pub fn new(prefix: u32, block: &Block, layout: BlockLayout, facts: &FactsOfGames) -> Self {
        let mut long = Vec::new();
        let data = block.encode(layout, facts, &mut long);
        Self { prefix, data, long }
    }
}

impl Database {
    /// Writes a block of a segment.
    pub(crate) fn write_block(&self, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
        self.put_block("INSERT", segment, block)
    }

    /// Writes a block that is there already anew.
    pub(crate) fn rewrite_block(&self, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
        self.put_block("REPLACE", segment, block)
    }

    fn put_block(&self, verb: &str, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
        let row = segment.block_row(block.prefix);
        let data = seal(block.data, &[row]);
        self.execute(
            &format!("{verb} INTO position_block (id, data) VALUES (?1, ?2)"),
            params![row, data],
        )?;
        for list in block.long {
            let key = list.key.0 as i64;
            let identity = [segment.id, key];
            let (totals, postings) = (seal(list.totals, &identity), seal(list.postings, &identity));
            let sql = format!("{verb} INTO posting_list (segment, key, totals, postings) VALUES (?1, ?2, ?3, ?4)");
            self.execute(&sql, params![segment.id, key, totals, postings])?;
        }
        Ok(())
    }

    /// The data of a block.
    pub(crate) fn read_block(&self, segment: &Segment, prefix: u32) -> Result<Vec<u8>, StoreError> {
        let row = segment.block_row(prefix);
        let sealed: Option<Vec<u8>> = self.optional("SELECT data FROM position_block WHERE id = ?1", [row])?;
        self.unsealed_block(row, sealed)
    }

    /// The data of the blocks with these prefixes, in their order.
    pub(crate) fn read_blocks(
        &self,
        segment: &Segment,
        prefixes: RangeInclusive<u32>,
    ) -> Result<Vec<Vec<u8>>, StoreError> {
        let (first, last) = (segment.block_row(*prefixes.start()), segment.block_row(*prefixes.end()));
        let sql = "SELECT id, data FROM position_block WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
        let rows: Vec<(i64, Vec<u8>)> = self.rows(sql, [first, last], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut rows = rows.into_iter().peekable();
        (first..=last)
            .map(|row| self.unsealed_block(row, rows.next_if(|(id, _)| *id == row).map(|(_, data)| data)))
            .collect()
    }

    fn unsealed_block(&self, row: i64, sealed: Option<Vec<u8>>) -> Result<Vec<u8>, StoreError> {
        let sealed = sealed.ok_or_else(|| self.damaged(format!("position block {row} is missing")))?;
        unseal(sealed, &[row]).ok_or_else(|| self.damaged(format!("position block {row} has a wrong checksum")))
    }

    /// What is wrong with a block that cannot be decoded.
    pub(crate) fn malformed_block(&self, segment: &Segment, prefix: u32) -> StoreError {
        self.damaged(format!("position block {} cannot be read", segment.block_row(prefix)))
    }

    /// The totals of a position whose postings lie in a row of their own.
    pub(crate) fn long_totals(&self, segment: &Segment, key: PositionKey) -> Result<PositionTotals, StoreError> {
        let data = self.read_list("totals", segment, key)?;
        PositionTotals::read(&mut Bytes::new(&data))
            .map_err(|Malformed| self.damaged_list(segment, key, "cannot be read"))
    }

    /// The postings of a position that lie in a row of their own.
    pub(crate) fn long_postings(&self, segment: &Segment, key: PositionKey) -> Result<Vec<Posting>, StoreError> {
        let data = self.read_list("postings", segment, key)?;
        read_postings(&mut Bytes::new(&data)).map_err(|Malformed| self.damaged_list(segment, key, "cannot be read"))
    }

    /// The postings of the positions from `first` to `last` that lie in rows of
    /// their own.
    pub(crate) fn long_postings_between(
        &self,
        segment: &Segment,
        first: PositionKey,
        last: PositionKey,
    ) -> Result<HashMap<PositionKey, Vec<Posting>>, StoreError> {
        // Keys are stored as signed numbers of the same bits.
        let (low, high) = (first.0 as i64, last.0 as i64);
        let ranges = if low <= high {
            vec![(low, high)]
        } else {
            vec![(low, i64::MAX), (i64::MIN, high)]
        };
        let mut lists = HashMap::new();
        for (low, high) in ranges {
            let sql = "SELECT key, postings FROM posting_list WHERE segment = ?1 AND key BETWEEN ?2 AND ?3";
            let rows = self.rows(sql, [segment.id, low, high], |row| {
                Ok((row.get::<_, i64>(0)?, row.get(1)?))
            })?;
            for (key, sealed) in rows {
                let key = PositionKey(key as u64);
                lists.insert(key, self.unsealed_postings(segment, key, sealed)?);
            }
        }
        Ok(lists)
    }

    fn unsealed_postings(
        &self,
        segment: &Segment,
        key: PositionKey,
        sealed: Vec<u8>,
    ) -> Result<Vec<Posting>, StoreError> {
        let data = self.unsealed_list(segment, key, sealed)?;
        read_postings(&mut Bytes::new(&data)).map_err(|Malformed| self.damaged_list(segment, key, "cannot be read"))
    }

    fn read_list(&self, column: &str, segment: &Segment, key: PositionKey) -> Result<Vec<u8>, StoreError> {
        let sql = format!("SELECT {column} FROM posting_list WHERE segment = ?1 AND key = ?2");
        let identity = [segment.id, key.0 as i64];
        let sealed: Option<Vec<u8>> = self.optional(&sql, identity)?;
        let sealed = sealed.ok_or_else(|| self.damaged_list(segment, key, "is missing"))?;
        self.unsealed_list(segment, key, sealed)
    }

    fn unsealed_list(&self, segment: &Segment, key: PositionKey, sealed: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let identity = [segment.id, key.0 as i64];
        unseal(sealed, &identity).ok_or_else(|| self.damaged_list(segment, key, "has a wrong checksum"))
    }

    fn damaged_list(&self, segment: &Segment, key: PositionKey, what: &str) -> StoreError {
        self.damaged(format!("the posting list of {key} in segment {} {what}", segment.id))
    }
}
