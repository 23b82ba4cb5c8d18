//! Files of positions: their records as they were imported, byte for byte, in
//! the order of the file and by their ids.

use crate::formats::positions::{PositionId, PositionRecord};
use crate::go::BoardSize;
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::games::paths::stored_path;
use crate::store::sqlite::table::{POSITION_FILE, POSITION_RECORD, intact};
use crate::store::write::transaction::Transaction;
use jiff::Timestamp;
use rusqlite::{Params, Row, params};
use std::path::Path;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Records that are deleted between two looks whether to stop.
const DELETED_AT_ONCE: usize = 4096;

static SELECT_RECORDS: LazyLock<String> = LazyLock::new(|| {
    POSITION_RECORD.select(
        "number, position_id, record",
        "WHERE position_file = ?1 ORDER BY number",
    )
});

static SELECT_WITH_ID: LazyLock<String> =
    LazyLock::new(|| POSITION_RECORD.select("position_file, record", "WHERE position_id = ?1 ORDER BY id LIMIT 1"));

/// A file of positions that was imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFile {
    /// Its row.
    pub id: i64,
    /// Its absolute path.
    pub path: String,
    /// When its records were imported.
    pub imported_at: String,
    /// The boards of its positions.
    pub board_size: BoardSize,
    /// How many records it has.
    pub records: u64,
}

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

/// A record as its row has it.
pub(crate) struct PositionRow<'a> {
    pub intact: bool,
    /// Its place in its file, from 1.
    pub number: i64,
    pub position_id: &'a [u8],
    pub record: &'a [u8],
}

impl<'a> PositionRow<'a> {
    fn new(row: &'a Row<'_>) -> rusqlite::Result<Self> {
        let bytes = |column| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_blob()?);
        Ok(Self {
            intact: intact(row)?,
            number: row.get(1)?,
            position_id: bytes(2)?,
            record: bytes(3)?,
        })
    }
}

impl Database {
    /// Adds the records of a file, all of one board size, in one transaction:
    /// all of them or none. Of a file that is there already, the records are
    /// compared, and replaced from the first that is another. `progress` is told
    /// how many records are done. Whoever sets `stop` makes it fail with
    /// [`StoreError::Stopped`].
    ///
    /// # Errors
    /// Those of `records`; a record of another board size; a database that is
    /// damaged or cannot be written. Nothing is added then.
    pub fn add_positions<E: From<StoreError>>(
        &mut self,
        path: &Path,
        size: BoardSize,
        records: impl Iterator<Item = Result<PositionRecord, E>>,
        stop: Arc<AtomicBool>,
        mut progress: impl FnMut(u64),
    ) -> Result<AddedPositions, E> {
        let mut transaction = Transaction::new(self, Arc::clone(&stop))?;
        let records = records.fuse().map(|record| -> Result<_, E> {
            let record = record?;
            StoreError::if_stopped(&stop)?;
            match record.size() {
                found if found == size => Ok(record),
                found => Err(StoreError::OtherBoardSize { found, expected: size }.into()),
            }
        });
        let added = transaction.add_positions(path, size, records, &mut progress)?;
        transaction.finish()?;
        Ok(added)
    }

