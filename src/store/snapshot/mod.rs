//! Snapshots, each of which reads one state of the file in one transaction, and what
//! is remembered of a state until the next write.

mod pool;
mod remembered;
mod state;

use crate::go::{HashTable, KeyTables};
use crate::interrupt::Interrupt;
use crate::store::StoreError;
use crate::store::codec::RecordDecompressor;
use crate::store::sqlite::schema::version;
use crate::store::sqlite::{Connection, PARTIAL_INDEXES, STATE, Table, meta};
pub use pool::{Pool, PooledConnection};
pub use remembered::{Remembered, StateMemory};
use rusqlite::types::FromSql;
use rusqlite::{Params, Row};
pub use state::State;
use std::cell::{Cell, RefMut};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// One state of a database. All reads see this state, even while other processes
/// write. Dropping the snapshot ends it.
///
/// A snapshot can move to another thread but cannot be shared. Each thread takes a
/// [sibling](Snapshot::sibling).
pub struct Snapshot {
    /// Present until [`Drop`] moves it back to the pool.
    reader: Option<PooledConnection>,
    pool: Arc<Pool>,
    /// The state, or `None` if its row is damaged, which a check of the database
    /// must survive.
    state: Cell<Option<State>>,
    /// `None` in a write transaction, which changes the state.
    memory: Option<Arc<StateMemory>>,
}

impl Snapshot {
    /// Begins a snapshot of the latest state, whose reads fail once `stop` is set.
    pub(crate) fn begin(pool: &Arc<Pool>, stop: &Interrupt) -> Result<Self, StoreError> {
        let mut snapshot = Self::begin_unverified(pool, stop)?;
        let state = snapshot.state()?;
        snapshot.memory = Some(pool.memory(snapshot.edition(), &state));
        Ok(snapshot)
    }

    /// Begins a snapshot like [`Snapshot::begin`], even if the row of the state is
    /// damaged. It remembers nothing.
    pub(crate) fn begin_unverified(pool: &Arc<Pool>, stop: &Interrupt) -> Result<Self, StoreError> {
        let snapshot = Self::idle(pool)?;
        snapshot.connection().obey(stop)?;
        snapshot.execute("BEGIN", [])?;
        snapshot.state.set(state::read(snapshot.connection()).ok());
        Ok(snapshot)
    }

    pub(crate) fn idle(pool: &Arc<Pool>) -> Result<Self, StoreError> {
        Ok(Self {
            reader: Some(pool.take()?),
            pool: Arc::clone(pool),
            state: Cell::new(None),
            memory: None,
        })
    }

    /// Begins another snapshot of the same state, for another thread. Returns
    /// `None` if the database has changed since.
    pub fn sibling(&self) -> Result<Option<Self>, StoreError> {
        let other = Self::begin(&self.pool, &self.stop())?;
        let is_same = other.edition() == self.edition() && other.state.get() == self.state.get();
        Ok((self.memory.is_some() && is_same).then_some(other))
    }

    fn reader(&self) -> &PooledConnection {
        match &self.reader {
            Some(reader) => reader,
            None => unreachable!("a snapshot has its reader until it is dropped"),
        }
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.reader().connection
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.connection().path()
    }

    /// Returns the interrupt that reads obey.
    #[must_use]
    pub fn stop(&self) -> Interrupt {
        self.connection().stop()
    }

    /// Fails if the snapshot is requested to stop.
    pub fn check_stop(&self) -> Result<(), StoreError> {
        self.connection().check_stop()
    }

    pub(crate) fn value<T: FromSql>(&self, sql: &str) -> Result<T, StoreError> {
        self.connection().value(sql)
    }

