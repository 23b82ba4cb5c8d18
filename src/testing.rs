//! Databases of made-up records, for the tests of several modules.

use crate::import::{ImportOptions, Imported, import};
use crate::store::{Access, Database, Snapshot};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use testkit::{Sandbox, nodes};

pub use testkit::turned;

pub(crate) struct TestDatabase {
    database: Database,
    sandbox: Sandbox,
}

impl Deref for TestDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.database
    }
}

impl DerefMut for TestDatabase {
    fn deref_mut(&mut self) -> &mut Database {
        &mut self.database
    }
}

impl TestDatabase {
    pub fn new() -> Self {
        let sandbox = Sandbox::default();
        let database = Database::open(&sandbox.database_path(), Access::Write).expect("a database");
        Self { database, sandbox }
    }

    /// Creates a database and imports the records in this order, each as a file.
    pub fn with(records: &[impl AsRef<[u8]>]) -> Self {
        let mut database = Self::new();
        for (number, record) in records.iter().enumerate() {
            database.sandbox.write(&format!("records/{number:04}.sgf"), record);
        }
        let files = database.path_of("records");
        database.import(&files);
        database
    }

    pub fn import(&mut self, path: &Path) -> Imported {
        let options = ImportOptions {
            read_unchanged: true,
            ..ImportOptions::default()
        };
        let outcome = import(&self.database, &[path.to_owned()], &options).expect("imports");
        assert!(outcome.failures.is_empty(), "{outcome:?}");
        outcome
    }

    pub fn snapshot(&self) -> Snapshot {
        self.database.snapshot().expect("a snapshot")
    }

    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        self.sandbox.path(name)
    }
}

/// Returns `moves` different points far from each other. Each start gives another
/// line.
pub fn line(moves: usize, start: usize) -> String {
    testkit::line(moves, start * 50)
}

/// Returns a record with the properties of a root and moves separated by single
/// blanks, Black first. An empty word is a pass.
pub fn sgf(root: &str, moves: &str) -> String {
    let nodes = nodes(moves.split(' ').filter(|_| !moves.is_empty()));
    format!("(;GM[1]SZ[19]{root}{nodes})")
}
