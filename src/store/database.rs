use super::check::{Checked, check, check_sums, repair_contents, repair_schema};
use super::earlier;
use super::error::StoreError;
use super::games::AliasedPlayer;
use super::snapshot::{Pool, Snapshot};
use super::sqlite::schema::{SCHEMAS, check_hash_table, is_empty};
use super::sqlite::{Access, Connection, meta};
use super::write::{
    AddedPositions, Join, Removed, Selection, Transaction, add_aliases, add_position_file, join, name_question,
    optimize, remove, remove_alias, remove_analysis_file, remove_named_question, remove_position_file,
};
use crate::files::open_regular;
use crate::go::{BoardSize, HashTable, KeyTables};
use crate::interrupt::Interrupt;
use crate::position_file::PositionRecord;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A database of game records in one SQLite file.
///
/// A database can be shared between threads. A [`Snapshot`] reads it; a
/// `Transaction` writes to it.
///
/// If another file takes the place of the file, as by renaming it, a database that was
/// opened with [`Access::Read`] reads the other file from the next snapshot on. One that
/// was opened with [`Access::Write`] then fails with [`StoreError::Replaced`], lest it
/// changes a file that it has not read. While there is no file, both fail with
/// [`StoreError::Missing`].
#[derive(Clone)]
pub struct Database {
    pool: Arc<Pool>,
}

impl Database {
    /// Opens a database with the built-in hash table. With [`Access::Write`],
    /// creates the file and its folder if they are missing, and migrates an earlier
    /// schema.
    pub fn open(path: &Path, access: Access) -> Result<Self, StoreError> {
        Self::open_with(path, HashTable::built_in(), access, Interrupt::default())
    }

    /// Opens a database that was created with another hash table. The database keeps `stop`, see
    /// [`Database::stop`].
    pub fn open_with(path: &Path, table: HashTable, access: Access, stop: Interrupt) -> Result<Self, StoreError> {
        let connection = match access {
            Access::Read => {
                let connection = Connection::open(path, access)?;
                SCHEMAS.require_own(&connection)?;
                connection
            }
            Access::Write => {
                let mut connection = Connection::create(path)?;
                if is_empty(&connection)? {
                    SCHEMAS.create(&connection, &table)?;
                }
                SCHEMAS.migrate(&mut connection)?;
                connection
            }
        };
        Self::over(connection, table, access, stop)
    }

    fn over(connection: Connection, table: HashTable, access: Access, stop: Interrupt) -> Result<Self, StoreError> {
        check_hash_table(&connection, &table)?;
        let pool = Pool::new(connection, access, Arc::new(KeyTables::new(table)), stop);
        Ok(Self { pool })
    }

    /// Rejects a file that [`Database::snapshot_to_import`] does not read.
    pub(crate) fn check_to_import(path: &Path) -> Result<(), StoreError> {
        connect_to_import(path).map(drop)
    }

    /// Begins a snapshot of a database, whatever its hash table, or of a file of a development version, which has
    /// only what [`earlier`] says. The file is not changed.
    pub(crate) fn snapshot_to_import(
        path: &Path,
        keys: &Arc<KeyTables>,
        stop: &Interrupt,
    ) -> Result<Snapshot, StoreError> {
        let (connection, is_current) = connect_to_import(path)?;
        let pool = Pool::new(connection, Access::Read, Arc::clone(keys), stop.clone());
        if is_current {
            Snapshot::begin(&pool, stop)
        } else {
            earlier::snapshot(&pool, stop)
        }
    }

    /// Rebuilds damaged data that can be derived from intact data. Returns a
    /// description of what was damaged. [`Database::open`] and [`Database::check`]
    /// report other damage. If `stop` is set, fails with [`StoreError::Stopped`] and keeps
    /// what is repaired already.
    pub fn repair(path: &Path, table: HashTable, stop: Interrupt) -> Result<Vec<String>, StoreError> {
        let mut connection = Connection::open(path, Access::Write)?;
        SCHEMAS.check(&connection)?;
        let mut repaired = repair_schema(&connection)?;
        if SCHEMAS.compare(&connection)?.problems().is_empty() {
            SCHEMAS.migrate(&mut connection)?;
            repaired.extend(meta::repair(&connection)?);
            let database = Self::over(connection, table, Access::Write, stop)?;
            repaired.extend(repair_contents(&database.pool)?);
        }
        Ok(repaired)
    }

    /// Returns the interrupt of the database. Once it is set, the reads of snapshots,
    /// and [`Database::check`], [`Database::optimize`], [`Database::remove`],
    /// [`Database::join`] and [`Database::remove_position_file`], fail with
    /// [`StoreError::Stopped`].
    #[must_use]
    pub fn stop(&self) -> &Interrupt {
        self.pool.stop()
    }

