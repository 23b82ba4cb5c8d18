use crate::go::{HashTable, KeyTables};
use crate::store::check::verify::Verified;
use crate::store::codec::compress::RecordDecompressor;
use crate::store::error::StoreError;
use crate::store::games::columns::ColumnCache;
use crate::store::games::texts::Texts;
use crate::store::index::lookup::RecentOccurrences;
use crate::store::index::segment::Segment;
use crate::store::sqlite::schema;
use crate::store::sqlite::table::add_functions;
use crate::store::state::State;
use rusqlite::config::DbConfig;
use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row};
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
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A database of game records: one SQLite file.
pub struct Database {
    pub(crate) conn: Connection,
    path: PathBuf,
    keys: Arc<KeyTables>,
    writable: bool,
    /// One for each dictionary that was needed so far.
    pub(crate) decompressors: RefCell<HashMap<Option<i64>, RecordDecompressor>>,
    pub(crate) cache: RefCell<Cache>,
    pub(crate) verified: Arc<Verified>,
}

/// What was read of one state of the file and will be asked for again.
#[derive(Default)]
pub(crate) struct Cache {
    generation: u64,
    pub(crate) columns: ColumnCache,
    pub(crate) players: Option<Arc<Texts>>,
    pub(crate) labels: Option<Arc<Texts>>,
    pub(crate) segments: Option<Arc<[Segment]>>,
    pub(crate) occurrences: RecentOccurrences,
    /// The games that a question chose last, by number, and the name it gave
    /// that choice.
    selection: Option<(String, Arc<[bool]>)>,
    /// For other threads; none of them is in a transaction.
    readers: Vec<Database>,
}

impl Database {
    /// Opens a database, and brings its schema up to date if it may be
    /// written. `Access::Write` makes the file, and its folder, if missing.
    ///
    /// # Errors
    /// A file that is missing, something else, of a later version, made with
    /// another hash table, or that cannot be read or written.
    pub fn open(path: &Path, table: HashTable, access: Access) -> Result<Self, StoreError> {
        let mut database = Self::open_unprepared(path, table, access)?;
        database.prepare_file()?;
        database.refuse_other_schema()?;
        database.prepare()?;
        Ok(database)
    }

