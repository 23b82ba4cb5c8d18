use super::compress::RecordDecompressor;
use super::error::StoreError;
use super::schema;
use crate::go::{HashTable, KeyTables};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What is to be done with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only read it; it must be there.
    Read,
    /// Read and write it; made if it is not there.
    Write,
}

/// How long a writer waits for another one before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A database of game records: one SQLite file.
pub struct Database {
    pub(super) conn: Connection,
    path: PathBuf,
    keys: Arc<KeyTables>,
    writable: bool,
    /// One for each dictionary that was needed so far.
    pub(super) decompressors: RefCell<HashMap<Option<i64>, RecordDecompressor>>,
}

/// How much the index holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IndexSize {
    /// Segments.
    pub segments: u64,
    /// Positions of all games, those that occur again included.
    pub positions: u64,
}

impl Database {
    /// Opens a database, and brings its schema up to date if it may be
    /// written. `Access::Write` makes the file, and its folder, if missing.
    ///
    /// # Errors
    /// A file that is missing, something else, of a later version, made with
    /// another hash table, or that cannot be read or written.
    pub fn open(path: &Path, table: HashTable, access: Access) -> Result<Self, StoreError> {
        let exists = path.exists();
        let conn = match access {
            Access::Read if !exists => return Err(StoreError::Missing(path.to_owned())),
            Access::Read => open_to_read(path)?,
            Access::Write => open_to_write(path)?,
        };
        let mut database = Self {
            conn,
            path: path.to_owned(),
            keys: Arc::new(KeyTables::new(table)),
            writable: access == Access::Write,
            decompressors: RefCell::default(),
        };
        database.check()?;
        Ok(database)
    }

    fn check(&mut self) -> Result<(), StoreError> {
        if self.writable && schema::is_empty(&self.conn).map_err(|e| self.error(e))? {
            schema::prepare_new(&self.conn).map_err(|e| self.error(e))?;
        }
        if !schema::check(&self.conn, &self.path)? {
            if !self.writable {
                return Err(StoreError::OlderReadOnly(self.path.clone()));
            }
            schema::migrate(&mut self.conn, &self.path)?;
        }
        schema::check_hash_table(&self.conn, &self.path, self.keys.hash_table(), self.writable)
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The hash table in use.
    #[must_use]
    pub fn hash_table(&self) -> &HashTable {
        self.keys.hash_table()
    }

    /// The key tables that come from it.
    #[must_use]
    pub const fn keys(&self) -> &Arc<KeyTables> {
        &self.keys
    }

    /// How many games there are.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn game_count(&self) -> Result<u64, StoreError> {
        self.number("SELECT coalesce(sum(games), 0) FROM segment")
    }

    /// How many archives were imported.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn archive_count(&self) -> Result<u64, StoreError> {
        self.number("SELECT count(*) FROM archive")
    }

    /// How many places the games were found in.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn source_count(&self) -> Result<u64, StoreError> {
        self.number("SELECT count(*) FROM source")
    }

    /// How many different names players have.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn player_count(&self) -> Result<u64, StoreError> {
        self.number("SELECT count(*) FROM player")
    }

    /// Bytes of the file.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn byte_count(&self) -> Result<u64, StoreError> {
        self.number("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    }

    /// The number of games on boards of each size, smallest first.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn games_by_size(&self) -> Result<Vec<(u8, u64)>, StoreError> {
        self.pairs("SELECT board_size, count(*) FROM game GROUP BY board_size ORDER BY board_size")
    }

    /// The earliest and the latest year of a game, if any has a date.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn years(&self) -> Result<Option<(u16, u16)>, StoreError> {
        let years = "SELECT min(year), max(year) FROM game HAVING min(year) IS NOT NULL";
        Ok(self.pairs(years)?.pop())
    }

    /// How much the index holds.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn index_size(&self) -> Result<IndexSize, StoreError> {
        let size = "SELECT count(*), coalesce(sum(positions), 0) FROM segment";
        Ok(self
            .pairs(size)?
            .pop()
            .map(|(segments, positions)| IndexSize { segments, positions })
            .unwrap_or_default())
    }

    fn number(&self, sql: &str) -> Result<u64, StoreError> {
        self.conn
            .query_row(sql, [], |row| row.get(0))
            .map_err(|e| self.error(e))
    }

    fn pairs<A: rusqlite::types::FromSql, B: rusqlite::types::FromSql>(
        &self,
        sql: &str,
    ) -> Result<Vec<(A, B)>, StoreError> {
        let read = || {
            let mut statement = self.conn.prepare(sql)?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|e| self.error(e))
    }

    pub(super) fn error(&self, source: rusqlite::Error) -> StoreError {
        schema::from_sqlite(&self.path, source)
    }

    pub(super) fn damaged(&self, what: impl Into<String>) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            what: what.into(),
        }
    }
}

fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    let sqlite = |source| schema::from_sqlite(path, source);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let conn = Connection::open_with_flags(plain(path), flags).map_err(sqlite)?;
    conn.busy_timeout(BUSY_TIMEOUT).map_err(sqlite)?;
    // A file in a folder where SQLite cannot keep its journal beside it can
    // only be read on the promise that nobody changes it.
    match schema::is_empty(&conn) {
        Err(error)
            if matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)
            ) =>
        {
            if has_pending_journal(path) {
                return Err(StoreError::PendingJournal(path.to_owned()));
            }
            Connection::open_with_flags(immutable_uri(path), flags).map_err(sqlite)
        }
        _ => Ok(conn),
    }
}

/// The path so that SQLite takes it for nothing else, such as a URI (`file:x`)
/// or a database in memory (`:memory:`).
fn plain(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Whether a writer was stopped before all was in the file itself.
fn has_pending_journal(path: &Path) -> bool {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    std::fs::metadata(journal).is_ok_and(|metadata| metadata.len() > 0)
}

/// The path as a URI that tells SQLite that nobody changes the file.
fn immutable_uri(path: &Path) -> String {
    let escaped: String = std::path::absolute(path)
        .unwrap_or_else(|_| path.to_owned())
        .to_string_lossy()
        .chars()
        .map(|c| match c {
            '%' | '?' | '#' => format!("%{:02x}", c as u32),
            c => c.to_string(),
        })
        .collect();
    format!("file://{escaped}?immutable=1")
}

fn open_to_write(path: &Path) -> Result<Connection, StoreError> {
    let sqlite = |source| schema::from_sqlite(path, source);
    if let Some(folder) = path.parent() {
        // If this fails, opening the file does too, and says so.
        let _ = std::fs::create_dir_all(folder);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(plain(path), flags).map_err(sqlite)?;
    conn.busy_timeout(BUSY_TIMEOUT).map_err(sqlite)?;
    conn.set_prepared_statement_cache_capacity(64);
    Ok(conn)
}
