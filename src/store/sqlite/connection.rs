//! Connections to the file with the settings of this program, and errors that name
//! the file.

use super::table::add_functions;
use crate::files::{FileId, canonical, create_folder, open_regular};
use crate::interrupt::Interrupt;
use crate::store::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::types::FromSql;
use rusqlite::{ErrorCode, OpenFlags, OptionalExtension, Params, Row};
use std::cell::RefCell;
use std::ffi::c_int;
use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time that a connection waits for a writer before it fails.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The number of prepared statements that a connection keeps.
const STATEMENTS: usize = 64;

/// The number of SQLite's virtual machine instructions between two looks at the
/// interrupt: some microseconds, unless they read much.
const STEPS: c_int = 100;

/// The access to a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading; the file must exist.
    Read,
    /// Reading and writing. [`Database::open`](crate::Database::open) creates the file if it is missing.
    Write,
}

pub struct Connection {
    sqlite: rusqlite::Connection,
    path: PathBuf,
    file: FileId,
    stop: RefCell<Interrupt>,
}

impl Connection {
    /// Opens a file that exists, whatever its contents.
    pub fn open(path: &Path, access: Access) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        Self::open_with_checks(path, || match access {
            Access::Read => open_to_read(path),
            Access::Write => open_to_write(path, OpenFlags::empty()),
        })
    }

    /// Opens a file for reading and writing, and creates it and its folder if they are missing.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        if path.as_os_str().is_empty() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        Self::open_with_checks(path, || {
            if let Some(folder) = path.parent() {
                // If this fails, opening the file fails too and reports the error.
                let _ = create_folder(folder);
            }
            open_to_write(path, OpenFlags::SQLITE_OPEN_CREATE)
        })
    }

    fn open_with_checks(
        path: &Path,
        open: impl Fn() -> Result<rusqlite::Connection, StoreError>,
    ) -> Result<Self, StoreError> {
        if path.is_dir() {
            return Err(StoreError::IsFolder(path.to_owned()));
        }
        let (sqlite, file) = open_file(path, open)?;
        let connection = Self {
            sqlite,
            path: path.to_owned(),
            file,
            stop: RefCell::default(),
        };
        connection.sqlite.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.run(add_functions)?;
        // Triggers and other code in the file do not run, and SQLite's own tables
        // are protected.
        connection.set_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.set_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        Ok(connection)
    }

    pub const fn sqlite(&self) -> &rusqlite::Connection {
        &self.sqlite
    }

    /// Returns the connection of the SQLite library for the migrations.
    pub const fn sqlite_mut(&mut self) -> &mut rusqlite::Connection {
        &mut self.sqlite
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the id of the file, which need not be at the path any more.
    pub const fn file(&self) -> FileId {
        self.file
    }

    /// Makes statements fail with [`StoreError::Stopped`] once `stop` is set, also those
    /// that are running.
    pub fn obey(&self, stop: &Interrupt) -> Result<(), StoreError> {
        let watched = stop.clone();
        self.sqlite
            .progress_handler(STEPS, Some(move || watched.is_set()))
            .map_err(|error| self.error(error))?;
        self.stop.replace(stop.clone());
        Ok(())
    }

    /// Makes statements run to their end.
    pub fn clear_interrupt(&self) {
        self.stop.take();
        // This fails only without a connection.
        let _ = self.sqlite.progress_handler(0, None::<fn() -> bool>);
    }

    /// Returns the interrupt that statements obey.
    pub fn stop(&self) -> Interrupt {
        self.stop.borrow().clone()
    }

    /// Fails if the connection is requested to stop. Every statement checks this; loops
    /// without statements call it every few thousand steps.
    pub fn check_stop(&self) -> Result<(), StoreError> {
        Ok(self.stop.borrow().check()?)
    }

    pub fn set_config(&self, config: DbConfig, on: bool) -> Result<(), StoreError> {
        self.run(|sqlite| sqlite.set_db_config(config, on)).map(drop)
    }

    pub fn value<T: FromSql>(&self, sql: &str) -> Result<T, StoreError> {
        self.check_stop()?;
        self.run(|sqlite| sqlite.prepare_cached(sql)?.query_row([], |row| row.get(0)))
    }

    pub fn optional<T: FromSql>(&self, sql: &str, values: impl Params) -> Result<Option<T>, StoreError> {
        self.check_stop()?;
        self.run(|sqlite| {
            sqlite
                .prepare_cached(sql)?
                .query_row(values, |row| row.get(0))
                .optional()
        })
    }

    /// Returns the current time in UTC, in the form of RFC 3339.
    pub fn now(&self) -> Result<String, StoreError> {
        self.value("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
    }

    pub fn execute(&self, sql: &str, values: impl Params) -> Result<u64, StoreError> {
        self.check_stop()?;
        let changed = self.run(|sqlite| sqlite.prepare_cached(sql)?.execute(values))?;
        Ok(changed as u64)
    }

    pub fn rows<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.check_stop()?;
        self.run(|sqlite| sqlite.prepare_cached(sql)?.query_map(values, read)?.collect())
    }

    /// Runs something with the connection of the SQLite library, and converts its error.
    pub fn run<'c, T>(
        &'c self,
        work: impl FnOnce(&'c rusqlite::Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.sqlite).map_err(|error| self.error(error))
    }

    /// Converts an error of SQLite, with variants for the errors that matter to the
    /// user.
    pub fn error(&self, error: rusqlite::Error) -> StoreError {
        from_sqlite(&self.path, error)
    }

    pub fn damaged(&self, what: impl Into<String>) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            what: what.into(),
        }
    }
}