    pub(crate) fn optional<T: FromSql>(&self, sql: &str, values: impl Params) -> Result<Option<T>, StoreError> {
        self.connection().optional(sql, values)
    }

    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.connection().rows(sql, values, read)
    }

    pub(crate) fn execute(&self, sql: &str, values: impl Params) -> Result<u64, StoreError> {
        self.connection().execute(sql, values)
    }

    pub(crate) fn run<'c, T>(
        &'c self,
        work: impl FnOnce(&'c rusqlite::Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.connection().run(work)
    }

    pub(crate) fn sqlite(&self) -> &rusqlite::Connection {
        self.connection().sqlite()
    }

    pub(crate) fn error(&self, error: rusqlite::Error) -> StoreError {
        self.connection().error(error)
    }

    /// Returns the error for a damaged file.
    pub fn damaged(&self, what: impl Into<String>) -> StoreError {
        self.connection().damaged(what)
    }

    /// Returns the numbers stored about the contents of the database.
    pub fn state(&self) -> Result<State, StoreError> {
        self.state.get().map_or_else(|| state::read(self.connection()), Ok)
    }

    pub(crate) fn read_state(&self) -> Result<State, StoreError> {
        let state = state::read(self.connection())?;
        self.state.set(Some(state));
        Ok(state)
    }

    /// Sets the state of a file that has no row about it.
    pub(crate) fn assume_state(&self, state: State) {
        self.state.set(Some(state));
    }

    pub(crate) fn change_state(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.get();
        state.as_mut().map(change);
        self.state.set(state);
    }

    pub(crate) fn write_state(&self) -> Result<(), StoreError> {
        state::write(self.connection(), &self.state()?)
    }

    /// Returns the hash table in use.
    #[must_use]
    pub fn hash_table(&self) -> &HashTable {
        self.pool.keys().hash_table()
    }

    /// Returns the key tables for the hash table.
    #[must_use]
    pub fn keys(&self) -> &Arc<KeyTables> {
        self.pool.keys()
    }

    /// Returns the number of the file among those that were read at its path.
    pub(crate) fn edition(&self) -> u64 {
        self.reader().edition
    }

    /// Returns the random number that the file got when it was made, and that its copies have, too.
    pub fn identity(&self) -> Result<u64, StoreError> {
        let known = self.shared::<Remembered<&'static str, u64>>();
        let identity = known.get(meta::IDENTITY, || {
            let stored = meta::value::<i64>(self.connection(), meta::IDENTITY)?;
            let identity = stored.ok_or_else(|| self.damaged("it has no identity"))?;
            Ok::<_, StoreError>(Arc::new(identity.cast_unsigned()))
        })?;
        Ok(*identity)
    }

    /// Returns what tells this state from all other states and files that the process reads
    /// at this path.
    pub fn version(&self) -> Result<String, StoreError> {
        let (identity, generation) = (self.identity()?, self.state()?.generation);
        Ok(format!("{identity:016x}-{}-{generation}", self.edition()))
    }

    /// Returns a value that all snapshots of this state share, one of each type.
    pub(crate) fn shared<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.memory
            .as_ref()
            .map_or_else(Arc::default, |memory| memory.of_type())
    }

    /// Returns a value that all snapshots of this state share, one of each type.
    /// The first call reads it.
    pub(crate) fn remember<T: Send + Sync + 'static>(
        &self,
        read: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<Arc<T>, StoreError> {
        self.shared::<Remembered<(), T>>().get((), || read().map(Arc::new))
    }

    /// Returns the decompressors of this connection, by the numbers of their
    /// dictionaries.
    pub(crate) fn decompressors(&self) -> RefMut<'_, HashMap<Option<i64>, RecordDecompressor>> {
        self.reader().decompressors.borrow_mut()
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        self.connection().clear_interrupt();
        if (self.sqlite().is_autocommit() || self.execute("ROLLBACK", []).is_ok())
            && let Some(reader) = self.reader.take()
        {
            self.pool.give_back(reader);
        }
    }
}

/// Verification of whole tables, for properties that the checksum of a row cannot
/// guarantee: that no row is missing, and that an index leads to all rows.
impl Snapshot {
    /// Verifies the table that an SQL query reads: the checksum of every row, the
    /// number of rows, and SQLite's trees and indexes. Each table is verified once
    /// per state of the file.
    pub(crate) fn verify_table(&self, name: &str) -> Result<(), StoreError> {
        let state = self.state()?;
        let table = self.tables()?.into_iter().find(|table| table.name == name);
        match table.filter(|table| state.rows_of(*table).is_some()) {
            Some(table) => self.verify(table),
            None => Err(StoreError::Unverifiable(name.to_owned())),
        }
    }

