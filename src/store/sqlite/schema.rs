//! The schemas that the migrations make, one for each version, and comparison with the schema of a file.

use super::connection::Connection;
use super::meta;
use super::table::add_functions;
use crate::go::HashTable;
use crate::store::StoreError;
use rusqlite::{Transaction, TransactionBehavior};
use rusqlite_migration::{M, Migrations};
use std::collections::BTreeSet;

/// The application id in SQLite's file header: "bgod".
const APPLICATION_ID: i64 = 0x6267_6f64;

/// The application id of the files of development versions: "bgo1".
const DEVELOPMENT_ID: i64 = 0x6267_6f31;

/// The schemas of all versions.
pub struct Schemas {
    /// The SQL that makes each schema from the one before it.
    steps: &'static [&'static str],
    /// The CRC-32 of the latest schema. It saves making that, which takes some milliseconds.
    latest: u32,
}

/// The files of `migrations/`, in order.
const MIGRATIONS: &[&str] = &[
    include_str!("../../../migrations/01-first/up.sql"),
    include_str!("../../../migrations/02-names/up.sql"),
];

/// The schemas of this program.
pub static SCHEMAS: Schemas = Schemas::new(MIGRATIONS, 0x104c_240c);

/// An object of a schema: a table, an index, a view or a trigger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Object {
    pub name: String,
    pub kind: String,
    pub table: String,
    /// The SQL that creates the object; empty if SQLite creates it implicitly.
    pub sql: String,
}

/// The differences between the schema of a file and the one that the migrations make. An object that
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

