//! Write transactions.

use super::contents::Contents;
use super::game_row::KnownTexts;
use super::packed_rows::write_texts;
use super::source_counts::SourceChanges;
use crate::interrupt::Interrupt;
use crate::store::StoreError;
use crate::store::codec::AnalysisSums;
use crate::store::games::stored_sums;
use crate::store::snapshot::{Pool, Snapshot};
use crate::store::sqlite::{ANALYSIS_SUMS, BUSY_TIMEOUT, LABEL, PLAYER, Table};
use rusqlite::params;
use std::cell::{Cell, RefCell, RefMut};
use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time that a writer waits for another writer between two checks for an interrupt.
const BUSY_STEP: Duration = Duration::from_millis(100);

/// The time before another try, where SQLite may not have waited.
const PAUSE: Duration = Duration::from_millis(5);

/// The time that work in progress waits for other writers, which may be importing, too. Where locks
/// fail, it would wait for ever.
const LONG_PATIENCE: Duration = Duration::from_secs(600);

/// The time that work in progress may continue after an interrupt. It is enough to keep
/// most of the work, and short enough to stop within a second.
const GRACE: Duration = Duration::from_millis(500);

/// The most bytes of added texts that wait in memory.
const ADDED_BYTES: usize = if cfg!(test) { 100 } else { 16 << 20 };

/// Texts that were added and are not in their runs yet.
#[derive(Default)]
struct AddedTexts {
    /// The texts by the names of their tables and their rows.
    texts: HashMap<&'static str, BTreeMap<u32, String>>,
    bytes: usize,
}

/// A write transaction. A database has at most one at a time. Changes become permanent
/// and visible to others at [`Transaction::commit`]; dropping the transaction undoes
/// uncommitted changes.
///
/// It can be read like a [`Snapshot`], which includes its own changes. Only questions about
/// analyses have to wait for the commit, which updates the sums that verify these.
pub struct Transaction {
    snapshot: Snapshot,
    /// Makes long operations fail with [`StoreError::Stopped`] once it is set. Single
    /// statements do not obey it, so that work in progress can be kept.
    pub(crate) stop: Interrupt,
    /// SQLite's count of changes at the beginning.
    changes_before: Cell<u64>,
    /// The changes of the sums over the analyses since the beginning.
    analysis_changes: RefCell<Option<AnalysisSums>>,
    known_texts: RefCell<KnownTexts>,
    added_texts: RefCell<AddedTexts>,
    contents: RefCell<Contents>,
    source_changes: RefCell<SourceChanges>,
    /// SQLite's number that changes when another connection has changed the file.
    version: Cell<i64>,
}

impl Transaction {
    /// Begins a transaction. Waits a limited time for another writer.
    pub(crate) fn begin(pool: &Arc<Pool>, stop: Interrupt) -> Result<Self, StoreError> {
        let transaction = Self {
            snapshot: Snapshot::idle(pool)?,
            stop,
            changes_before: Cell::default(),
            analysis_changes: RefCell::default(),
            known_texts: RefCell::default(),
            added_texts: RefCell::default(),
            contents: RefCell::default(),
            source_changes: RefCell::default(),
            version: Cell::default(),
        };
        // Where another process has just made the file, SQLite does not wait before it changes the mode.
        transaction.patiently(BUSY_TIMEOUT, || {
            transaction.run(|sqlite| sqlite.pragma_update(None, "journal_mode", "WAL"))
        })?;
        transaction.run(|sqlite| {
            sqlite.pragma_update(None, "synchronous", "FULL")?;
            // Rows are written after the rows they refer to. Checking each reference
            // would take a tenth of an import.
            sqlite.pragma_update(None, "foreign_keys", false)?;
            // The indexes of names and labels are written in random order and should stay in
            // memory. The unit is KiB, and SQLite requires the minus sign.
            sqlite.pragma_update(None, "cache_size", -32 << 10)
        })?;
        // SQLite says so only when a row is written, which an import without new games never does.
        if transaction.run(|sqlite| sqlite.is_readonly("main"))? {
            return Err(StoreError::ReadOnly(pool.path().to_owned()));
        }
        transaction.begin_again(BUSY_TIMEOUT)?;
        Ok(transaction)
    }

