use crate::go::HashTable;
use crate::store::error::StoreError;
use crate::store::games::words;
use crate::store::sqlite::table::add_functions;
use include_dir::{Dir, include_dir};
use rusqlite::{Connection, OptionalExtension};
use rusqlite_migration::Migrations;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

static MIGRATIONS_DIR: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// The files of `migrations/`, in order. They are part of the program; that
/// they can be read is tested.
static MIGRATIONS: LazyLock<Result<Migrations<'static>, String>> =
    LazyLock::new(|| Migrations::from_directory(&MIGRATIONS_DIR).map_err(|error| error.to_string()));

/// The schemas that were asked for, each as the migrations make it.
static EXPECTED: Mutex<BTreeMap<usize, Arc<[Object]>>> = Mutex::new(BTreeMap::new());

/// The CRC-32 of the latest schema, which spares running the migrations: that takes
/// some milliseconds.
const LATEST: u32 = 0x6a79_f4a9;

/// What a schema is made of: a table, an index, a view or a trigger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Object {
    pub name: String,
    /// What it is, as SQLite says it.
    pub kind: String,
    /// The table that it belongs to.
    pub table: String,
    /// The SQL that makes it; empty where SQLite makes it by itself.
    pub sql: String,
}

/// How a schema differs from what the migrations make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What is there and should not be, or not like this.
    pub foreign: Vec<Object>,
    /// What should be there.
    pub missing: Vec<Object>,
}

impl Difference {
    /// A sentence for each object.
    pub fn problems(&self) -> Vec<String> {
        let Self { foreign, missing } = self;
        let named = |objects: &[Object], name: &str| objects.iter().find(|object| object.name == name).cloned();
        let foreign = foreign
            .iter()
            .map(|Object { name, kind, .. }| match named(missing, name) {
                None => format!("the schema has the {kind} {name}, which is not of bgo"),
                Some(expected) if expected.kind != *kind => {
                    format!(
                        "the schema has a {kind} {name} in place of the {} {name}",
                        expected.kind
                    )
                }
                Some(_) => format!("the schema has the {kind} {name} with another definition"),
            });
        let lost = missing
            .iter()
            .filter(|object| named(&self.foreign, &object.name).is_none());
        let lost = lost.map(|Object { name, kind, .. }| format!("the schema lacks the {kind} {name}"));
        foreign.chain(lost).collect()
    }
}

/// The schema of a version, as the migrations up to it make it.
pub fn expected(version: usize, path: &Path) -> Result<Arc<[Object]>, StoreError> {
    let mut known = EXPECTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(objects) = known.get(&version) {
        return Ok(Arc::clone(objects));
    }
    let migrations = MIGRATIONS.as_ref().map_err(|error| unmade(path, error))?;
    let make = || {
        let mut conn = Connection::open_in_memory()?;
        add_functions(&conn)?;
        migrations.to_version(&mut conn, version)?;
        Ok::<_, rusqlite_migration::Error>(objects(&conn)?)
    };
    let objects: Arc<[Object]> = make().map_err(|error| unmade(path, error))?.into();
    known.insert(version, Arc::clone(&objects));
    Ok(objects)
}

fn unmade(path: &Path, error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged {
        path: path.to_owned(),
        what: format!("its schema cannot be brought up to date: {error}"),
    }
}

/// Compares the schema with what the migrations make.
pub fn compare(conn: &Connection, path: &Path) -> Result<Difference, StoreError> {
    let sqlite = |source| from_sqlite(path, source);
    // Another process may be bringing it up to date.
    let transaction = match conn.is_autocommit() {
        true => Some(conn.unchecked_transaction().map_err(sqlite)?),
        false => None,
    };
    let found: BTreeSet<Object> = objects(conn).map_err(sqlite)?.into_iter().collect();
    let version = version(conn).map_err(sqlite)?;
    if let Some(transaction) = transaction {
        transaction.finish().map_err(sqlite)?;
    }
    if version == latest() as i64 && fingerprint(&found) == LATEST {
        return Ok(Difference::default());
    }
    let expected = expected(usize::try_from(version).unwrap_or_default(), path)?;
    let expected: BTreeSet<Object> = expected.iter().cloned().collect();
    Ok(Difference {
        foreign: found.difference(&expected).cloned().collect(),
        missing: expected.difference(&found).cloned().collect(),
    })
}

/// Writes the version of a file anew that is of an earlier one by its number and has
/// all of the latest schema. Returns whether that was so.
pub fn repair_version(conn: &Connection) -> rusqlite::Result<bool> {
    let transaction = conn.unchecked_transaction()?;
    let found: BTreeSet<Object> = objects(conn)?.into_iter().collect();
    let is_wrong = version(conn)? < latest() as i64 && fingerprint(&found) == LATEST;
    if is_wrong {
        conn.pragma_update(None, "user_version", latest() as i64)?;
    }
    transaction.commit()?;
    Ok(is_wrong)
}

fn fingerprint(objects: &BTreeSet<Object>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for Object { name, kind, table, sql } in objects {
        for text in [name, kind, table, sql] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    hasher.finalize()
}

/// All of a schema but for SQLite's own tables.
fn objects(conn: &Connection) -> rusqlite::Result<Vec<Object>> {
    let sql = "SELECT name, type, tbl_name, coalesce(sql, '') FROM sqlite_schema
               WHERE type != 'table' OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let mut object = Object {
            name: row.get(0)?,
            kind: row.get(1)?,
            table: row.get(2)?,
            sql: row.get(3)?,
        };
        if words::is_part(&object.name) && object.kind == "table" {
            object.sql.clear();
        }
        Ok(object)
    })?;
    rows.collect()
}

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
    let migrations = MIGRATIONS.as_ref().map_err(|error| unmade(path, error))?;
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
            other => unmade(path, other),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_that_of_what_the_migrations_make() {
        let objects = expected(latest(), Path::new("")).expect("is made");
        let found = fingerprint(&objects.iter().cloned().collect());
        assert_eq!(found, LATEST, "a new migration needs {found:#010x}");
    }
}
