//! Databases whose files are replaced or removed while they are open.

use crate::database::{import_with_notes, new_database};
use bgo::internal::go::HashTable;
use bgo::internal::import::ImportOptions;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::store::{Access, Database, StoreError};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn database_of(games: usize) -> (PathBuf, TempDir) {
    let (db, folder) = new_database();
    let records: String = (0..games).map(|game| format!("(;SZ[19]PB[{game}];B[pd])")).collect();
    let archive = folder.path().join("games.sgf");
    fs::write(&archive, records).expect("is written");
    import_with_notes(&db, &archive, &ImportOptions::default());
    (db.path().to_owned(), folder)
}

fn read(path: &Path) -> Database {
    Database::open(path, Access::Read).expect("opens")
}

fn games(database: &Database) -> u64 {
    let snapshot = database.snapshot().expect("a snapshot");
    snapshot.state().expect("a state").games
}

#[cfg(unix)]
#[test]
fn a_reader_follows_the_file_at_its_path() {
    let ((path, _one), (other, _two)) = (database_of(1), database_of(2));
    let database = read(&path);
    let before = database.snapshot().expect("a snapshot");
    let version = before.version().expect("a version");
    // Another connection is idle.
    assert_eq!(games(&database), 1);
    fs::rename(&other, &path).expect("is replaced");
    assert_eq!(games(&database), 2);
    // The earlier snapshot keeps its file, and has no sibling in the other.
    assert_eq!(before.state().expect("a state").games, 1);
    assert_eq!(before.version().expect("a version"), version);
    assert!(before.sibling().expect("asks").is_none());
    drop(before);
    assert_eq!(games(&database), 2);
    assert_ne!(database.snapshot().expect("a snapshot").version().ok(), Some(version));
}

#[cfg(unix)]
#[test]
fn a_file_that_is_gone_is_missed_until_there_is_one_again() {
    let ((path, _one), (other, _two)) = (database_of(1), database_of(2));
    let database = read(&path);
    fs::remove_file(&path).expect("is removed");
    for _ in 0..2 {
        assert!(matches!(database.snapshot(), Err(StoreError::Missing(_))));
    }
    fs::write(&path, "not a database, but long enough to have a header if it were one").expect("is written");
    assert!(database.snapshot().is_err());
    fs::remove_file(&path).expect("is removed");
    fs::copy(&other, &path).expect("is copied");
    assert_eq!(games(&database), 2);
}

#[cfg(unix)]
#[test]
fn a_writer_does_not_write_to_another_file() {
    let ((path, _one), (other, _two)) = (database_of(1), database_of(2));
    let database = Database::open(&path, Access::Write).expect("opens");
    let bytes = fs::read(&other).expect("is there");
    fs::rename(&other, &path).expect("is replaced");
    let refused = database.transaction(Interrupt::default());
    assert!(matches!(refused, Err(StoreError::Replaced(_))));
    assert!(matches!(database.snapshot(), Err(StoreError::Replaced(_))));
    drop(database);
    assert!(fs::read(&path).expect("is there") == bytes);
}

#[cfg(unix)]
#[test]
fn a_journal_of_the_replaced_file_is_not_read_into_the_other() {
    let ((path, _one), (other, _two)) = (database_of(1), database_of(2));
    let database = read(&path);
    let before = database.snapshot().expect("a snapshot");
    let archive = path.with_file_name("more.sgf");
    fs::write(&archive, "(;SZ[19];B[qq])(;SZ[19];B[qp])").expect("is written");
    let writer = Database::open(&path, Access::Write).expect("opens");
    // The snapshot keeps the writer from emptying its journal.
    import_with_notes(&writer, &archive, &ImportOptions::default());
    let journal = path.with_file_name("games.bgo-wal");
    assert_ne!(fs::metadata(&journal).expect("is there").len(), 0);
    fs::rename(&other, &path).expect("is replaced");
    assert!(matches!(database.snapshot(), Err(StoreError::Replaced(_))));
    drop((before, writer));
    fs::remove_file(&journal).expect("is removed");
    assert_eq!(games(&database), 2);
}

#[cfg(windows)]
#[test]
fn a_file_that_is_open_is_neither_replaced_nor_removed() {
    let ((path, _one), (other, _two)) = (database_of(1), database_of(2));
    let database = read(&path);
    assert_eq!(games(&database), 1);
    assert!(fs::rename(&other, &path).is_err() && fs::remove_file(&path).is_err());
    assert_eq!(games(&database), 1);
    drop(database);
    fs::rename(&other, &path).expect("is replaced");
    assert_eq!(games(&read(&path)), 2);
}

#[test]
fn a_database_has_an_identity_that_its_copies_keep() {
    let ((path, folder), (other, _two)) = (database_of(1), database_of(1));
    let of = |path: &Path| {
        let snapshot = read(path).snapshot().expect("a snapshot");
        snapshot.identity().expect("an identity")
    };
    let identity = of(&path);
    assert_ne!(identity, of(&other));
    let copy = folder.path().join("copy.bgo");
    fs::copy(&path, &copy).expect("is copied");
    assert_eq!(of(&copy), identity);
    // Writing does not change it.
    let archive = folder.path().join("more.sgf");
    fs::write(&archive, "(;SZ[19];B[qq])").expect("is written");
    let writer = Database::open(&path, Access::Write).expect("opens");
    import_with_notes(&writer, &archive, &ImportOptions::default());
    assert_eq!(of(&path), identity);
}

#[test]
fn no_bit_of_the_row_with_the_identity_changes_unnoticed() {
    let (db, folder) = new_database();
    let path = db.path().to_owned();
    drop(db);
    let bytes = fs::read(&path).expect("is read");
    let name = b"identity";
    let at = bytes
        .windows(name.len())
        .rposition(|found| found == name)
        .expect("is there");
    let copy = folder.path().join("copy.bgo");
    // The name is followed by the number and the checksum.
    for bit in 0..8 * (name.len() + 8 + 4) {
        let mut damaged = bytes.clone();
        damaged[at + bit / 8] ^= 1 << (bit % 8);
        fs::write(&copy, damaged).expect("is written");
        let opened = Database::open(&copy, Access::Read);
        let identity = opened.and_then(|db| db.snapshot()?.identity());
        assert!(
            matches!(identity, Err(StoreError::Damaged { .. })),
            "{bit}: {identity:?}"
        );
    }
    // The checksum may be shorter, and what follows it is repaired in other ways.
    let mut damaged = bytes;
    damaged[at + name.len()] ^= 1;
    fs::write(&copy, damaged).expect("is written");
    let repaired = Database::repair(&copy, HashTable::built_in(), Interrupt::default()).expect("is repaired");
    assert_eq!(repaired, ["rebuilt damaged rows of the table meta"]);
    let snapshot = Database::open(&copy, Access::Read).and_then(|db| db.snapshot());
    snapshot.expect("a snapshot").identity().expect("an identity");
}