fn open_file(
    path: &Path,
    open: impl Fn() -> Result<rusqlite::Connection, StoreError>,
) -> Result<(rusqlite::Connection, FileId), StoreError> {
    loop {
        require_files(path)?;
        let before = FileId::of(path).ok();
        let sqlite = open()?;
        let after = FileId::of(path).map_err(|_| StoreError::Missing(path.to_owned()))?;
        // If another file took its place meanwhile, nobody knows which of them is open.
        if before.is_none_or(|before| before == after) {
            return Ok((sqlite, after));
        }
    }
}

/// Fails if the file, or one that SQLite keeps beside it, is a pipe or the like: opening it would wait
/// for another program.
fn require_files(path: &Path) -> Result<(), StoreError> {
    for end in ["", JOURNAL, INDEX, ROLLBACK_JOURNAL] {
        let path = beside(path, end);
        if path.exists() && !path.is_file() && !path.is_dir() {
            return Err(StoreError::NotAFile(path));
        }
    }
    Ok(())
}

fn open_to_read(path: &Path) -> Result<rusqlite::Connection, StoreError> {
    const FLAGS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY
        .union(OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .union(OpenFlags::SQLITE_OPEN_URI);
    let mut sqlite = open_with(path, FLAGS)?;
    // If SQLite cannot keep its journal beside the file, it can read the file only
    // on the assumption that nobody changes it.
    let cannot_keep_journal = look(&sqlite).is_err_and(|error| {
        let code = error.sqlite_error_code();
        matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
    });
    if cannot_keep_journal {
        let has_rollback_journal = is_pending(path, ROLLBACK_JOURNAL);
        // A first transaction that was cut is rolled back by a connection that may write.
        let is_rolled_back =
            has_rollback_journal && open_to_write(path, OpenFlags::empty()).is_ok_and(|writer| look(&writer).is_ok());
        sqlite = if is_rolled_back {
            open_with(path, FLAGS)?
        } else if has_rollback_journal || has_pending_journal(path) {
            return Err(StoreError::PendingJournal(path.to_owned()));
        } else {
            let opened = rusqlite::Connection::open_with_flags(immutable_uri(path), FLAGS);
            opened.map_err(|error| from_sqlite(path, error))?
        };
    }
    Ok(sqlite)
}

fn open_with(path: &Path, flags: OpenFlags) -> Result<rusqlite::Connection, StoreError> {
    let sqlite = rusqlite::Connection::open_with_flags(plain(path), flags);
    let set = sqlite.and_then(|sqlite| sqlite.busy_timeout(BUSY_TIMEOUT).map(|()| sqlite));
    set.map_err(|error| from_sqlite(path, error))
}

fn look(sqlite: &rusqlite::Connection) -> rusqlite::Result<()> {
    sqlite.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
}

fn open_to_write(path: &Path, more: OpenFlags) -> Result<rusqlite::Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    open_with(path, flags | more)
}

