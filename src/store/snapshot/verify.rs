//! Verification of whole tables, for properties that the checksum of a row cannot
//! guarantee: that no row is missing, and that an index leads to all rows.

use super::Snapshot;
use crate::store::error::StoreError;
use crate::store::sqlite::table::{STATE, Table};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The names of the verified parts of one state of the file.
#[derive(Default)]
pub struct Verified(Mutex<BTreeSet<&'static str>>);

impl Verified {
    /// Runs a verification unless it has succeeded before.
    pub fn once(&self, name: &'static str, verify: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
        let is_known = self.names().contains(name);
        if !is_known {
            verify()?;
            self.note(name);
        }
        Ok(())
    }

    /// Records that a part is intact.
    pub fn note(&self, name: &'static str) {
        self.names().insert(name);
    }

    fn names(&self) -> std::sync::MutexGuard<'_, BTreeSet<&'static str>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Verifies a table, once per state: the checksum of every row, the number of rows,
/// and SQLite's trees and indexes.
pub fn verify(snapshot: &Snapshot, table: Table) -> Result<(), StoreError> {
    snapshot.shared::<Verified>().once(table.name, || {
        let mut problems = wrong_rows(snapshot, table)?;
        problems.extend(wrong_count(snapshot, table)?);
        // The state table has a single row, which no index leads to.
        if problems.is_empty() && table.name != STATE.name {
            problems = wrong_structure(snapshot, &format!("({})", table.name))?;
        }
        match problems.into_iter().next() {
            None => Ok(()),
            Some(problem) => Err(snapshot.damaged(problem)),
        }
    })
}

/// Returns the names of the rows with wrong checksums.
pub fn wrong_rows(snapshot: &Snapshot, table: Table) -> Result<Vec<String>, StoreError> {
    let Table { name, columns } = table;
    let key = columns.split(',').next().unwrap_or("id");
    let sql = format!("SELECT {key} FROM {name} NOT INDEXED WHERE checksum IS NOT row_checksum({columns})");
    snapshot.rows(&sql, [], |row| {
        let row: i64 = row.get(0)?;
        Ok(format!("row {row} of the table {name} has a wrong checksum"))
    })
}

/// Returns a message if the table has more or fewer rows than expected.
pub fn wrong_count(snapshot: &Snapshot, table: Table) -> Result<Option<String>, StoreError> {
    let Some(expected) = snapshot.state()?.rows_of(table) else {
        return Ok(None);
    };
    let counted = snapshot.value(&format!("SELECT count(*) FROM {} NOT INDEXED", table.name))?;
    Ok((counted != expected).then(|| miscounted(table, counted, expected)))
}

/// Returns the message for a wrong number of rows.
pub fn miscounted(table: Table, counted: u64, expected: u64) -> String {
    let Table { name, .. } = table;
    format!("the table {name} has {counted} rows and should have {expected}")
}

/// Returns the errors in SQLite's pages, trees and indexes. `scope` is empty, or a
/// table in parentheses.
pub fn wrong_structure(snapshot: &Snapshot, scope: &str) -> Result<Vec<String>, StoreError> {
    let sql = format!("PRAGMA integrity_check{scope}");
    let mut found = snapshot.rows(&sql, [], |row| row.get::<_, String>(0))?;
    found.retain(|line| line != "ok");
    let problem = |line: String| format!("the structure of the file: {}", line.replace('\n', " "));
    Ok(found.into_iter().map(problem).collect())
}