impl Schemas {
    const fn new(steps: &'static [&'static str], latest: u32) -> Self {
        Self { steps, latest }
    }

    /// Returns the version of the latest schema.
    const fn version(&self) -> usize {
        self.steps.len()
    }

    fn make(&self, conn: &rusqlite::Connection, version: usize) -> rusqlite::Result<()> {
        self.steps
            .iter()
            .take(version)
            .try_for_each(|sql| conn.execute_batch(sql))
    }

    fn expected(&self, version: usize) -> rusqlite::Result<BTreeSet<Object>> {
        let conn = rusqlite::Connection::open_in_memory()?;
        add_functions(&conn)?;
        self.make(&conn, version)?;
        objects(&conn)
    }

    /// Compares the schema of a file with the one that the migrations make.
    pub fn compare(&self, connection: &Connection) -> Result<SchemaDifferences, StoreError> {
        connection.run(|conn| {
            // Another process may be migrating the file.
            let transaction = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose()?;
            let found = objects(conn)?;
            let version = usize::try_from(version(conn)?).unwrap_or_default();
            transaction.map_or(Ok(()), rusqlite::Transaction::finish)?;
            if version == self.version() && fingerprint(&found) == self.latest {
                return Ok(SchemaDifferences::default());
            }
            let expected = self.expected(version)?;
            Ok(SchemaDifferences {
                foreign: found.difference(&expected).cloned().collect(),
                missing: expected.difference(&found).cloned().collect(),
            })
        })
    }

    /// Corrects the version of a file that states an earlier one but has the complete
    /// latest schema. Returns whether it did.
    pub fn repair_version(&self, connection: &Connection) -> Result<bool, StoreError> {
        connection.run(|conn| {
            let transaction = conn.unchecked_transaction()?;
            let found = objects(conn)?;
            let is_wrong = version(conn)? < self.version() as i64 && fingerprint(&found) == self.latest;
            if is_wrong {
                conn.pragma_update(None, "user_version", self.version() as i64)?;
            }
            transaction.commit()?;
            Ok(is_wrong)
        })
    }

    /// Makes an empty file a database with a hash table, in one transaction. Does nothing if another
    /// process was faster.
    pub fn create(&self, connection: &Connection, table: &HashTable) -> Result<(), StoreError> {
        let transaction = connection.run(|conn| {
            // These are for an empty file only. Pages of 8 KiB suit rows of half a kilobyte; 4 KiB
            // would take 2.5% more space.
            conn.pragma_update(None, "page_size", 8192)?;
            conn.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
            Transaction::new_unchecked(conn, TransactionBehavior::Immediate)
        })?;
        if is_empty(connection)? {
            connection.run(|conn| {
                self.make(conn, self.version())?;
                conn.pragma_update(None, "application_id", APPLICATION_ID)?;
                conn.pragma_update(None, "user_version", self.version() as i64)
            })?;
            meta::replace(connection, meta::HASH_TABLE, table.fingerprint())?;
            meta::identify(connection)?;
        }
        transaction.commit().map_err(|error| connection.error(error))
    }

    /// Rejects a file that is not a database of this program or that has a later
    /// version. Returns whether the schema is the latest.
    pub fn check(&self, connection: &Connection) -> Result<bool, StoreError> {
        let path = connection.path().to_owned();
        match connection.value::<i64>("PRAGMA application_id")? {
            DEVELOPMENT_ID => return Err(StoreError::Development(path)),
            _ if is_empty(connection)? => return Err(StoreError::Empty(path)),
            APPLICATION_ID => {}
            _ => return Err(StoreError::NotADatabase(path)),
        }
        let (found, known) = (connection.run(version)?, self.version());
        match usize::try_from(found) {
            Ok(found) if found <= known => Ok(found == known),
            _ => Err(StoreError::Newer { path, found, known }),
        }
    }

    /// Rejects a file of another kind or with a later version, and a schema that differs from the one that the
    /// migrations make. Returns whether the schema is the latest.
    pub fn require_own(&self, connection: &Connection) -> Result<bool, StoreError> {
        let is_latest = self.check(connection)?;
        match self.compare(connection)?.problems() {
            problems if problems.is_empty() => Ok(is_latest),
            problems => Err(StoreError::OtherSchema {
                path: connection.path().to_owned(),
                problems,
            }),
        }
    }

    /// Brings the schema of a file up to date. Rejects a file of another kind or with a later version, and a schema
    /// that differs from the one that the migrations make.
    pub fn migrate(&self, connection: &mut Connection) -> Result<(), StoreError> {
        if self.require_own(connection)? {
            return Ok(());
        }
        let migrations = Migrations::new(self.steps.iter().map(|sql| M::up(sql)).collect());
        loop {
            let before = connection.run(version)?;
            let Err(error) = migrations.to_latest(connection.sqlite_mut()) else {
                return Ok(());
            };
            // If another process migrates at the same time, one of the two finds a step
            // already done and continues with the next.
            if connection.run(version).is_ok_and(|now| now > before) {
                continue;
            }
            return Err(match error {
                rusqlite_migration::Error::RusqliteError { err, .. } => connection.error(err),
                other => connection.damaged(format!("its schema cannot be brought up to date: {other}")),
            });
        }
    }
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

fn objects(conn: &rusqlite::Connection) -> rusqlite::Result<BTreeSet<Object>> {
    let sql = "SELECT name, type, tbl_name, coalesce(sql, '') FROM sqlite_schema
               WHERE type != 'table' OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        Ok(Object {
            name: row.get(0)?,
            kind: row.get(1)?,
            table: row.get(2)?,
            sql: row.get(3)?,
        })
    })?;
    rows.collect()
}

pub fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    let tables: i64 = connection.value("SELECT count(*) FROM sqlite_schema")?;
    Ok(tables == 0 && connection.run(version)? == 0)
}

