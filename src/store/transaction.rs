use super::database::Database;
use super::error::StoreError;
use super::state::State;

/// The right to write to a database. What is written becomes permanent, and
/// visible to others, at [`Transaction::commit`]; what is not committed is as
/// if it had never been.
pub struct Transaction<'db> {
    db: &'db Database,
    open: bool,
    /// How much had been written when it began, as SQLite counts.
    changes_before: u64,
    /// What the database holds with this transaction.
    pub state: State,
}

impl<'db> Transaction<'db> {
    /// Begins to write; nobody else can meanwhile.
    ///
    /// # Errors
    /// A database that cannot be written, or to which somebody else writes.
    pub fn new(db: &'db mut Database) -> Result<Self, StoreError> {
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
            open: false,
            changes_before: 0,
            state: State::default(),
        };
        transaction.begin()?;
        Ok(transaction)
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.db.execute("BEGIN IMMEDIATE", [])?;
        self.open = true;
        self.changes_before = self.db.conn.total_changes();
        self.state = self.db.state()?;
        Ok(())
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
        self.begin()
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
            self.state.generation += 1;
            self.db.write_state(&self.state)?;
        }
        self.db.execute("COMMIT", [])?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.open {
            // Nothing can be done about a failure here, and SQLite undoes
            // what is not committed when the file is opened next.
            let _ = self.db.execute("ROLLBACK", []);
            // The number of a dictionary may be given to another one now.
            self.db.decompressors.borrow_mut().clear();
        }
        let _ = self.db.conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}
