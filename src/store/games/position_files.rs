//! Position files. Their records are stored byte for byte, in the order of the file,
//! and indexed by id.

use crate::go::BoardSize;
use crate::position_file::{PositionId, PositionRecord};
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{POSITION_FILE, POSITION_RECORD, intact};
use rusqlite::{Params, Row, params};
use std::sync::LazyLock;

pub static SELECT_RECORDS: LazyLock<String> = LazyLock::new(|| {
    POSITION_RECORD.select(
        "number, position_id, record",
        "WHERE position_file = ?1 ORDER BY number",
    )
});

static SELECT_WITH_ID: LazyLock<String> =
    LazyLock::new(|| POSITION_RECORD.select("position_file, record", "WHERE position_id = ?1 ORDER BY id LIMIT 1"));

/// An imported position file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFile {
    /// The row id.
    pub id: i64,
    /// The absolute path.
    pub path: String,
    /// The time of the import.
    pub imported_at: String,
    /// The board size of its positions.
    pub board_size: BoardSize,
    /// The number of records.
    pub records: u64,
}

/// A row of the table of position records.
pub struct PositionRecordRow<'a> {
    pub intact: bool,
    /// The record's number in its file, counted from 1.
    pub number: i64,
    pub position_id: &'a [u8],
    pub record: &'a [u8],
}

impl<'a> PositionRecordRow<'a> {
    pub fn new(row: &'a Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            intact: intact(row)?,
            number: row.get(1)?,
            position_id: row.get_ref(2)?.as_blob()?,
            record: row.get_ref(3)?.as_blob()?,
        })
    }
}

impl Snapshot {
    /// Returns the position files, in the order of their first import.
    pub fn position_files(&self) -> Result<Vec<PositionFile>, StoreError> {
        let files = position_files_where(self, "ORDER BY id", [])?;
        let expected = self.state()?.position_files;
        if files.len() as u64 == expected {
            Ok(files)
        } else {
            Err(self.damaged(format!("{} of its {expected} position files are there", files.len())))
        }
    }

    /// Visits the records of one position file, or of all files in their order.
    /// Passes the file, the index of the record in it, from 1, and the record. If
    /// an id is given, visits only the records with that id.
    pub fn visit_position_records<E: From<StoreError>>(
        &self,
        file: Option<i64>,
        id: Option<PositionId>,
        mut visit: impl FnMut(&PositionFile, u64, PositionRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let files = self.position_files()?;
        if id.is_some() {
            // The lookup by id goes through an index, and no row counts the matches.
            self.verify(POSITION_RECORD)?;
        }
        for file in files.iter().filter(|other| file.is_none_or(|file| other.id == file)) {
            let Some(id) = id else {
                visit_file(self, file, &mut visit)?;
                continue;
            };
            let sql = POSITION_RECORD.select(
                "number, position_id, record",
                "WHERE position_id = ?1 AND position_file = ?2 ORDER BY number",
            );
            visit_position_rows(self, &sql, params![id.to_bytes(), file.id], |row| {
                let number = row.number.unsigned_abs();
                visit(file, number, position(self, file, number, &row)?)
            })?;
        }
        Ok(())
    }

    /// Returns the first imported record with this id.
    pub fn position_with_id(&self, id: PositionId) -> Result<Option<PositionRecord>, StoreError> {
        let found = self.rows(&SELECT_WITH_ID, [id.to_bytes()], |row| {
            Ok((intact(row)?, row.get::<_, i64>(1)?, row.get::<_, Vec<u8>>(2)?))
        })?;
        let Some((intact, file, bytes)) = found.into_iter().next() else {
            self.verify(POSITION_RECORD)?;
            return Ok(None);
        };
        let file = position_files_where(self, "WHERE id = ?1", [file])?.pop();
        let record = file.and_then(|file| PositionRecord::from_bytes(&bytes, file.board_size));
        match record {
            Some(record) if intact && record.id() == id => Ok(Some(record)),
            _ => Err(self.damaged(format!("the position {id} has a wrong checksum"))),
        }
    }
}

fn visit_file<E: From<StoreError>>(
    snapshot: &Snapshot,
    file: &PositionFile,
    visit: &mut impl FnMut(&PositionFile, u64, PositionRecord) -> Result<(), E>,
) -> Result<(), E> {
    let mut visited = 0;
    visit_position_rows(snapshot, &SELECT_RECORDS, [file.id], |row| {
        let number = visited + 1;
        if row.number != number as i64 {
            let what = format!("position {number} of {} is missing", file.path);
            return Err(snapshot.damaged(what).into());
        }
        let record = position(snapshot, file, number, &row)?;
        visited = number;
        visit(file, number, record)
    })?;
    let PositionFile { path, records, .. } = file;
    if visited != *records {
        let what = format!("{visited} of the {records} positions of {path} are there");
        return Err(snapshot.damaged(what).into());
    }
    Ok(())
}

/// Visits the rows that a query returns, without checking them.
fn visit_position_rows<E: From<StoreError>>(
    snapshot: &Snapshot,
    sql: &str,
    values: impl Params,
    mut visit: impl FnMut(PositionRecordRow<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut statement = snapshot.run(|sqlite| sqlite.prepare_cached(sql))?;
    let mut rows = snapshot.run(|_| statement.query(values))?;
    while let Some(row) = snapshot.run(|_| rows.next()?.map(PositionRecordRow::new).transpose())? {
        visit(row)?;
    }
    Ok(())
}

/// Visits the rows of a file in the order of their numbers, without checking them.
pub fn visit_rows_of<E: From<StoreError>>(
    snapshot: &Snapshot,
    file: &PositionFile,
    visit: impl FnMut(PositionRecordRow<'_>) -> Result<(), E>,
) -> Result<(), E> {
    visit_position_rows(snapshot, &SELECT_RECORDS, [file.id], visit)
}

fn position(
    snapshot: &Snapshot,
    file: &PositionFile,
    number: u64,
    row: &PositionRecordRow<'_>,
) -> Result<PositionRecord, StoreError> {
    match PositionRecord::from_bytes(row.record, file.board_size) {
        Some(record) if row.intact => Ok(record),
        _ => Err(snapshot.damaged(format!("position {number} of {} has a wrong checksum", file.path))),
    }
}

pub fn position_files_where(
    snapshot: &Snapshot,
    condition: &str,
    values: impl Params,
) -> Result<Vec<PositionFile>, StoreError> {
    let sql = POSITION_FILE.select("id, path, imported_at, board_size, records", condition);
    let rows = snapshot.rows(&sql, values, |row| {
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
    rows.into_iter()
        .map(|row| row.map_err(|id| snapshot.damaged(format!("the row of position file {id} has a wrong checksum"))))
        .collect()
}