pub fn version(conn: &rusqlite::Connection) -> rusqlite::Result<i64> {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Rejects a hash table other than the one that the database was created with.
pub fn check_hash_table(connection: &Connection, table: &HashTable) -> Result<(), StoreError> {
    let given = table.fingerprint();
    match meta::value::<u32>(connection, meta::HASH_TABLE)? {
        Some(stored) if stored == given => Ok(()),
        Some(stored) => Err(StoreError::OtherHashTable {
            path: connection.path().to_owned(),
            stored,
            given,
        }),
        None => Err(connection.damaged("it does not say which hash table it uses")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Access;
    use crate::store::sqlite::PARTIAL_INDEXES;
    use crate::testing::{TestDatabase, sgf};
    use std::sync::Barrier;
    use std::thread::scope;

    const THREE: [&str; 3] = [
        MIGRATIONS[0],
        MIGRATIONS[1],
        "ALTER TABLE archive ADD COLUMN note TEXT; CREATE INDEX archive_note ON archive (note);",
    ];

    /// The schemas of a made-up next version.
    static NEXT: Schemas = Schemas::new(&THREE, 0);

    fn connect(database: &TestDatabase, access: Access) -> Connection {
        Connection::open(database.path(), access).expect("opens")
    }

    #[test]
    fn the_fingerprint_is_that_of_what_the_migrations_make() {
        let objects = SCHEMAS.expected(SCHEMAS.version()).expect("is made");
        let found = fingerprint(&objects.iter().cloned().collect());
        assert_eq!(found, SCHEMAS.latest, "a new migration needs {found:#010x}");
    }

    #[test]
    fn the_partial_indexes_are_those_of_the_schema() {
        let objects = SCHEMAS.expected(SCHEMAS.version()).expect("is made");
        let partial = objects.iter().filter(|object| object.kind == "index");
        let mut partial: Vec<[&str; 3]> = partial
            .filter_map(|object| Some([&object.name, &object.table, object.sql.split_once(" WHERE ")?.1]))
            .collect();
        partial.sort_unstable();
        let mut listed = PARTIAL_INDEXES.map(|(index, table, condition)| [index, table, condition]);
        listed.sort_unstable();
        assert_eq!(partial, listed);
    }

    #[test]
    fn a_later_version_brings_a_file_up_to_date_which_this_one_then_refuses() {
        let database = TestDatabase::with(&[sgf("PB[Ann]", "pd dp"), sgf("PB[Bob]", "dd")]);
        let names = "SELECT group_concat(player) FROM (SELECT player FROM players ORDER BY player)";
        let before: String = connect(&database, Access::Read).value(names).expect("names");
        let reader = connect(&database, Access::Read);
        assert!(!NEXT.require_own(&reader).expect("is read as it is"));
        let mut writer = connect(&database, Access::Write);
        NEXT.migrate(&mut writer).expect("is migrated");
        assert!(NEXT.require_own(&reader).expect("is up to date"));
        assert_eq!(reader.value::<String>(names).expect("names"), before);
        assert_eq!(
            reader
                .value::<i64>("SELECT count(note IS NULL) FROM archive")
                .expect("a number"),
            1
        );
        for refused in [SCHEMAS.require_own(&reader).map(drop), SCHEMAS.migrate(&mut writer)] {
            assert!(matches!(refused, Err(StoreError::Newer { found: 3, known: 2, .. })));
        }
    }

    #[test]
    fn processes_that_migrate_a_file_at_the_same_time_all_succeed() {
        const PROCESSES: usize = 4;
        let database = TestDatabase::with(&[sgf("", "pd dp")]);
        let begin = Barrier::new(PROCESSES);
        scope(|threads| {
            for _ in 0..PROCESSES {
                threads.spawn(|| {
                    let mut connection = connect(&database, Access::Write);
                    begin.wait();
                    NEXT.migrate(&mut connection).expect("is migrated");
                    assert!(NEXT.require_own(&connection).expect("is up to date"));
                });
            }
        });
    }

    #[test]
    fn the_version_of_a_file_is_repaired() {
        let database = TestDatabase::new();
        let connection = connect(&database, Access::Write);
        let set = |version: i64| connection.run(|conn| conn.pragma_update(None, "user_version", version));
        assert!(!SCHEMAS.repair_version(&connection).expect("is read"));
        set(0).expect("is set");
        assert!(SCHEMAS.repair_version(&connection).expect("is repaired"));
        assert!(SCHEMAS.require_own(&connection).expect("is up to date"));
    }
}