    /// Begins a transaction that is done as a whole or not at all: each of its statements
    /// fails once the interrupt of the database is set.
    pub(crate) fn begin_whole(pool: &Arc<Pool>) -> Result<Self, StoreError> {
        let transaction = Self::begin(pool, pool.stop().clone())?;
        transaction.connection().obey(pool.stop())?;
        Ok(transaction)
    }

    /// Begins, and waits for other writers for at most `patience`.
    fn begin_again(&self, patience: Duration) -> Result<(), StoreError> {
        self.patiently(patience, || self.execute("BEGIN IMMEDIATE", []))?;
        self.changes_before.set(self.sqlite().total_changes());
        self.read_state()?;
        // Another process may have written since the last commit.
        self.known_texts.replace(KnownTexts::default());
        self.added_texts.take();
        self.source_changes.take();
        let version = self.changes_of_others()?;
        if self.version.replace(version) != version {
            self.contents.replace(Contents::default());
        }
        self.analysis_changes.take();
        Ok(())
    }

    /// Repeats what other writers keep from being done, for at most `patience`.
    fn patiently<T>(&self, patience: Duration, run: impl Fn() -> Result<T, StoreError>) -> Result<T, StoreError> {
        let started = Instant::now();
        loop {
            // Waits in small steps to notice an interrupt in time.
            match self.with_busy_timeout(BUSY_STEP, &run) {
                Err(StoreError::Busy(_)) if started.elapsed() < patience => {
                    self.stop.check()?;
                    sleep(PAUSE);
                }
                done => return done,
            }
        }
    }

    fn with_busy_timeout<T>(&self, timeout: Duration, run: impl FnOnce() -> T) -> T {
        // This fails only without a connection.
        let _ = self.sqlite().busy_timeout(timeout);
        let done = run();
        let _ = self.sqlite().busy_timeout(BUSY_TIMEOUT);
        done
    }

    /// Returns a function that fails once [`GRACE`] has passed since an interrupt.
    pub(crate) fn grace(&self) -> impl FnMut() -> Result<(), StoreError> + use<> {
        let stop = self.stop.clone();
        let mut since = None;
        move || match stop.check() {
            Err(stopped) if since.get_or_insert_with(Instant::now).elapsed() > GRACE => Err(stopped.into()),
            _ => Ok(()),
        }
    }

    /// Returns a number that changes when another connection has changed the database.
    pub(crate) fn changes_of_others(&self) -> Result<i64, StoreError> {
        self.value("PRAGMA data_version")
    }

    pub(crate) fn known_texts(&self) -> RefMut<'_, KnownTexts> {
        self.known_texts.borrow_mut()
    }

    /// Notes that a row of a table has a new text, to be written to its run before the end.
    pub(crate) fn add_text(&self, table: Table, row: u32, text: &str) -> Result<(), StoreError> {
        let mut added = self.added_texts.borrow_mut();
        added.bytes += size_of::<String>() + text.len();
        added.texts.entry(table.name).or_default().insert(row, text.to_owned());
        if added.bytes > ADDED_BYTES {
            drop(added);
            self.close_texts()?;
        }
        Ok(())
    }

    /// Forgets the added texts of a table whose runs are written anew.
    pub(crate) fn forget_added_texts(&self, table: Table) {
        self.added_texts.borrow_mut().texts.remove(table.name);
    }

    fn close_texts(&self) -> Result<(), StoreError> {
        let added = self.added_texts.take();
        for table in [PLAYER, LABEL] {
            if let Some(texts) = added.texts.get(table.name) {
                write_texts(self, table, texts)?;
            }
        }
        Ok(())
    }

    pub(crate) fn source_changes(&self) -> RefMut<'_, SourceChanges> {
        self.source_changes.borrow_mut()
    }

    pub(crate) fn contents(&self) -> RefMut<'_, Contents> {
        self.contents.borrow_mut()
    }

    pub(crate) fn analysis_changes(&self) -> RefMut<'_, AnalysisSums> {
        RefMut::map(self.analysis_changes.borrow_mut(), |changes| {
            changes.get_or_insert_default()
        })
    }

    pub(crate) fn replace_analysis_sums(&self, sums: &AnalysisSums) -> Result<(), StoreError> {
        self.analysis_changes.take();
        let insert = ANALYSIS_SUMS.insert("INSERT OR REPLACE");
        self.execute(&insert, params![1, sums.write()]).map(drop)
    }

    fn close_analyses(&self) -> Result<(), StoreError> {
        let Some(changes) = self.analysis_changes.take() else {
            return Ok(());
        };
        let mut sums = stored_sums(self)?;
        sums.change(&changes);
        self.replace_analysis_sums(&sums)
    }

    /// Makes all changes permanent and begins again. An error undoes everything since
    /// the last commit.
    pub fn commit(&self) -> Result<(), StoreError> {
        self.commit_within(LONG_PATIENCE)
    }

    fn commit_within(&self, patience: Duration) -> Result<(), StoreError> {
        self.end()?;
        self.begin_again(patience)
    }

    /// Makes all changes permanent and ends the transaction.
    pub fn finish(self) -> Result<(), StoreError> {
        self.end()
    }

    /// Does the same as [`Transaction::finish`], then runs `after` outside of a
    /// transaction.
    pub(crate) fn finish_and(self, after: impl FnOnce(&Snapshot) -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.end()?;
        after(&self.snapshot)
    }

    fn end(&self) -> Result<(), StoreError> {
        if self.sqlite().total_changes() > self.changes_before.get() {
            self.close_analyses()?;
            self.close_sources()?;
            self.close_texts()?;
            self.change_state(|state| state.generation += 1);
            self.write_state()?;
        }
        self.execute("COMMIT", []).map(drop)
    }

    pub(crate) fn roll_back(&self) {
        self.connection().clear_interrupt();
        if !self.sqlite().is_autocommit() {
            // A failure can be ignored: SQLite undoes uncommitted changes when the file
            // is opened next.
            let _ = self.execute("ROLLBACK", []);
        }
        // The id of an undone dictionary may be assigned again. SQLite may have rolled
        // back by itself, as it does when the disk is full.
        self.decompressors().clear();
    }
}

