//! The schema that the migrations create, and comparison with the schema of a file.

use super::connection::Connection;
use super::meta;
use super::table::{add_functions, is_part};
use crate::go::HashTable;
use crate::store::StoreError;
use include_dir::{Dir, File, include_dir};
use rusqlite::config::DbConfig;
use rusqlite::{Transaction, TransactionBehavior};
use rusqlite_migration::Migrations;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

static MIGRATIONS_DIR: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// The files of `migrations/`, in order. They are compiled in; a test shows that
/// they parse.
static MIGRATIONS: LazyLock<Result<Migrations<'static>, String>> =
    LazyLock::new(|| Migrations::from_directory(&MIGRATIONS_DIR).map_err(|error| error.to_string()));

/// The expected schemas by version, cached.
static EXPECTED: Mutex<BTreeMap<usize, Arc<[Object]>>> = Mutex::new(BTreeMap::new());

/// The CRC-32 of the latest schema. It saves running the migrations, which takes
/// some milliseconds.
const LATEST: u32 = 0xd8bc_c93d;

/// An object of a schema: a table, an index, a view or a trigger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Object {
    pub name: String,
    pub kind: String,
    pub table: String,
    /// The SQL that creates the object; empty if SQLite creates it implicitly.
    pub sql: String,
}

/// The differences between the schema of a file and the one that the migrations create. An object that
/// has another definition is both foreign and missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaDifferences {
    /// The objects that should not exist.
    pub foreign: Vec<Object>,
    pub missing: Vec<Object>,
}

impl SchemaDifferences {
    /// Returns a sentence for each difference.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for Object { name, kind, .. } in &self.foreign {
            let expected = self.missing.iter().find(|object| object.name == *name);
            problems.push(match expected.map(|expected| &expected.kind) {
                None => format!("the schema has the {kind} {name}, which is not of bgo"),
                Some(other) if other != kind => {
                    format!("the schema has a {kind} {name} in place of the {other} {name}")
                }
                Some(_) => format!("the schema has the {kind} {name} with another definition"),
            });
        }
        for Object { name, kind, .. } in &self.missing {
            if self.foreign.iter().all(|object| object.name != *name) {
                problems.push(format!("the schema lacks the {kind} {name}"));
            }
        }
        problems
    }
}

fn expected(version: usize, path: &Path) -> Result<Arc<[Object]>, StoreError> {
    let mut known = EXPECTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(objects) = known.get(&version) {
        return Ok(Arc::clone(objects));
    }
    let migrations = MIGRATIONS.as_ref().map_err(|error| unmade(path, error))?;
    let objects: Arc<[Object]> = made(migrations, version).map_err(|error| unmade(path, error))?.into();
    known.insert(version, Arc::clone(&objects));
    Ok(objects)
}

fn made(migrations: &Migrations<'_>, version: usize) -> Result<Vec<Object>, rusqlite_migration::Error> {
    let mut conn = rusqlite::Connection::open_in_memory()?;
    add_functions(&conn)?;
    migrations.to_version(&mut conn, version)?;
    Ok(objects(&conn)?)
}

fn unmade(path: &Path, error: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged {
        path: path.to_owned(),
        what: format!("its schema cannot be brought up to date: {error}"),
    }
}

/// Returns the SQL that creates a table or index of the latest schema.
pub fn definition(name: &str, path: &Path) -> Result<String, StoreError> {
    let objects = expected(latest(), path)?;
    let object = objects.iter().find(|object| object.name == name);
    Ok(object.map(|object| object.sql.clone()).unwrap_or_default())
}

