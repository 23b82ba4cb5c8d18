use crate::store::database::{BUSY_TIMEOUT, Database};
use crate::store::error::StoreError;
use crate::store::games::texts::KnownTexts;
use crate::store::games::words::INDEXES;
use crate::store::state::State;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a writer waits for another one before it looks whether it is to
/// stop.
const BUSY_STEP: Duration = Duration::from_millis(100);

/// How long something goes on that was begun when it is to stop: enough to keep
/// most of what there is, and to be done within a second.
const GRACE: Duration = Duration::from_millis(500);

/// The right to write to a database. What is written becomes permanent, and
/// visible to others, at [`Transaction::commit`]; what is not committed is as
/// if it had never been.
pub struct Transaction<'db> {
    db: &'db Database,
    /// Set by whoever wants it to end.
    pub stop: Arc<AtomicBool>,
    open: bool,
    /// How much had been written when it began, as SQLite counts.
    changes_before: u64,
    /// What the database holds with this transaction.
    pub state: State,
    pub(crate) known: KnownTexts,
    /// Whether words may have been written since it began.
    pub(crate) writes_words: bool,
}

impl<'db> Transaction<'db> {
    /// Begins to write; nobody else can meanwhile. Whoever sets `stop` makes
    /// what takes long fail with [`StoreError::Stopped`].
    ///
    /// # Errors
    /// A database that cannot be written, or to which somebody else writes.
    pub fn new(db: &'db mut Database, stop: Arc<AtomicBool>) -> Result<Self, StoreError> {
        // Nobody else has it, and statements can be kept beside it.
        let db: &'db Database = db;
        let set = || {
            db.conn.pragma_update(None, "journal_mode", "WAL")?;
            db.conn.pragma_update(None, "synchronous", "FULL")?;
            // Rows are written after those they refer to; to look each up
            // again would take a tenth of an import.
            db.conn.pragma_update(None, "foreign_keys", false)?;
            // The index of contents is written in random order; it should
            // stay in memory: 32 MiB are enough for a million games. In KiB,
            // negative by SQLite's convention.
            db.conn.pragma_update(None, "cache_size", -32 << 10)
        };
        set().map_err(|e| db.error(e))?;
        let mut transaction = Self {
            db,
            stop,
            open: false,
            changes_before: 0,
            state: State::default(),
            known: KnownTexts::default(),
            writes_words: false,
        };
        transaction.begin(Some(BUSY_TIMEOUT))?;
        Ok(transaction)
    }

    /// What tells something that is soon done whether to go on.
    pub fn grace(&self) -> impl FnMut() -> Result<(), StoreError> + use<> {
        let stop = Arc::clone(&self.stop);
        let mut since = None;
        move || match StoreError::if_stopped(&stop) {
            Err(stopped) if since.get_or_insert_with(Instant::now).elapsed() > GRACE => Err(stopped),
            _ => Ok(()),
        }
    }

    /// Waits for other writers, at most so long.
    fn begin(&mut self, patience: Option<Duration>) -> Result<(), StoreError> {
        let started = Instant::now();
        loop {
            // In small steps, so that it stops in time.
            match self.impatiently(BUSY_STEP, || self.db.execute("BEGIN IMMEDIATE", [])) {
                Err(StoreError::Busy(_)) if patience.is_none_or(|patience| started.elapsed() < patience) => {
                    StoreError::if_stopped(&self.stop)?;
                }
                begun => {
                    begun?;
                    break;
                }
            }
        }
        self.open = true;
        self.changes_before = self.db.conn.total_changes();
        self.state = self.db.state()?;
        // Somebody else may have written since the last one.
        self.known = KnownTexts::default();
        self.writes_words = false;
        self.db.forget();
        Ok(())
    }

    /// Does something that may have to wait for others, at most so long.
    fn impatiently<T>(&self, timeout: Duration, run: impl FnOnce() -> T) -> T {
        // Setting a timeout fails only where there is no connection.
        let _ = self.db.conn.busy_timeout(timeout);
        let done = run();
        let _ = self.db.conn.busy_timeout(BUSY_TIMEOUT);
        done
    }

    /// The database, as this transaction has made it.
    #[must_use]
    pub const fn database(&self) -> &'db Database {
        self.db
    }

    /// Makes everything permanent, and begins anew.
    ///
    /// # Errors
    /// A database that cannot be written; nothing since the last commit is
    /// kept then.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.end()?;
        // What was begun is to be finished, however long others take.
        self.begin(None)
    }

    /// Makes everything permanent, for the last time.
    ///
    /// # Errors
    /// As [`Transaction::commit`].
    pub fn finish(mut self) -> Result<(), StoreError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), StoreError> {
        if self.db.conn.total_changes() > self.changes_before {
            self.close_words()?;
            self.state.generation += 1;
            self.db.write_state(&self.state)?;
        }
        self.db.execute("COMMIT", [])?;
        self.open = false;
        if self.writes_words {
            // They were added up just now.
            self.db.keep_verified(INDEXES[0], self.state.generation);
        }
        Ok(())
    }
}

impl Transaction<'_> {
    /// Undoes what is not committed. Nothing can be written any more then.
    pub fn roll_back(&mut self) {
        if self.open {
            // Nothing can be done about a failure here, and SQLite undoes
            // what is not committed when the file is opened next.
            let _ = self.db.execute("ROLLBACK", []);
            // The number of a dictionary may be given to another one now.
            self.db.decompressors.borrow_mut().clear();
            self.open = false;
        }
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        self.roll_back();
        // Whoever reads meanwhile keeps it from that; the next writer does it.
        let checkpoint = || self.db.conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
        let _ = self.impatiently(Duration::ZERO, checkpoint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use crate::store::Access;
    use std::sync::atomic::Ordering;

    #[test]
    fn what_was_begun_goes_on_for_a_while_and_no_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let table = HashTable::built_in().expect("the table");
        let mut db = Database::open(&folder.path().join("a.db"), table, Access::Write).expect("opens");
        let stop = Arc::new(AtomicBool::new(false));
        let transaction = Transaction::new(&mut db, Arc::clone(&stop)).expect("begins");
        let mut go_on = transaction.grace();
        assert!(go_on().is_ok());
        // The grace begins when it is to stop.
        std::thread::sleep(GRACE);
        stop.store(true, Ordering::Relaxed);
        assert!(go_on().is_ok());
        std::thread::sleep(GRACE + Duration::from_millis(1));
        assert!(matches!(go_on(), Err(StoreError::Stopped)));
    }
}