impl Deref for Transaction {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.snapshot
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        self.roll_back();
        // Readers may prevent the checkpoint; the next writer makes up for it.
        let _ = self.with_busy_timeout(Duration::ZERO, || {
            self.sqlite().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::codec::RecordDecompressor;
    use crate::store::{Access, Database};

    #[test]
    fn what_was_begun_goes_on_for_a_while_and_no_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let stop = Interrupt::default();
        let transaction = db.transaction(stop.clone()).expect("begins");
        let mut go_on = transaction.grace();
        assert!(go_on().is_ok());
        // The grace begins at the interrupt.
        std::thread::sleep(GRACE);
        stop.set();
        assert!(go_on().is_ok());
        std::thread::sleep(GRACE + Duration::from_millis(1));
        assert!(matches!(go_on(), Err(StoreError::Stopped)));
    }

    #[test]
    fn a_database_that_was_opened_for_reading_has_no_transactions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        drop(Database::open(&path, Access::Write).expect("opens"));
        let db = Database::open(&path, Access::Read).expect("opens");
        let begun = db.transaction(Interrupt::default());
        assert!(matches!(begun, Err(StoreError::ReadOnly(_))), "{:?}", begun.err());
    }

    #[test]
    fn a_lock_that_is_never_free_ends_work_in_progress() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        let db = Database::open(&path, Access::Write).expect("opens");
        let transaction = db.transaction(Interrupt::default()).expect("begins");
        let other = rusqlite::Connection::open(&path).expect("opens");
        // It keeps the lock until the end of the test.
        let _holder = std::thread::spawn(move || {
            while other.execute_batch("BEGIN IMMEDIATE").is_err() {}
            other
        });
        let ended = std::iter::repeat_with(|| transaction.commit_within(BUSY_STEP)).find(Result::is_err);
        assert!(matches!(ended, Some(Err(StoreError::Busy(_)))), "{ended:?}");
    }

    /// The next writer may give the id of the undone dictionary to another one.
    #[test]
    fn a_dictionary_is_forgotten_even_if_sqlite_rolled_back_by_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let transaction = db.transaction(Interrupt::default()).expect("begins");
        let undone = RecordDecompressor::new(b"a dictionary").expect("a decompressor");
        transaction.decompressors().insert(Some(1), undone);
        transaction
            .execute("ROLLBACK", [])
            .expect("rolls back, as a full disk does");
        drop(transaction);
        let next = db.transaction(Interrupt::default()).expect("begins");
        assert!(next.decompressors().is_empty());
    }
}