/// Compares a schema with the one that the migrations create.
pub fn compare(connection: &Connection) -> Result<SchemaDifferences, StoreError> {
    let (found, version) = connection.run(|conn| {
        // Another process may be migrating the file.
        let transaction = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose()?;
        let found: BTreeSet<Object> = objects(conn)?.into_iter().collect();
        let version = version(conn)?;
        transaction.map_or(Ok(()), rusqlite::Transaction::finish)?;
        Ok((found, version))
    })?;
    if version == latest() as i64 && fingerprint(&found) == LATEST {
        return Ok(SchemaDifferences::default());
    }
    let expected = expected(usize::try_from(version).unwrap_or_default(), connection.path())?;
    let expected: BTreeSet<Object> = expected.iter().cloned().collect();
    Ok(SchemaDifferences {
        foreign: found.difference(&expected).cloned().collect(),
        missing: expected.difference(&found).cloned().collect(),
    })
}

/// Corrects the version of a file that states an earlier one but has the complete
/// latest schema. Returns whether it did.
pub fn repair_version(connection: &Connection) -> Result<bool, StoreError> {
    connection.run(|conn| {
        let transaction = conn.unchecked_transaction()?;
        let found: BTreeSet<Object> = objects(conn)?.into_iter().collect();
        let is_wrong = version(conn)? < latest() as i64 && fingerprint(&found) == LATEST;
        if is_wrong {
            conn.pragma_update(None, "user_version", latest() as i64)?;
        }
        transaction.commit()?;
        Ok(is_wrong)
    })
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

fn objects(conn: &rusqlite::Connection) -> rusqlite::Result<Vec<Object>> {
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
        if is_part(&object.name) && object.kind == "table" {
            object.sql.clear();
        }
        Ok(object)
    })?;
    rows.collect()
}

/// The application id in SQLite's file header: "bgo1".
const APPLICATION_ID: i64 = 0x6267_6f31;

/// Returns the version of the latest schema, which is the number of migrations.
pub fn latest() -> usize {
    MIGRATIONS_DIR.dirs().count()
}

/// Makes an empty file a database with a hash table, in one transaction. Does nothing if another
/// process was faster.
pub fn create(connection: &Connection, table: &HashTable) -> Result<(), StoreError> {
    let transaction = connection.run(|conn| {
        // These are for an empty file only. Pages of 8 KiB suit rows of half a kilobyte; 4 KiB
        // would take 2.5% more space.
        conn.pragma_update(None, "page_size", 8192)?;
        conn.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        Transaction::new_unchecked(conn, TransactionBehavior::Immediate)
    })?;
    if is_empty(connection)? {
        set_defensive(connection, false)?;
        let made = connection.run(make_latest);
        set_defensive(connection, true)?;
        made?;
        check_hash_table(connection, table, true)?;
    }
    transaction.commit().map_err(|error| connection.error(error))
}

fn make_latest(conn: &rusqlite::Connection) -> rusqlite::Result<()> {
    let mut migrations: Vec<_> = MIGRATIONS_DIR.dirs().collect();
    migrations.sort_by_key(|folder| folder.path());
    for folder in migrations {
        let file = folder.get_file(folder.path().join("up.sql"));
        conn.execute_batch(file.and_then(File::contents_utf8).unwrap_or_default())?;
    }
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    conn.pragma_update(None, "user_version", latest() as i64)
}

pub fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    let tables: i64 = connection.value("SELECT count(*) FROM sqlite_schema")?;
    Ok(tables == 0 && connection.run(version)? == 0)
}

fn version(conn: &rusqlite::Connection) -> rusqlite::Result<i64> {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Rejects a file that is not a database of this program or that has a later
/// version. Returns whether the schema is the latest.
pub fn check(connection: &Connection) -> Result<bool, StoreError> {
    let path = connection.path().to_owned();
    if connection.value::<i64>("PRAGMA application_id")? != APPLICATION_ID {
        let is_empty = is_empty(connection)?;
        return Err(if is_empty {
            StoreError::Empty(path)
        } else {
            StoreError::NotADatabase(path)
        });
    }
    let (found, known) = (connection.run(version)?, latest());
    match usize::try_from(found) {
        Ok(found) if found <= known => Ok(found == known),
        _ => Err(StoreError::Newer { path, found, known }),
    }
}

pub fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    set_defensive(connection, false)?;
    let migrated = migrate_all(connection);
    set_defensive(connection, true)?;
    migrated
}