    /// Returns the tables that have checksums.
    pub(crate) fn tables(&self) -> Result<Vec<Table>, StoreError> {
        self.run(version).map(Table::of_schema)
    }

    /// Verifies a table, once per state: the checksum of every row, the number of rows,
    /// and SQLite's trees and indexes.
    pub(crate) fn verify(&self, table: Table) -> Result<(), StoreError> {
        self.shared::<Remembered<&str, ()>>().once(table.name, || {
            let mut problems = self.wrong_rows(table)?;
            problems.extend(self.wrong_count(table)?);
            // The state table has a single row, which no index leads to.
            if problems.is_empty() && table.name != STATE.name {
                problems = self.wrong_structure(Some(table))?;
            }
            match problems.into_iter().next() {
                None => Ok(()),
                Some(problem) => Err(self.damaged(problem)),
            }
        })
    }

    pub(crate) fn wrong_rows(&self, table: Table) -> Result<Vec<String>, StoreError> {
        let Table { name, columns } = table;
        let key = columns.split(',').next().unwrap_or("id");
        let sql = format!("SELECT {key} FROM {name} NOT INDEXED WHERE checksum IS NOT row_checksum({columns})");
        self.rows(&sql, [], |row| {
            let row: i64 = row.get(0)?;
            Ok(format!("row {row} of the table {name} has a wrong checksum"))
        })
    }

    /// Returns a message if the table has more or fewer rows than expected.
    pub(crate) fn wrong_count(&self, table: Table) -> Result<Option<String>, StoreError> {
        let Some(expected) = self.state()?.rows_of(table) else {
            return Ok(None);
        };
        let counted = self.value(&format!("SELECT count(*) FROM {} NOT INDEXED", table.name))?;
        Ok((counted != expected).then(|| miscounted(table, counted, expected)))
    }

    /// Returns the errors in SQLite's pages, trees and indexes, of all tables or of one.
    pub(crate) fn wrong_structure(&self, table: Option<Table>) -> Result<Vec<String>, StoreError> {
        let scope = table.map(|table| format!("({})", table.name)).unwrap_or_default();
        let sql = format!("PRAGMA integrity_check{scope}");
        let mut found = self.rows(&sql, [], |row| row.get::<_, String>(0))?;
        found.retain(|line| line != "ok");
        for line in &mut found {
            *line = format!("the structure of the file: {}", line.replace('\n', " "));
        }
        for (index, of_table, condition) in PARTIAL_INDEXES {
            if table.is_none_or(|table| table.name == of_table) {
                found.extend(self.wrong_index(index, of_table, condition)?);
            }
        }
        Ok(found)
    }

    /// Returns a message if a partial index has more or fewer rows than its condition selects, which SQLite's own
    /// check does not count. An index that is missing is a fault of the schema.
    fn wrong_index(&self, index: &str, table: &str, condition: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?1 AND tbl_name = ?2";
        if self.optional::<i64>(sql, [index, table])?.is_none() {
            return Ok(None);
        }
        let count = |how: &str| {
            let counted = self.value::<u64>(&format!("SELECT count(*) FROM {table} {how} WHERE {condition}"));
            match counted {
                Err(StoreError::Stopped) => Err(StoreError::Stopped),
                counted => Ok(counted.map_err(|error| error.to_string())),
            }
        };
        Ok(match (count(&format!("INDEXED BY {index}"))?, count("NOT INDEXED")?) {
            (Ok(counted), Ok(expected)) if counted == expected => None,
            (Ok(counted), Ok(expected)) => Some(format!(
                "the index {index} has {counted} rows and should have {expected}"
            )),
            (Err(error), _) | (_, Err(error)) => Some(format!("the index {index}: {error}")),
        })
    }
}

pub fn miscounted(table: Table, counted: u64, expected: u64) -> String {
    format!("the table {} has {counted} rows and should have {expected}", table.name)
}
