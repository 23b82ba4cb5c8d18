//! Adding and removing files of positions.

use super::transaction::Transaction;
use crate::go::BoardSize;
use crate::interrupt::Interrupt;
use crate::position_file::PositionRecord;
use crate::store::error::StoreError;
use crate::store::games::paths::stored_path;
use crate::store::games::position_files::{PositionFile, PositionRow, SELECT_RECORDS, position_files_where};
use crate::store::snapshot::pool::Pool;
use crate::store::sqlite::table::{POSITION_FILE, POSITION_RECORD};
use jiff::Timestamp;
use rusqlite::params;
use std::path::Path;
use std::sync::Arc;

/// Records that are deleted between two looks whether to stop.
const DELETED_AT_ONCE: usize = 4096;

/// What came of adding a file of positions, with the number of its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedPositions {
    /// It was not there before.
    New(u64),
    /// It was there with the same records, and nothing was written.
    Unchanged(u64),
    /// It was there with other records, which are gone.
    Replaced(u64),
}

impl AddedPositions {
    /// How many records the file has.
    #[must_use]
    pub const fn records(self) -> u64 {
        match self {
            Self::New(records) | Self::Unchanged(records) | Self::Replaced(records) => records,
        }
    }
}

/// Adds the records of a file, all of one board size, in one transaction:
/// all of them or none. Of a file that is there already, the records are
/// compared, and replaced from the first that is another. `progress` is told
/// how many records are done. Whoever sets `stop` makes it fail with
/// [`StoreError::Stopped`].
pub fn add_positions<E: From<StoreError>>(
    pool: &Arc<Pool>,
    path: &Path,
    size: BoardSize,
    records: impl Iterator<Item = Result<PositionRecord, E>>,
    stop: Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<AddedPositions, E> {
    let transaction = Transaction::begin(pool, stop.clone())?;
    let records = records.fuse().map(|record| -> Result<_, E> {
        let record = record?;
        stop.check().map_err(StoreError::from)?;
        match record.size() {
            found if found == size => Ok(record),
            found => Err(StoreError::OtherBoardSize { found, expected: size }.into()),
        }
    });
    let added = write_positions(&transaction, path, size, records, &mut progress)?;
    transaction.finish()?;
    Ok(added)
}

/// Removes a file of positions, in one transaction. How many records it had;
/// 0 where no file has this row.
pub fn remove_position_file(pool: &Arc<Pool>, id: i64) -> Result<u64, StoreError> {
    let transaction = Transaction::begin(pool, Interrupt::default())?;
    let file = position_files_where(&transaction, "WHERE id = ?1", [id])?.pop();
    let Some(file) = file else { return Ok(0) };
    delete_positions(&transaction, id, 1)?;
    transaction.execute("DELETE FROM position_file WHERE id = ?1", [id])?;
    transaction.change_state(|state| state.position_files -= 1);
    count_positions(&transaction, file.records, 0);
    transaction.finish()?;
    Ok(file.records)
}

fn write_positions<E: From<StoreError>>(
    transaction: &Transaction,
    path: &Path,
    size: BoardSize,
    mut records: impl Iterator<Item = Result<PositionRecord, E>>,
    progress: &mut dyn FnMut(u64),
) -> Result<AddedPositions, E> {
    let path = stored_path(path);
    let path = path.to_string_lossy();
    let known = position_files_where(transaction, "WHERE path = ?1", [&path])?.pop();
    let id = match &known {
        Some(file) => file.id,
        None => transaction.number("SELECT coalesce(max(id), 0) + 1 FROM position_file")?,
    };
    let same_board = known.as_ref().filter(|file| file.board_size == size);
    let (mut count, next) = match same_board {
        Some(file) => compare(transaction, file, &mut records, progress)?,
        None => (0, None),
    };
    if next.is_none() && same_board.is_some_and(|file| file.records == count) {
        return Ok(AddedPositions::Unchanged(count));
    }
    delete_positions(transaction, id, count + 1)?;
    let mut insert = transaction
        .sqlite()
        .prepare(&POSITION_RECORD.insert("INSERT"))
        .map_err(|e| transaction.error(e))?;
    let mut row: i64 = transaction.number("SELECT coalesce(max(id), 0) FROM position_record")?;
    for record in next.map(Ok).into_iter().chain(records) {
        let record = record?;
        count += 1;
        row += 1;
        insert
            .execute(params![row, id, count, record.id().to_bytes(), record.as_bytes()])
            .map_err(|e| transaction.error(e))?;
        progress(count);
    }
    let values = params![id, path, Timestamp::now().to_string(), size.lines(), count];
    transaction.execute(&POSITION_FILE.insert("INSERT OR REPLACE"), values)?;
    count_positions(transaction, known.as_ref().map_or(0, |file| file.records), count);
    Ok(match known {
        Some(_) => AddedPositions::Replaced(count),
        None => {
            transaction.change_state(|state| state.position_files += 1);
            AddedPositions::New(count)
        }
    })
}

/// Takes records for as long as they are those of a file: how many are, and
/// the first that is not.
fn compare<E: From<StoreError>>(
    transaction: &Transaction,
    file: &PositionFile,
    records: &mut impl Iterator<Item = Result<PositionRecord, E>>,
    progress: &mut dyn FnMut(u64),
) -> Result<(u64, Option<PositionRecord>), E> {
    let error = |error| transaction.error(error);
    let mut statement = transaction.sqlite().prepare_cached(&SELECT_RECORDS).map_err(error)?;
    let mut rows = statement.query([file.id]).map_err(error)?;
    let mut count = 0;
    for record in records {
        let record = record?;
        let row = rows.next().map_err(error)?;
        let row = row.map(PositionRow::new).transpose().map_err(error)?;
        // A row that is damaged is written anew.
        let is_same =
            |row: PositionRow<'_>| row.intact && row.number == count as i64 + 1 && row.record == record.as_bytes();
        if !row.is_some_and(is_same) {
            return Ok((count, Some(record)));
        }
        count += 1;
        progress(count);
    }
    Ok((count, None))
}

/// Deletes the records of a file from a number on.
fn delete_positions(transaction: &Transaction, file: i64, first: u64) -> Result<(), StoreError> {
    let sql = "DELETE FROM position_record WHERE id IN (SELECT id FROM position_record
                   WHERE position_file = ?1 AND number >= ?2 ORDER BY number LIMIT ?3)";
    loop {
        transaction.stop.check()?;
        transaction.execute(sql, params![file, first, DELETED_AT_ONCE])?;
        if transaction.sqlite().changes() < DELETED_AT_ONCE as u64 {
            return Ok(());
        }
    }
}

/// Counts the records of a file in place of those that it had.
fn count_positions(transaction: &Transaction, before: u64, now: u64) {
    transaction.change_state(|state| state.position_records = (state.position_records + now).saturating_sub(before));
}

#[cfg(test)]
mod tests;
