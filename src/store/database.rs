use super::check::repair::{repair_contents, repair_schema};
use super::check::{Checked, check};
use super::error::StoreError;
use super::snapshot::Snapshot;
use super::snapshot::pool::Pool;
use super::sqlite::connection::{Connection, Mode};
use super::sqlite::schema;
use super::write::derived::{has_derived, make_derived};
use super::write::merge::optimize;
use super::write::position_files::{AddedPositions, add_positions, remove_position_file};
use super::write::remove::{Removed, Selection, remove};
use super::write::transaction::Transaction;
use crate::go::{BoardSize, HashTable, KeyTables};
use crate::interrupt::Interrupt;
use crate::position_file::PositionRecord;
use std::path::Path;
use std::sync::Arc;

/// How a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// For reading; the file must exist.
    Read,
    /// For reading and writing; the file is created if missing.
    Write,
}

/// A database of game records: one SQLite file.
///
/// Threads may share it. A [`Snapshot`] reads it; a [`Transaction`] writes to it.
pub struct Database {
    pool: Arc<Pool>,
}

impl Database {
    /// Opens a database with the built-in hash table. With [`Access::Write`] it creates
    /// the file and its folder if they are missing, and brings an earlier schema up to
    /// date.
    pub fn open(path: &Path, access: Access) -> Result<Self, StoreError> {
        Self::open_with(path, HashTable::built_in(), access)
    }

    /// Opens a database that was created with another hash table.
    pub fn open_with(path: &Path, table: HashTable, access: Access) -> Result<Self, StoreError> {
        let mode = match access {
            Access::Read => Mode::Read,
            Access::Write => Mode::Create,
        };
        let connection = Connection::open(path, mode)?;
        prepare_file(&connection, access)?;
        let problems = schema::compare(&connection)?.problems();
        if !problems.is_empty() {
            return Err(StoreError::OtherSchema {
                path: path.to_owned(),
                problems,
            });
        }
        Self::prepare(connection, table, access)
    }

    /// Brings the file up to date if it may be written.
    fn prepare(mut connection: Connection, table: HashTable, access: Access) -> Result<Self, StoreError> {
        let path = connection.path().to_owned();
        let writable = access == Access::Write;
        if !schema::check(&connection)? {
            if !writable {
                return Err(StoreError::OlderReadOnly(path));
            }
            schema::migrate(&mut connection)?;
        }
        schema::check_hash_table(&connection, &table, writable)?;
        let mode = if writable { Mode::Write } else { Mode::Read };
        let has_derived = has_derived(&connection)?;
        let pool = Pool::new(connection, mode, Arc::new(KeyTables::new(table)));
        match has_derived {
            true => {}
            // Whoever needs what is damaged says so.
            false if writable => match make_derived(&pool) {
                Err(StoreError::Damaged { .. }) => {}
                derived => derived?,
            },
            false => return Err(StoreError::OlderReadOnly(path)),
        }
        Ok(Self { pool })
    }

    /// Makes anew what is damaged and follows from what is not. Returns what that was;
    /// [`Database::open`] and [`Database::check`] tell what else is wrong.
    pub fn repair(path: &Path, table: HashTable) -> Result<Vec<String>, StoreError> {
        let connection = Connection::open(path, Mode::Write)?;
        if schema::is_empty(&connection)? {
            return Err(StoreError::Empty(path.to_owned()));
        }
        prepare_file(&connection, Access::Write)?;
        let mut repaired = repair_schema(&connection)?;
        if schema::compare(&connection)?.problems().is_empty() {
            let database = Self::prepare(connection, table, Access::Write)?;
            repaired.extend(repair_contents(&database.pool)?);
        }
        Ok(repaired)
    }

    /// Begins a snapshot of the database as it is now.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        Snapshot::begin(&self.pool)
    }

    /// Begins to write, when others who write have finished; waits for them for a few
    /// seconds. Whoever sets `stop` makes what takes long fail with
    /// [`StoreError::Stopped`].
    pub fn transaction(&self, stop: Interrupt) -> Result<Transaction, StoreError> {
        Transaction::begin(&self.pool, stop)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.pool.path()
    }

    /// Returns the hash table in use.
    #[must_use]
    pub fn hash_table(&self) -> &HashTable {
        self.keys().hash_table()
    }

    /// Returns the key tables that are made from the hash table.
    #[must_use]
    pub fn keys(&self) -> &Arc<KeyTables> {
        self.pool.keys()
    }

    /// Verifies the database from top to bottom: SQLite's own structure, the checksum
    /// of every row, that no row is missing, that the records of position files are
    /// such, that columns and words are those of the games, and that the index has
    /// exactly the positions of the games, each of which is replayed. Calls `progress`
    /// with the number of games that are done.
    pub fn check(&self, progress: impl FnMut(u64)) -> Result<Checked, StoreError> {
        check(&Snapshot::begin_unverified(&self.pool)?, progress)
    }

    /// Merges all segments of the index into one and gives the free pages of the file
    /// back. Calls `progress` with how many of all positions are merged. After an
    /// error the database is as it was, or merged and not yet smaller.
    pub fn optimize(&self, progress: impl FnMut(u64, u64)) -> Result<(), StoreError> {
        optimize(&self.pool, progress)
    }

    /// Removes games, all of them or none. Their numbers are not used again. A game
    /// that another archive has too stays, as that archive has it. Where several have
    /// it whose records are the same game as the removed one, but not as each other,
    /// these become games of their own, with new numbers.
    pub fn remove(&self, selection: &Selection) -> Result<Removed, StoreError> {
        remove(&self.pool, selection)
    }

    /// Adds the records of a file of positions, all of one board size: all of them or
    /// none. Of a file that is there already, the records are compared, and replaced
    /// from the first that differs. Calls `progress` with the number of records that
    /// are done. Whoever sets `stop` makes it fail with [`StoreError::Stopped`].
    pub fn add_positions<E: From<StoreError>>(
        &self,
        path: &Path,
        size: BoardSize,
        records: impl Iterator<Item = Result<PositionRecord, E>>,
        stop: Interrupt,
        progress: impl FnMut(u64),
    ) -> Result<AddedPositions, E> {
        add_positions(&self.pool, path, size, records, stop, progress)
    }

    /// Removes a file of positions by its row. Returns how many records it had; 0 if no
    /// file has this row.
    pub fn remove_position_file(&self, id: i64) -> Result<u64, StoreError> {
        remove_position_file(&self.pool, id)
    }
}

/// Makes an empty file a database if it may be written, and refuses one of another
/// kind.
fn prepare_file(connection: &Connection, access: Access) -> Result<(), StoreError> {
    if access == Access::Write && schema::is_empty(connection)? {
        schema::prepare_new(connection)?;
    }
    schema::check(connection).map(drop)
}
