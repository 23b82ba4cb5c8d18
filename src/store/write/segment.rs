//! Writing index segments and their blocks.

use super::transaction::Transaction;
use crate::store::codec::checksum::seal;
use crate::store::error::StoreError;
use crate::store::index::blocks::EncodedBlock;
use crate::store::index::segment::Segment;
use crate::store::sqlite::table::SEGMENT;
use rusqlite::params;

/// Assigns the segment an id and writes its row.
pub fn add_segment(transaction: &Transaction, segment: &mut Segment) -> Result<(), StoreError> {
    // The checksum covers the id, so SQLite cannot assign it.
    let next = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'segment'), 0) + 1";
    segment.id = transaction.value(next)?;
    if !segment.is_possible() {
        return Err(transaction.damaged(format!("it has no room for segment {}", segment.id)));
    }
    write_segment(transaction, segment)
}

/// Writes or replaces the row of a segment.
pub fn write_segment(transaction: &Transaction, segment: &Segment) -> Result<(), StoreError> {
    let Segment {
        id,
        first_game,
        last_game,
        games,
        positions,
        prefix_bits,
    } = *segment;
    let values = params![id, first_game, last_game, games, positions, prefix_bits];
    transaction.execute(&SEGMENT.insert("INSERT OR REPLACE"), values)?;
    Ok(())
}

/// Deletes a segment with its blocks and posting lists.
pub fn delete_segment(transaction: &Transaction, segment: &Segment) -> Result<(), StoreError> {
    let (first, last) = (segment.block_row(0), segment.block_row(segment.blocks() - 1));
    transaction.execute("DELETE FROM position_block WHERE id BETWEEN ?1 AND ?2", [first, last])?;
    transaction.execute("DELETE FROM posting_list WHERE segment = ?1", [segment.id])?;
    transaction.execute("DELETE FROM segment WHERE id = ?1", [segment.id])?;
    Ok(())
}

/// Writes a new block of a segment.
pub fn write_block(transaction: &Transaction, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
    put_block(transaction, "INSERT", segment, block)
}

/// Replaces a block of a segment.
pub fn rewrite_block(transaction: &Transaction, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
    put_block(transaction, "REPLACE", segment, block)
}

fn put_block(transaction: &Transaction, verb: &str, segment: &Segment, block: EncodedBlock) -> Result<(), StoreError> {
    let row = segment.block_row(block.prefix);
    let data = seal(block.data, &[row]);
    transaction.execute(
        &format!("{verb} INTO position_block (id, data) VALUES (?1, ?2)"),
        params![row, data],
    )?;
    for list in block.long {
        let key = list.key.0 as i64;
        let identity = [segment.id, key];
        let (totals, postings) = (seal(list.totals, &identity), seal(list.postings, &identity));
        let sql = format!("{verb} INTO posting_list (segment, key, totals, postings) VALUES (?1, ?2, ?3, ?4)");
        transaction.execute(&sql, params![segment.id, key, totals, postings])?;
    }
    Ok(())
}
