//! The right to write, and what it takes to give it back.

use super::known_texts::KnownTexts;
use crate::interrupt::Interrupt;
use crate::store::error::StoreError;
use crate::store::games::words::{WORDS, damaged_words, sum_of_words, verify_sum};
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::pool::Pool;
use crate::store::snapshot::verify::Verified;
use crate::store::sqlite::connection::BUSY_TIMEOUT;
use std::cell::{Cell, RefCell, RefMut};
use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a writer waits for another one before it looks whether it is to
/// stop.
const BUSY_STEP: Duration = Duration::from_millis(100);

/// How long something goes on that was begun when it is to stop: enough to keep
/// most of what there is, and to be done within a second.
const GRACE: Duration = Duration::from_millis(500);

/// The right to write to a database, which one has at a time. What is written becomes
/// permanent, and visible to others, at [`Transaction::commit`]; what is not committed
/// is undone when the transaction is dropped.
///
/// It reads as a [`Snapshot`] does, with what it has written itself.
pub struct Transaction {
    snapshot: Snapshot,
    /// Makes what takes long fail with [`StoreError::Stopped`] once it is set.
    pub(crate) stop: Interrupt,
    /// How much had been written when it began, as SQLite counts.
    changes_before: Cell<u64>,
    /// What was verified of the state in which it began.
    verified: RefCell<Arc<Verified>>,
    /// Whether words may have been written since it began.
    writes_words: Cell<bool>,
    known_texts: RefCell<KnownTexts>,
}

impl Transaction {
    /// Begins to write; waits for another writer for a while.
    pub(crate) fn begin(pool: &Arc<Pool>, stop: Interrupt) -> Result<Self, StoreError> {
        let transaction = Self {
            snapshot: Snapshot::idle(pool)?,
            stop,
            changes_before: Cell::default(),
            verified: RefCell::default(),
            writes_words: Cell::default(),
            known_texts: RefCell::default(),
        };
        let set = || {
            let sqlite = transaction.sqlite();
            sqlite.pragma_update(None, "journal_mode", "WAL")?;
            sqlite.pragma_update(None, "synchronous", "FULL")?;
            // Rows are written after those they refer to; to look each up
            // again would take a tenth of an import.
            sqlite.pragma_update(None, "foreign_keys", false)?;
            // The index of contents is written in random order; it should
            // stay in memory: 32 MiB are enough for a million games. In KiB,
            // negative by SQLite's convention.
            sqlite.pragma_update(None, "cache_size", -32 << 10)
        };
        set().map_err(|error| transaction.error(error))?;
        transaction.begin_again(Some(BUSY_TIMEOUT))?;
        Ok(transaction)
    }

    /// Waits for other writers, at most so long.
    fn begin_again(&self, patience: Option<Duration>) -> Result<(), StoreError> {
        let started = Instant::now();
        loop {
            // In small steps, so that it stops in time.
            match self.impatiently(BUSY_STEP, || self.execute("BEGIN IMMEDIATE", [])) {
                Err(StoreError::Busy(_)) if patience.is_none_or(|patience| started.elapsed() < patience) => {
                    self.stop.check()?;
                }
                begun => {
                    begun?;
                    break;
                }
            }
        }
        self.changes_before.set(self.sqlite().total_changes());
        let state = self.read_state()?;
        // Somebody else may have written since the last one.
        self.verified.replace(self.pool().cache(&state).get());
        self.known_texts.replace(KnownTexts::default());
        self.writes_words.set(false);
        Ok(())
    }

    /// Does something that may have to wait for others, at most so long.
    fn impatiently<T>(&self, timeout: Duration, run: impl FnOnce() -> T) -> T {
        // Setting a timeout fails only where there is no connection.
        let _ = self.sqlite().busy_timeout(timeout);
        let done = run();
        let _ = self.sqlite().busy_timeout(BUSY_TIMEOUT);
        done
    }

    /// Returns what tells something that is soon done whether to go on.
    pub(crate) fn grace(&self) -> impl FnMut() -> Result<(), StoreError> + use<> {
        let stop = self.stop.clone();
        let mut since = None;
        move || match stop.check() {
            Err(stopped) if since.get_or_insert_with(Instant::now).elapsed() > GRACE => Err(stopped.into()),
            _ => Ok(()),
        }
    }

    /// The rows of texts that it has met lately.
    pub(crate) fn known_texts(&self) -> RefMut<'_, KnownTexts> {
        self.known_texts.borrow_mut()
    }

    /// Prepares to write words: those in the file must be as they were written.
    pub(crate) fn open_words(&self) -> Result<(), StoreError> {
        if !self.writes_words.get() {
            self.verified.borrow().once(WORDS, || verify_sum(self))?;
            self.writes_words.set(true);
        }
        Ok(())
    }

    /// Notes that the full-text indexes were made anew, whatever they were.
    pub(crate) fn replace_words(&self) {
        self.writes_words.set(true);
    }

    /// Brings the sum over the full-text indexes up to date, if words were written.
    fn close_words(&self) -> Result<(), StoreError> {
        if self.writes_words.get() {
            // SQLite keeps words in memory until a transaction ends, or one within
            // it begins.
            for sql in ["SAVEPOINT words", "RELEASE words"] {
                self.execute(sql, []).map_err(|error| damaged_words(self, error))?;
            }
            let sum = sum_of_words(self)?;
            self.change_state(|state| state.words = sum);
        }
        Ok(())
    }

    /// Makes everything permanent, and begins anew. After an error nothing since the
    /// last commit is kept.
    pub fn commit(&self) -> Result<(), StoreError> {
        self.end()?;
        // What was begun is to be finished, however long others take.
        self.begin_again(None)
    }

    /// Makes everything permanent, for the last time.
    pub fn finish(self) -> Result<(), StoreError> {
        self.end()
    }

    /// As [`Transaction::finish`], and does what can only be done outside of
    /// transactions.
    pub(crate) fn finish_and(self, after: impl FnOnce(&Snapshot) -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.end()?;
        after(&self.snapshot)
    }

    fn end(&self) -> Result<(), StoreError> {
        if self.sqlite().total_changes() > self.changes_before.get() {
            self.close_words()?;
            self.change_state(|state| state.generation += 1);
            self.write_state()?;
        }
        self.execute("COMMIT", [])?;
        if self.writes_words.get() {
            // They were added up just now.
            self.pool().cache(&self.state()?).get::<Verified>().note(WORDS);
        }
        Ok(())
    }

    /// Undoes what is not committed. Nothing can be written any more then.
    pub(crate) fn roll_back(&self) {
        if !self.sqlite().is_autocommit() {
            // Nothing can be done about a failure here, and SQLite undoes
            // what is not committed when the file is opened next.
            let _ = self.execute("ROLLBACK", []);
            // The number of a dictionary may be given to another one now.
            self.decompressors().clear();
        }
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
        // Whoever reads meanwhile keeps it from that; the next writer does it.
        let checkpoint = || self.sqlite().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        let _ = self.impatiently(Duration::ZERO, checkpoint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Access, Database};

    #[test]
    fn what_was_begun_goes_on_for_a_while_and_no_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let stop = Interrupt::default();
        let transaction = db.transaction(stop.clone()).expect("begins");
        let mut go_on = transaction.grace();
        assert!(go_on().is_ok());
        // The grace begins when it is to stop.
        std::thread::sleep(GRACE);
        stop.set();
        assert!(go_on().is_ok());
        std::thread::sleep(GRACE + Duration::from_millis(1));
        assert!(matches!(go_on(), Err(StoreError::Stopped)));
    }
}
