//! Adding and removing position files.

use super::transaction::Transaction;
use crate::go::BoardSize;
use crate::interrupt::Interrupt;
use crate::position_file::PositionRecord;
use crate::store::StoreError;
use crate::store::games::{PositionFile, PositionRecordRow, SELECT_RECORDS, position_files_where, stored_path};
use crate::store::snapshot::Pool;
use crate::store::sqlite::{POSITION_FILE, POSITION_RECORD};
use rusqlite::params;
use std::path::Path;
use std::sync::Arc;

/// The number of records deleted between two checks for an interrupt.
const DELETED_AT_ONCE: usize = 4096;

/// The outcome of adding a position file, with the number of its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedPositions {
    /// The file is new.
    New(u64),
    /// The file was present with the same records; nothing was written.
    Unchanged(u64),
    /// The file was present with other records, which were replaced.
    Replaced(u64),
}

impl AddedPositions {
    /// Returns the number of records of the file.
    #[must_use]
    pub const fn records(self) -> u64 {
        match self {
            Self::New(records) | Self::Unchanged(records) | Self::Replaced(records) => records,
        }
    }
}

/// Adds the records of a file, all of one board size, in one transaction. If the file
/// is already present, the records are compared, and rewritten from the first
/// difference on. Calls `progress` with the number of records done. Fails with
/// [`StoreError::Stopped`] once `stop` is set.
pub fn add_position_file<E: From<StoreError>>(
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

/// Removes a position file in one transaction. Returns the number of its records, or 0
/// if no file has this id.
pub fn remove_position_file(pool: &Arc<Pool>, id: i64) -> Result<u64, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
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
        None => transaction.value("SELECT coalesce(max(id), 0) + 1 FROM position_file")?,
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
    let mut insert = transaction.run(|sqlite| sqlite.prepare(&POSITION_RECORD.insert("INSERT")))?;
    let first: i64 = transaction.value("SELECT coalesce(max(id), 0) + 1 FROM position_record")?;
    for (row, record) in (first..).zip(next.map(Ok).into_iter().chain(records)) {
        let record = record?;
        count += 1;
        transaction.run(|_| insert.execute(params![row, id, count, record.id().to_bytes(), record.as_bytes()]))?;
        progress(count);
    }
    let values = params![id, path, transaction.connection().now()?, size.lines(), count];
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

/// Consumes records while they equal those of a file. Returns the number of equal
/// records and the first different one.
fn compare<E: From<StoreError>>(
    transaction: &Transaction,
    file: &PositionFile,
    records: &mut impl Iterator<Item = Result<PositionRecord, E>>,
    progress: &mut dyn FnMut(u64),
) -> Result<(u64, Option<PositionRecord>), E> {
    let mut statement = transaction.run(|sqlite| sqlite.prepare_cached(&SELECT_RECORDS))?;
    let mut rows = transaction.run(|_| statement.query([file.id]))?;
    let mut count = 0;
    for record in records {
        let record = record?;
        let row = transaction.run(|_| rows.next()?.map(PositionRecordRow::new).transpose())?;
        // A damaged row counts as different, so it is rewritten.
        let is_same =
            row.is_some_and(|row| row.intact && row.number == count as i64 + 1 && row.record == record.as_bytes());
        if !is_same {
            return Ok((count, Some(record)));
        }
        count += 1;
        progress(count);
    }
    Ok((count, None))
}

/// Deletes the records of a file from the number `first` on.
fn delete_positions(transaction: &Transaction, file: i64, first: u64) -> Result<(), StoreError> {
    let sql = "DELETE FROM position_record WHERE id IN (SELECT id FROM position_record
                   WHERE position_file = ?1 AND number >= ?2 ORDER BY number LIMIT ?3)";
    loop {
        transaction.stop.check()?;
        let deleted = transaction.execute(sql, params![file, first, DELETED_AT_ONCE])?;
        if deleted < DELETED_AT_ONCE as u64 {
            return Ok(());
        }
    }
}

fn count_positions(transaction: &Transaction, before: u64, now: u64) {
    transaction.change_state(|state| state.position_records = (state.position_records + now).saturating_sub(before));
}

#[cfg(test)]
mod tests;