/// Turns on or off the mode that protects the tables of the full-text indexes, which a migration
/// replaces.
fn set_defensive(connection: &Connection, on: bool) -> Result<(), StoreError> {
    connection.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, on)
}

fn migrate_all(connection: &mut Connection) -> Result<(), StoreError> {
    let migrations = MIGRATIONS.as_ref().map_err(|error| unmade(connection.path(), error))?;
    loop {
        let before = connection.run(version)?;
        let Err(error) = migrations.to_latest(connection.sqlite_mut()) else {
            return Ok(());
        };
        // If another process migrates at the same time, one of the two finds a step
        // already done and continues with the next.
        if version(connection.sqlite()).is_ok_and(|now| now > before) {
            continue;
        }
        return Err(match error {
            rusqlite_migration::Error::RusqliteError { err, .. } => connection.error(err),
            other => unmade(connection.path(), other),
        });
    }
}

/// Rejects a schema that differs from the one that the migrations create.
pub fn require_own(connection: &Connection) -> Result<(), StoreError> {
    match compare(connection)?.problems() {
        problems if problems.is_empty() => Ok(()),
        problems => Err(StoreError::OtherSchema {
            path: connection.path().to_owned(),
            problems,
        }),
    }
}

/// Rejects a file that cannot be read as it is: one of another kind, with another version
/// or hash table, or without the derived data and the courses.
pub fn require_current(connection: &Connection, table: &HashTable) -> Result<(), StoreError> {
    let is_latest = check(connection)?;
    require_own(connection)?;
    if is_latest {
        check_hash_table(connection, table, false)?;
        if meta::has(connection, meta::DERIVED)? && meta::has(connection, meta::COURSES)? {
            return Ok(());
        }
    }
    Err(StoreError::OlderReadOnly(connection.path().to_owned()))
}

/// Gives a file an identity if it has none.
pub fn give_identity(connection: &Connection) -> Result<(), StoreError> {
    if meta::has(connection, meta::IDENTITY)? {
        return Ok(());
    }
    meta::note(connection, meta::IDENTITY, connection.value::<i64>("SELECT random()")?)
}

/// Stores the fingerprint of the hash table in a new database; rejects a table
/// other than the one that the database was created with.
pub fn check_hash_table(connection: &Connection, table: &HashTable, writable: bool) -> Result<(), StoreError> {
    let given = table.fingerprint();
    let stored: Option<u32> = meta::value(connection, meta::HASH_TABLE)?;
    match stored {
        Some(stored) if stored == given => Ok(()),
        Some(stored) => Err(StoreError::OtherHashTable {
            path: connection.path().to_owned(),
            stored,
            given,
        }),
        None if connection.value::<i64>("SELECT games FROM state")? > 0 => {
            Err(connection.damaged("it does not say which hash table it uses"))
        }
        None if writable => {
            // Another process may have been faster, even with another table.
            meta::note(connection, meta::HASH_TABLE, given)?;
            give_identity(connection)?;
            check_hash_table(connection, table, false)
        }
        None => Err(StoreError::Empty(connection.path().to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::PARTIAL_INDEXES;

    #[test]
    fn the_fingerprint_is_that_of_what_the_migrations_make() {
        let objects = expected(latest(), Path::new("")).expect("is made");
        let found = fingerprint(&objects.iter().cloned().collect());
        assert_eq!(found, LATEST, "a new migration needs {found:#010x}");
    }

    #[test]
    fn the_partial_indexes_are_those_of_the_schema() {
        let objects = expected(latest(), Path::new("")).expect("is made");
        let partial = objects.iter().filter(|object| object.kind == "index");
        let mut partial: Vec<[&str; 3]> = partial
            .filter_map(|object| Some([&object.name, &object.table, object.sql.split_once(" WHERE ")?.1]))
            .collect();
        partial.sort_unstable();
        let mut listed = PARTIAL_INDEXES.map(|(index, table, condition)| [index, table, condition]);
        listed.sort_unstable();
        assert_eq!(partial, listed);
    }
}
