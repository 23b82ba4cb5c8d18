//! What the tests of several modules share: databases of made-up records.

use crate::go::{BoardSize, Point, Transform};
use crate::import::{ImportOptions, Imported, import};
use crate::store::{Access, Database, Snapshot};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A database and the folder that it is in, which goes with it.
pub struct TestDatabase {
    database: Database,
    folder: TempDir,
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
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("games.sqlite"), Access::Write).expect("a database");
        Self { database, folder }
    }

    /// One with these records, each a file of its own, in this order.
    pub fn with(records: &[impl AsRef<[u8]>]) -> Self {
        let mut database = Self::new();
        let files = database.path_of("records");
        std::fs::create_dir(&files).expect("a folder");
        for (number, record) in records.iter().enumerate() {
            std::fs::write(files.join(format!("{number:04}.sgf")), record).expect("a file");
        }
        database.import(&files);
        database
    }

    pub fn import(&mut self, path: &Path) -> Imported {
        let options = ImportOptions::default();
        let outcome = import(&self.database, &[path.to_owned()], &options, &mut ()).expect("imports");
        assert!(outcome.failures.is_empty(), "{outcome:?}");
        outcome
    }

    pub fn snapshot(&self) -> Snapshot {
        self.database.snapshot().expect("a snapshot")
    }

    /// A path beside the database.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

const SIZE: BoardSize = BoardSize::MAX;

/// So many different points, in an order that no two `start`s share.
pub fn line(moves: usize, start: usize) -> String {
    let points = (0..moves).filter_map(|n| Point::from_index((start * 50 + n * 7) % SIZE.area(), SIZE));
    points.map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

/// The same moves on a board that is turned.
pub fn turned(moves: &str) -> String {
    let turn = |word: &str| {
        Transform::ALL[3]
            .apply(Point::from_sgf(word).expect("a point"), SIZE)
            .to_string()
    };
    moves.split(' ').map(turn).collect::<Vec<_>>().join(" ")
}

/// A record with this root and these moves, black first; an empty word is a
/// pass.
pub fn sgf(root: &str, moves: &str) -> String {
    let words = moves.split(' ').filter(|_| !moves.is_empty());
    let nodes = words.zip(["B", "W"].iter().cycle());
    let nodes: String = nodes.map(|(point, color)| format!(";{color}[{point}]")).collect();
    format!("(;GM[1]SZ[19]{root}{nodes})")
}