/// Returns a path that SQLite cannot mistake for a URI (`file:x`) or a database in
/// memory (`:memory:`).
fn plain(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Returns whether a writer stopped before all changes were in the file itself.
pub fn has_pending_journal(path: &Path) -> bool {
    is_pending(path, JOURNAL)
}

fn is_pending(path: &Path, journal: &str) -> bool {
    std::fs::metadata(beside(path, journal)).is_ok_and(|metadata| metadata.len() > 0)
}

/// The end of the name of a file's journal.
pub const JOURNAL: &str = "-wal";

/// The end of the name of the journal of a file's first transaction, from which that is rolled back.
const ROLLBACK_JOURNAL: &str = "-journal";

/// The end of the name of the index of a file's journal.
pub const INDEX: &str = "-shm";

/// Returns the path of a file that SQLite keeps beside a database.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    // SQLite follows links.
    let mut name = canonical(path).unwrap_or_else(|_| path.to_owned()).into_os_string();
    name.push(end);
    name.into()
}

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
    // After `//`, a drive would be the name of a server.
    let start = if cfg!(windows) { "file:" } else { "file://" };
    format!("{start}{escaped}?immutable=1")
}

fn from_sqlite(path: &Path, error: rusqlite::Error) -> StoreError {
    use rusqlite::Error;
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => StoreError::Stopped,
        Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path),
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
        // The last one is what SQLite says when a lock of its journal keeps failing.
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            StoreError::Busy(path)
        }
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
            what: cut_short(&path).unwrap_or_else(|| error.to_string()),
            path,
        },
        // The value has a type that its column cannot have.
        None if matches!(
            error,
            Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..)
        ) =>
        {
            StoreError::Damaged {
                path,
                what: format!("a value that no writer writes ({error})"),
            }
        }
        _ => StoreError::Sqlite { path, error },
    }
}

/// Returns a message if a file is shorter than its header states
/// (<https://www.sqlite.org/fileformat.html#the_database_header>).
fn cut_short(path: &Path) -> Option<String> {
    let mut header = [0; 32];
    let mut file = open_regular(path).ok()?;
    file.read_exact(&mut header).ok()?;
    // The value 1 stands for 64 KiB.
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 1 << 16,
        bytes => u64::from(bytes),
    };
    let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
    let (length, expected) = (file.metadata().ok()?.len(), page * u64::from(pages));
    (length < expected).then(|| format!("it is cut short: {length} of its {expected} bytes are there"))
}

/// Returns the id of the index of a file's journal, if there is one.
pub fn journal_index_id(path: &Path) -> Option<FileId> {
    FileId::of(&beside(path, INDEX)).ok()
}

/// Removes the index of a replaced file, and its journal, which must be empty. Fails if
/// another process uses them. The connections of this process keep what they have.
#[cfg(unix)]
pub fn remove_journal_index(path: &Path) -> io::Result<()> {
    use rustix::fs::{FlockOperation, fcntl_lock};
    let index = beside(path, INDEX);
    let file = std::fs::File::options().read(true).write(true).open(&index)?;
    // Each process that uses the index has a lock on a part of it.
    fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive)?;
    std::fs::remove_file(index)?;
    match std::fs::remove_file(beside(path, JOURNAL)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Fails: a file that is open is not replaced there.
#[cfg(not(unix))]
pub fn remove_journal_index(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_path_is_said_to_be_empty() {
        let path = Path::new("");
        for opened in [Connection::open(path, Access::Read), Connection::create(path)] {
            let error = opened.err().expect("no file has this path");
            assert_eq!(error.to_string(), "the path of the database is empty");
        }
    }

    #[test]
    fn a_uri_names_a_file_whatever_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["games 1.sqlite", "50%41#.sqlite", "棋譜.sqlite"] {
            let path = folder.path().join(name);
            let made = rusqlite::Connection::open(&path).expect("is made");
            made.execute_batch("CREATE TABLE game (id)").expect("a table");
            drop(made);
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let opened = rusqlite::Connection::open_with_flags(immutable_uri(&path), flags).expect(name);
            assert!(opened.table_exists(None, "game").expect(name), "{name}");
        }
    }
}
