use super::error::StoreError;
use crate::go::HashTable;
use include_dir::{Dir, include_dir};
use rusqlite::{Connection, OptionalExtension};
use rusqlite_migration::Migrations;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

static MIGRATIONS_DIR: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// The files of `migrations/`, in order. They are part of the program; that
/// they can be read is tested.
static MIGRATIONS: LazyLock<Result<Migrations<'static>, String>> =
    LazyLock::new(|| Migrations::from_directory(&MIGRATIONS_DIR).map_err(|error| error.to_string()));

/// The number that SQLite's file header reserves for telling applications
/// apart: "bgo1".
const APPLICATION_ID: i64 = 0x6267_6f31;

/// The latest schema this program knows: how many migrations there are.
#[must_use]
pub fn latest() -> usize {
    MIGRATIONS_DIR.dirs().count()
}

/// Settings of a new file, before anything is in it. Pages of 8 KiB suit rows
/// of half a kilobyte: 4 KiB cost 2.5% more space.
pub fn prepare_new(conn: &Connection) -> rusqlite::Result<()> {
    conn.pragma_update(None, "page_size", 8192)?;
    conn.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)
}

/// Whether nothing was ever written to the file.
pub fn is_empty(conn: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let version = version(conn)?;
    Ok(tables == 0 && version == 0)
}

fn version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Refuses what is not a database of this program, or one of a later version.
/// Returns whether the schema is the latest.
pub fn check(conn: &Connection, path: &Path) -> Result<bool, StoreError> {
    let sqlite = |source| from_sqlite(path, source);
    let id: i64 = conn
        .pragma_query_value(None, "application_id", |row| row.get(0))
        .map_err(sqlite)?;
    if id != APPLICATION_ID && is_empty(conn).map_err(sqlite)? {
        return Err(StoreError::Empty(path.to_owned()));
    }
    if id != APPLICATION_ID {
        return Err(StoreError::NotADatabase(path.to_owned()));
    }
    let found = version(conn).map_err(sqlite)?;
    let known = latest();
    if usize::try_from(found).is_ok_and(|found| found <= known) {
        Ok(found as usize == known)
    } else {
        Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known,
        })
    }
}

/// Brings the schema up to date.
pub fn migrate(conn: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let damaged = |what: String| StoreError::Damaged {
        path: path.to_owned(),
        what,
    };
    let migrations = MIGRATIONS.as_ref().map_err(|error| damaged(error.clone()))?;
    loop {
        let before = version(conn).map_err(|source| from_sqlite(path, source))?;
        let Err(error) = migrations.to_latest(conn) else {
            return Ok(());
        };
        // Where another process migrates at the same time, one of the two
        // finds a step done already and goes on with the next.
        if version(conn).is_ok_and(|now| now > before) {
            continue;
        }
        return Err(match error {
            rusqlite_migration::Error::RusqliteError { err, .. } => from_sqlite(path, err),
            other => damaged(format!("its schema cannot be brought up to date: {other}")),
        });
    }
}

/// Notes the hash table in a new database; refuses another one than the
/// database was made with.
pub fn check_hash_table(conn: &Connection, path: &Path, table: &HashTable, writable: bool) -> Result<(), StoreError> {
    const NAME: &str = "hash_table";
    let sqlite = |source| from_sqlite(path, source);
    let given = table.fingerprint();
    let stored: Option<u32> = conn
        .query_row("SELECT value FROM meta WHERE name = ?1", [NAME], |row| row.get(0))
        .optional()
        .map_err(sqlite)?;
    match stored {
        Some(stored) if stored == given => Ok(()),
        Some(stored) => Err(StoreError::OtherHashTable {
            path: path.to_owned(),
            stored,
            given,
        }),
        None if writable
            && conn
                .query_row("SELECT games FROM state", [], |row| row.get::<_, i64>(0))
                .map_err(sqlite)?
                == 0 =>
        {
            // Another process may have been faster, with another table even.
            conn.execute(
                "INSERT OR IGNORE INTO meta (name, value) VALUES (?1, ?2)",
                (NAME, given),
            )
            .map_err(sqlite)?;
            check_hash_table(conn, path, table, false)
        }
        _ => Err(StoreError::Damaged {
            path: path.to_owned(),
            what: "it does not say which hash table it uses".to_owned(),
        }),
    }
}

/// Says so if a file is shorter than its header has it
/// (<https://www.sqlite.org/fileformat.html#the_database_header>).
fn cut_short(path: &Path) -> Option<String> {
    let mut header = [0; 32];
    let mut file = File::open(path).ok()?;
    file.read_exact(&mut header).ok()?;
    // 1 stands for 64 KiB.
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 1 << 16,
        bytes => u64::from(bytes),
    };
    let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
    let (length, expected) = (file.metadata().ok()?.len(), page * u64::from(pages));
    (length < expected).then(|| format!("it is cut short: {length} of its {expected} bytes are there"))
}

/// Tells the errors of SQLite apart that mean something to the user.
pub fn from_sqlite(path: &Path, source: rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode;
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
            what: cut_short(&path).unwrap_or_else(|| source.to_string()),
            path,
        },
        // A value of a type that its column cannot have.
        None if matches!(
            source,
            rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..)
        ) =>
        {
            StoreError::Damaged {
                path,
                what: format!("a value that no writer writes ({source})"),
            }
        }
        _ => StoreError::Sqlite { path, error: source },
    }
}