    /// Opens the same file once more, to read it. What one of the two has verified
    /// the other need not.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn beside(&self) -> Result<Self, StoreError> {
        let mut other = Self::open(&self.path, self.hash_table().clone(), Access::Read)?;
        other.verified = Arc::clone(&self.verified);
        Ok(other)
    }

    /// Opens a file, whatever is in it.
    pub(crate) fn open_unprepared(path: &Path, table: HashTable, access: Access) -> Result<Self, StoreError> {
        let exists = path.exists();
        if path.is_dir() {
            return Err(StoreError::IsFolder(path.to_owned()));
        }
        let conn = match access {
            Access::Read if !exists => return Err(StoreError::Missing(path.to_owned())),
            Access::Read => open_to_read(path)?,
            Access::Write => open_to_write(path)?,
        };
        let database = Self {
            conn,
            path: path.to_owned(),
            keys: Arc::new(KeyTables::new(table)),
            writable: access == Access::Write,
            decompressors: RefCell::default(),
            cache: RefCell::default(),
            verified: Arc::default(),
        };
        add_functions(&database.conn).map_err(|e| database.error(e))?;
        database.distrust()?;
        Ok(database)
    }

    /// Has SQLite run nothing that a file brings with it, and protect its own
    /// tables.
    fn distrust(&self) -> Result<(), StoreError> {
        self.set_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        self.set_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        self.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)
    }

    pub(crate) fn set_config(&self, config: DbConfig, on: bool) -> Result<(), StoreError> {
        self.conn.set_db_config(config, on).map(drop).map_err(|e| self.error(e))
    }

    /// Makes a file that is empty a database, and refuses one of another kind.
    pub(crate) fn prepare_file(&self) -> Result<(), StoreError> {
        if self.writable && schema::is_empty(&self.conn).map_err(|e| self.error(e))? {
            schema::prepare_new(&self.conn).map_err(|e| self.error(e))?;
        }
        schema::check(&self.conn, &self.path).map(drop)
    }

    fn refuse_other_schema(&self) -> Result<(), StoreError> {
        let problems = schema::compare(&self.conn, &self.path)?.problems();
        if problems.is_empty() {
            return Ok(());
        }
        Err(StoreError::OtherSchema {
            path: self.path.clone(),
            problems,
        })
    }

    /// Brings the file up to date if it may be written.
    pub(crate) fn prepare(&mut self) -> Result<(), StoreError> {
        if !schema::check(&self.conn, &self.path)? {
            if !self.writable {
                return Err(StoreError::OlderReadOnly(self.path.clone()));
            }
            schema::migrate(&mut self.conn, &self.path)?;
        }
        schema::check_hash_table(&self.conn, &self.path, self.keys.hash_table(), self.writable)?;
        match self.has_derived()? {
            true => Ok(()),
            // What is damaged is told by whoever needs it.
            false if self.writable => match self.make_derived() {
                Err(StoreError::Damaged { .. }) => Ok(()),
                derived => derived,
            },
            false => Err(StoreError::OlderReadOnly(self.path.clone())),
        }
    }

    /// Asks something, in one read transaction whatever it reads. A question
    /// within another is part of that.
    ///
    /// # Errors
    /// Those of `ask`; a database that is damaged or cannot be read.
    pub fn read<T, E: From<StoreError>>(&self, ask: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if !self.conn.is_autocommit() {
            return ask();
        }
        let transaction = self.conn.unchecked_transaction().map_err(|e| self.error(e))?;
        self.renew(self.state()?.generation);
        let answer = ask()?;
        transaction.finish().map_err(|e| self.error(e))?;
        Ok(answer)
    }

    /// Begins a read transaction that lasts until [`Database::release`].
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub(crate) fn hold(&self) -> Result<State, StoreError> {
        self.execute("BEGIN", [])?;
        let state = self.state()?;
        self.renew(state.generation);
        Ok(state)
    }

    /// Forgets what was read of another state of the file.
    fn renew(&self, generation: u64) {
        if self.cache.borrow().generation != generation {
            self.cache.replace(Cache {
                generation,
                ..Cache::default()
            });
        }
    }

    /// Ends the transaction that [`Database::hold`] began.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub(crate) fn release(&self) -> Result<(), StoreError> {
        self.execute("ROLLBACK", []).map(drop)
    }

    /// What SQL is run on.
    pub(crate) const fn connection(&self) -> &Connection {
        &self.conn
    }

    /// Forgets what was read, before something is written.
    pub(crate) fn forget(&self) {
        self.cache.replace(Cache::default());
    }

    /// Another one that reads the same state of the same file, for another
    /// thread; `None` if somebody has written to it since. To be given back
    /// with [`Database::end_reader`].
    ///
    /// # Errors
    /// A file that cannot be opened any more.
    pub fn begin_reader(&self) -> Result<Option<Self>, StoreError> {
        let idle = self.cache.borrow_mut().readers.pop();
        let reader = match idle {
            Some(reader) => reader,
            None => {
                let reader = Self {
                    conn: open_to_read(&self.path)?,
                    path: self.path.clone(),
                    keys: Arc::clone(&self.keys),
                    writable: false,
                    decompressors: RefCell::default(),
                    cache: RefCell::default(),
                    verified: Arc::clone(&self.verified),
                };
                add_functions(&reader.conn).map_err(|e| reader.error(e))?;
                reader.distrust()?;
                reader
            }
        };
        Ok((reader.hold()?.generation == self.state()?.generation).then_some(reader))
    }

    /// Keeps a reader for the next question.
    pub fn end_reader(&self, reader: Self) {
        if reader.release().is_ok() {
            self.cache.borrow_mut().readers.push(reader);
        }
    }

    /// The games, by number, that were chosen by this name, if these were the
    /// last.
    #[must_use]
    pub fn selection(&self, name: &str) -> Option<Arc<[bool]>> {
        let cache = self.cache.borrow();
        let known = cache.selection.as_ref().filter(|(known, _)| known == name);
        known.map(|(_, games)| Arc::clone(games))
    }

    /// Keeps the games that were chosen, for as long as nobody writes. To be
    /// called within [`Database::read`].
    pub fn keep_selection(&self, name: String, games: &Arc<[bool]>) {
        self.cache.borrow_mut().selection = Some((name, Arc::clone(games)));
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

    pub(crate) fn number<T: FromSql>(&self, sql: &str) -> Result<T, StoreError> {
        self.conn
            .query_row(sql, [], |row| row.get(0))
            .map_err(|e| self.error(e))
    }

    /// The value a question has, if there is a row.
    pub(crate) fn optional<T: FromSql>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<Option<T>, StoreError> {
        self.conn
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(values, |row| row.get(0)).optional())
            .map_err(|e| self.error(e))
    }

    /// Runs a statement; the number of the row it added, if it did.
    pub(crate) fn execute(&self, sql: &str, values: impl rusqlite::Params) -> Result<i64, StoreError> {
        let run = || {
            self.conn.prepare_cached(sql)?.execute(values)?;
            Ok(self.conn.last_insert_rowid())
        };
        run().map_err(|e| self.error(e))
    }

    /// All rows of a question.
    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let run = || {
            let mut statement = self.conn.prepare_cached(sql)?;
            let rows = statement.query_map(values, read)?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        run().map_err(|e| self.error(e))
    }

    pub(crate) fn error(&self, source: rusqlite::Error) -> StoreError {
        schema::from_sqlite(&self.path, source)
    }

    /// That what is stored as the record of a game has none.
    pub(crate) fn holds_no_game(&self, game: i64) -> StoreError {
        self.damaged(format!("the record of game {game} holds no game"))
    }

    pub(crate) fn damaged(&self, what: impl Into<String>) -> StoreError {
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
    let conn = match schema::is_empty(&conn) {
        Err(error)
            if matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)
            ) =>
        {
            if has_pending_journal(path) {
                return Err(StoreError::PendingJournal(path.to_owned()));
            }
            Connection::open_with_flags(immutable_uri(path), flags).map_err(sqlite)?
        }
        _ => conn,
    };
    // In KiB, negative by SQLite's convention: what is asked for again and
    // again is to stay in memory. A file that cannot be read says so later.
    let _ = conn.pragma_update(None, "cache_size", -32 << 10);
    Ok(conn)
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
