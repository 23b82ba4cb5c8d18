//! Verification of whole tables, for questions that no checksum of a row can
//! vouch for: whether rows are missing, and whether an index leads to all of them.

use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::games::words;
use crate::store::sqlite::table::{STATE, Table};
use crate::store::state::State;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// What was verified of one state of a file, by any of its connections.
#[derive(Default)]
pub struct Verified(Mutex<(u64, BTreeSet<&'static str>)>);

impl Verified {
    fn has(&self, name: &'static str, generation: u64) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.0 == generation && known.1.contains(name)
    }

    fn keep(&self, name: &'static str, generation: u64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != generation {
            *known = (generation, BTreeSet::new());
        }
        known.1.insert(name);
    }
}

impl State {
    /// How many rows a table should have, where that is known.
    pub(crate) fn rows_of(&self, table: Table) -> Option<u64> {
        match table.name {
            "game" | "record" => Some(self.games),
            "source" => Some(self.sources),
            "archive" => Some(self.archives),
            "player" => Some(self.players),
            "segment" => Some(self.segments),
            "label" => Some(self.labels),
            "position_file" => Some(self.position_files),
            "position_record" => Some(self.position_records),
            "state" => Some(1),
            _ => None,
        }
    }
}

impl Database {
    /// Verifies what a question in SQL reads of a table: every row by its
    /// checksum, how many there are, and SQLite's trees and indexes. Of one state
    /// of the file each table is verified once.
    ///
    /// # Errors
    /// A table that is damaged, or that nothing vouches for; a database that
    /// cannot be read.
    pub fn verify_table(&self, name: &str) -> Result<(), StoreError> {
        if words::is_of_words(name) {
            return self.verify_words();
        }
        let table = Table::ALL.into_iter().find(|table| table.name == name);
        match table {
            Some(table) if self.state()?.rows_of(table).is_some() => self.verify(table),
            _ => Err(StoreError::Unverifiable(name.to_owned())),
        }
    }

    /// As [`Database::verify_table`].
    pub(crate) fn verify(&self, table: Table) -> Result<(), StoreError> {
        self.read(|| {
            let state = self.state()?;
            self.verify_once(table.name, state.generation, || self.verify_now(table, &state))
        })
    }

    fn verify_now(&self, table: Table, state: &State) -> Result<(), StoreError> {
        let Table { name, columns } = table;
        let sql = format!(
            "SELECT count(*), count(CASE WHEN checksum IS NOT row_checksum({columns}) THEN 1 END) FROM {name} NOT INDEXED"
        );
        let rows = self.rows(&sql, [], |row| Ok((row.get::<_, u64>(0)?, row.get::<_, u64>(1)?)))?;
        let (counted, wrong) = rows.first().copied().unwrap_or_default();
        let expected = state.rows_of(table).unwrap_or(counted);
        if wrong > 0 {
            return Err(self.damaged(match wrong {
                1 => format!("a row of the table {name} has a wrong checksum"),
                _ => format!("{wrong} rows of the table {name} have wrong checksums"),
            }));
        }
        if counted != expected {
            return Err(self.damaged(format!(
                "the table {name} has {counted} rows and should have {expected}"
            )));
        }
        // One row is not found by an index.
        if name == STATE.name {
            return Ok(());
        }
        let found = self.rows(&format!("PRAGMA integrity_check({name})"), [], |row| {
            row.get::<_, String>(0)
        })?;
        match found.into_iter().find(|line| line != "ok") {
            None => Ok(()),
            Some(line) => Err(self.damaged(format!("the structure of the file: {}", line.replace('\n', " ")))),
        }
    }

    /// Verifies something, unless that was done for this state of the file.
    pub(crate) fn verify_once(
        &self,
        name: &'static str,
        generation: u64,
        verify: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if !self.verified.has(name, generation) {
            verify()?;
            self.verified.keep(name, generation);
        }
        Ok(())
    }

    /// Notes that something is as it was written.
    pub(crate) fn keep_verified(&self, name: &'static str, generation: u64) {
        self.verified.keep(name, generation);
    }
}