    /// The files of positions, in the order in which they were imported first.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn position_files(&self) -> Result<Vec<PositionFile>, StoreError> {
        self.read(|| {
            let files = self.position_files_where("ORDER BY id", [])?;
            let expected = self.state()?.position_files;
            if files.len() as u64 == expected {
                Ok(files)
            } else {
                Err(self.damaged(format!("{} of its {expected} position files are there", files.len())))
            }
        })
    }

    /// Finds a file of positions by its path, or by its name if only one has
    /// that.
    ///
    /// # Errors
    /// No such file, or several; a database that cannot be read.
    pub fn find_position_file(&self, path: &Path) -> Result<i64, StoreError> {
        self.find_imported(POSITION_FILE, "position file", path)
    }

    /// Visits the records of a file, or of all, file by file in their order: the
    /// file, the place in it from 1, and the record. With an id only those that have
    /// it.
    ///
    /// # Errors
    /// Those of `visit`; a database that is damaged or cannot be read.
    pub fn visit_positions<E: From<StoreError>>(
        &self,
        file: Option<i64>,
        id: Option<PositionId>,
        mut visit: impl FnMut(&PositionFile, u64, PositionRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read(|| {
            let files = self.position_files()?;
            if id.is_some() {
                // An index leads to them, and no row says how many there are.
                self.verify(POSITION_RECORD)?;
            }
            for file in files.iter().filter(|other| file.is_none_or(|file| other.id == file)) {
                match id {
                    None => self.visit_file(file, &mut visit)?,
                    Some(id) => {
                        let sql = POSITION_RECORD.select(
                            "number, position_id, record",
                            "WHERE position_id = ?1 AND position_file = ?2 ORDER BY number",
                        );
                        let values = params![id.to_bytes(), file.id];
                        self.visit_position_rows(&sql, values, |row| {
                            let number = row.number.unsigned_abs();
                            visit(file, number, self.position(file, number, &row)?)
                        })?;
                    }
                }
            }
            Ok(())
        })
    }

    fn visit_file<E: From<StoreError>>(
        &self,
        file: &PositionFile,
        visit: &mut impl FnMut(&PositionFile, u64, PositionRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut visited = 0;
        self.visit_position_rows(&SELECT_RECORDS, [file.id], |row| {
            let number = visited + 1;
            if row.number != number as i64 {
                let what = format!("position {number} of {} is missing", file.path);
                return Err(self.damaged(what).into());
            }
            let record = self.position(file, number, &row)?;
            visited = number;
            visit(file, number, record)
        })?;
        let PositionFile { path, records, .. } = file;
        if visited != *records {
            let what = format!("{visited} of the {records} positions of {path} are there");
            return Err(self.damaged(what).into());
        }
        Ok(())
    }

    /// The record with this id that was imported first.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn position_with_id(&self, id: PositionId) -> Result<Option<PositionRecord>, StoreError> {
        self.read(|| {
            let found = self.rows(&SELECT_WITH_ID, [id.to_bytes()], |row| {
                Ok((intact(row)?, row.get::<_, i64>(1)?, row.get::<_, Vec<u8>>(2)?))
            })?;
            let Some((intact, file, bytes)) = found.into_iter().next() else {
                self.verify(POSITION_RECORD)?;
                return Ok(None);
            };
            let file = self.position_files_where("WHERE id = ?1", [file])?.pop();
            let record = file.and_then(|file| PositionRecord::from_bytes(&bytes, file.board_size));
            match record {
                Some(record) if intact && record.id() == id => Ok(Some(record)),
                _ => Err(self.damaged(format!("the position {id} has a wrong checksum"))),
            }
        })
    }

    /// Removes a file of positions, in one transaction. How many records it had;
    /// 0 where no file has this row.
    ///
    /// # Errors
    /// A database that is damaged or cannot be written. Nothing is removed then.
    pub fn remove_position_file(&mut self, id: i64) -> Result<u64, StoreError> {
        let mut transaction = Transaction::new(self, Arc::default())?;
        let file = transaction
            .database()
            .position_files_where("WHERE id = ?1", [id])?
            .pop();
        let Some(file) = file else { return Ok(0) };
        transaction.delete_positions(id, 1)?;
        transaction
            .database()
            .execute("DELETE FROM position_file WHERE id = ?1", [id])?;
        transaction.state.position_files -= 1;
        transaction.count_positions(file.records, 0);
        transaction.finish()?;
        Ok(file.records)
    }

    /// Visits the rows of records that a question has, sound or not.
    fn visit_position_rows<E: From<StoreError>>(
        &self,
        sql: &str,
        values: impl Params,
        mut visit: impl FnMut(PositionRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let error = |error| self.error(error);
        let mut statement = self.conn.prepare_cached(sql).map_err(error)?;
        let mut rows = statement.query(values).map_err(error)?;
        while let Some(row) = rows.next().map_err(error)? {
            visit(PositionRow::new(row).map_err(error)?)?;
        }
        Ok(())
    }

    /// Visits the rows of a file in the order of their numbers, sound or not.
    pub(crate) fn visit_rows_of<E: From<StoreError>>(
        &self,
        file: &PositionFile,
        visit: impl FnMut(PositionRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.visit_position_rows(&SELECT_RECORDS, [file.id], visit)
    }

    fn position(&self, file: &PositionFile, number: u64, row: &PositionRow<'_>) -> Result<PositionRecord, StoreError> {
        match PositionRecord::from_bytes(row.record, file.board_size) {
            Some(record) if row.intact => Ok(record),
            _ => Err(self.damaged(format!("position {number} of {} has a wrong checksum", file.path))),
        }
    }

    fn position_files_where(&self, condition: &str, values: impl Params) -> Result<Vec<PositionFile>, StoreError> {
        let sql = POSITION_FILE.select("id, path, imported_at, board_size, records", condition);
        let rows = self.rows(&sql, values, |row| {
            let id: i64 = row.get(1)?;
            let Some(board_size) = BoardSize::new(row.get(4)?) else {
                return Ok(Err(id));
            };
            let file = PositionFile {
                id,
                path: row.get(2)?,
                imported_at: row.get(3)?,
                board_size,
                records: row.get(5)?,
            };
            Ok(if intact(row)? { Ok(file) } else { Err(id) })
        })?;
        let damaged = |id| self.damaged(format!("the row of position file {id} has a wrong checksum"));
        rows.into_iter().map(|row| row.map_err(damaged)).collect()
    }
}

impl Transaction<'_> {
    fn add_positions<E: From<StoreError>>(
        &mut self,
        path: &Path,
        size: BoardSize,
        mut records: impl Iterator<Item = Result<PositionRecord, E>>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<AddedPositions, E> {
        let db = self.database();
        let path = stored_path(path);
        let path = path.to_string_lossy();
        let known = db.position_files_where("WHERE path = ?1", [&path])?.pop();
        let id = match &known {
            Some(file) => file.id,
            None => db.number("SELECT coalesce(max(id), 0) + 1 FROM position_file")?,
        };
        let same_board = known.as_ref().filter(|file| file.board_size == size);
        let (mut count, next) = match same_board {
            Some(file) => self.compare(file, &mut records, progress)?,
            None => (0, None),
        };
        if next.is_none() && same_board.is_some_and(|file| file.records == count) {
            return Ok(AddedPositions::Unchanged(count));
        }
        self.delete_positions(id, count + 1)?;
        let mut insert = db
            .conn
            .prepare(&POSITION_RECORD.insert("INSERT"))
            .map_err(|e| db.error(e))?;
        let mut row: i64 = db.number("SELECT coalesce(max(id), 0) FROM position_record")?;
        for record in next.map(Ok).into_iter().chain(records) {
            let record = record?;
            count += 1;
            row += 1;
            insert
                .execute(params![row, id, count, record.id().to_bytes(), record.as_bytes()])
                .map_err(|e| db.error(e))?;
            progress(count);
        }
        let values = params![id, path, Timestamp::now().to_string(), size.lines(), count];
        db.execute(&POSITION_FILE.insert("INSERT OR REPLACE"), values)?;
        self.count_positions(known.as_ref().map_or(0, |file| file.records), count);
        Ok(match known {
            Some(_) => AddedPositions::Replaced(count),
            None => {
                self.state.position_files += 1;
                AddedPositions::New(count)
            }
        })
    }

    /// Takes records for as long as they are those of a file: how many are, and
    /// the first that is not.
    fn compare<E: From<StoreError>>(
        &self,
        file: &PositionFile,
        records: &mut impl Iterator<Item = Result<PositionRecord, E>>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(u64, Option<PositionRecord>), E> {
        let db = self.database();
        let error = |error| db.error(error);
        let mut statement = db.conn.prepare_cached(&SELECT_RECORDS).map_err(error)?;
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
    fn delete_positions(&self, file: i64, first: u64) -> Result<(), StoreError> {
        let db = self.database();
        let sql = "DELETE FROM position_record WHERE id IN (SELECT id FROM position_record
                       WHERE position_file = ?1 AND number >= ?2 ORDER BY number LIMIT ?3)";
        loop {
            StoreError::if_stopped(&self.stop)?;
            db.execute(sql, params![file, first, DELETED_AT_ONCE])?;
            if db.conn.changes() < DELETED_AT_ONCE as u64 {
                return Ok(());
            }
        }
    }

    /// Counts the records of a file in place of those that it had.
    const fn count_positions(&mut self, before: u64, now: u64) {
        self.state.position_records = (self.state.position_records + now).saturating_sub(before);
    }
}

#[cfg(test)]
mod tests;