    /// Begins a snapshot of the current state.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        self.snapshot_until(self.stop())
    }

    /// Begins a snapshot of the current state, whose reads fail with
    /// [`StoreError::Stopped`] once `stop` is set, in place of the interrupt of the
    /// database.
    pub fn snapshot_until(&self, stop: &Interrupt) -> Result<Snapshot, StoreError> {
        Snapshot::begin(&self.pool, stop)
    }

    /// Begins a write transaction. Waits some seconds for other writers to finish.
    /// If `stop` is set, long operations fail with [`StoreError::Stopped`].
    pub fn transaction(&self, stop: Interrupt) -> Result<Transaction, StoreError> {
        Transaction::begin(&self.pool, stop)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.pool.path()
    }

    /// Returns the access that the database was opened with.
    #[must_use]
    pub fn access(&self) -> Access {
        self.pool.access()
    }

    /// Returns the hash table in use.
    #[must_use]
    pub fn hash_table(&self) -> &HashTable {
        self.keys().hash_table()
    }

    /// Returns the key tables for the hash table.
    #[must_use]
    pub fn keys(&self) -> &Arc<KeyTables> {
        self.pool.keys()
    }

    /// Verifies the database completely: SQLite's own structure, the checksum of
    /// every row, the numbers of rows, the records of position files, the columns,
    /// corners and courses of the games, and the index, for which every game is replayed.
    /// Calls `progress` with the number of verified games.
    pub fn check(&self, progress: &mut dyn FnMut(u64)) -> Result<Checked, StoreError> {
        check(&Snapshot::begin_unverified(&self.pool, self.stop())?, progress)
    }

    /// Verifies the schema, the checksums of all rows and blocks, and the numbers of rows except of posting lists,
    /// without replaying games. Calls `progress` with a number of games that stands for what is done.
    pub fn check_sums(&self, progress: &mut dyn FnMut(u64)) -> Result<Checked, StoreError> {
        check_sums(&Snapshot::begin_unverified(&self.pool, self.stop())?, progress)
    }

    /// Merges all segments of the index into one and returns the free pages of the
    /// file to the system. Calls `progress` with the number of merged positions and
    /// the number of all. After an error, the database is unchanged, or merged but
    /// not yet smaller.
    pub fn optimize(&self, progress: impl FnMut(u64, u64)) -> Result<(), StoreError> {
        optimize(&self.pool, progress)
    }

    /// Removes games, all or none. Their numbers are not reused. A game that is
    /// also in another archive is kept with the record of that archive. If other
    /// archives have records that are the same game as the removed record but not
    /// the same as each other, these become separate games with new numbers.
    pub fn remove(&self, selection: &Selection) -> Result<Removed, StoreError> {
        remove(&self.pool, selection)
    }

    /// Removes games, all or none, whose sources become sources of other games. An
    /// import then finds the removed records there and does not add them again.
    pub fn join(&self, joins: &[Join]) -> Result<Removed, StoreError> {
        join(&self.pool, joins)
    }

    /// Makes names spellings of one player, in conditions and statistics, who is shown by the first name. Players
    /// of whom they were aliases join this one. Names are compared without case, accents and width.
    pub(crate) fn add_aliases(&self, player: &str, names: &[String]) -> Result<AliasedPlayer, StoreError> {
        add_aliases(&self.pool, player, names)
    }

    /// Removes an alias, or by the shown name all aliases of a player. Returns whether there were any.
    pub fn remove_alias(&self, name: &str) -> Result<bool, StoreError> {
        remove_alias(&self.pool, name)
    }

    /// Adds all records of a position file, or none on failure. All have the same
    /// board size. If the file was imported before, its records are compared and
    /// replaced from the first difference. Calls `progress` with the number of
    /// processed records. If `stop` is set, fails with [`StoreError::Stopped`].
    pub fn add_position_file<E: From<StoreError>>(
        &self,
        path: &Path,
        size: BoardSize,
        records: impl Iterator<Item = Result<PositionRecord, E>>,
        stop: Interrupt,
        progress: impl FnMut(u64),
    ) -> Result<AddedPositions, E> {
        add_position_file(&self.pool, path, size, records, stop, progress)
    }

    /// Removes a position file by its row. Returns the number of its records, or 0
    /// if no file has this row.
    pub fn remove_position_file(&self, id: i64) -> Result<u64, StoreError> {
        remove_position_file(&self.pool, id)
    }

    /// Gives a name to a question in text. A question with the same name is replaced.
    pub fn name_question(&self, name: &str, question: &str) -> Result<(), StoreError> {
        name_question(&self.pool, name, question)
    }

    /// Removes the name of a question. Returns false if no question has it.
    pub fn remove_named_question(&self, name: &str) -> Result<bool, StoreError> {
        remove_named_question(&self.pool, name)
    }

    /// Removes a file of analyses by its row, unless `stop` is set before the end. Returns the
    /// number of its analyses, or 0 if no file has this row.
    pub fn remove_analysis_file(&self, id: i64, stop: &Interrupt) -> Result<u64, StoreError> {
        remove_analysis_file(&self.pool, id, stop)
    }
}

/// Opens a file for an import. Returns whether it is a database, and not a file of a development version.
fn connect_to_import(path: &Path) -> Result<(Connection, bool), StoreError> {
    let connection = Connection::open(path, Access::Read)?;
    match SCHEMAS.require_own(&connection) {
        Err(StoreError::Development(_)) => Ok((connection, false)),
        checked => checked.map(|_| (connection, true)),
    }
}

/// Returns whether a file is an SQLite database, by its first bytes.
pub(crate) fn is_sqlite_file(path: &Path) -> bool {
    const HEADER: &[u8; 16] = b"SQLite format 3\0";
    let mut head = [0; HEADER.len()];
    let read = open_regular(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *HEADER
}
