//! Snapshots, each of which reads one state of the file in one transaction, and the
//! cache of a state, which lasts until the next write.

mod cache;
pub mod pool;
mod state;
pub mod verify;

use crate::go::{HashTable, KeyTables};
use crate::interrupt::Interrupt;
use crate::store::codec::compress::RecordDecompressor;
use crate::store::error::StoreError;
use crate::store::sqlite::connection::Connection;
use crate::store::sqlite::meta;
use cache::Cache;
use pool::{Pool, PooledConnection};
pub use state::State;
use std::cell::{Cell, RefMut};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// One state of a database. All reads see this state, even while other processes
/// write. Dropping the snapshot ends it.
///
/// A snapshot can move to another thread but cannot be shared. Each thread takes a
/// [sibling](Snapshot::sibling).
pub struct Snapshot {
    /// Exactly one reader, which [`Drop`] moves back to the pool.
    reader: Vec<PooledConnection>,
    pool: Arc<Pool>,
    /// The state, or `None` if its row is damaged, which a check of the database
    /// must survive.
    state: Cell<Option<State>>,
    /// The cache, or `None` in a write transaction, which changes the state.
    cache: Option<Arc<Cache>>,
}

impl Snapshot {
    /// Begins a snapshot of the latest state, whose reads fail once `stop` is set.
    pub(crate) fn begin(pool: &Arc<Pool>, stop: &Interrupt) -> Result<Self, StoreError> {
        let mut snapshot = Self::begin_unverified(pool, stop)?;
        let state = snapshot.state()?;
        snapshot.cache = Some(pool.cache(snapshot.edition(), &state));
        Ok(snapshot)
    }

    /// Begins a snapshot like [`Snapshot::begin`], even if the row of the state is
    /// damaged. It does not use the cache.
    pub(crate) fn begin_unverified(pool: &Arc<Pool>, stop: &Interrupt) -> Result<Self, StoreError> {
        let snapshot = Self::idle(pool)?;
        snapshot.obey(stop)?;
        snapshot.execute("BEGIN", [])?;
        snapshot.state.set(state::read(&snapshot).ok());
        Ok(snapshot)
    }

    /// Takes a connection outside of a transaction, for a write transaction.
    pub(crate) fn idle(pool: &Arc<Pool>) -> Result<Self, StoreError> {
        Ok(Self {
            reader: vec![pool.take()?],
            pool: Arc::clone(pool),
            state: Cell::new(None),
            cache: None,
        })
    }

    /// Begins another snapshot of the same state, for another thread. Returns
    /// `None` if the database has changed since.
    pub fn sibling(&self) -> Result<Option<Self>, StoreError> {
        let other = Self::begin(&self.pool, &self.stop())?;
        let is_same = other.edition() == self.edition() && other.state.get() == self.state.get();
        let is_same = self.cache.is_some() && is_same;
        Ok(is_same.then_some(other))
    }

    /// Returns the numbers stored about the contents of the database.
    pub fn state(&self) -> Result<State, StoreError> {
        match self.state.get() {
            Some(state) => Ok(state),
            None => state::read(self),
        }
    }

    /// Reads the state at the start of a write transaction.
    pub(crate) fn read_state(&self) -> Result<State, StoreError> {
        let state = state::read(self)?;
        self.state.set(Some(state));
        Ok(state)
    }

    /// Changes the state in a write transaction.
    pub(crate) fn change_state(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.get();
        state.as_mut().map(change);
        self.state.set(state);
    }

    /// Writes the row of the state.
    pub(crate) fn write_state(&self) -> Result<(), StoreError> {
        state::write(self, &self.state()?)
    }

    /// Returns the hash table in use.
    #[must_use]
    pub fn hash_table(&self) -> &HashTable {
        self.pool.keys().hash_table()
    }

    /// Returns the key tables for the hash table.
    #[must_use]
    pub fn keys(&self) -> &Arc<KeyTables> {
        self.pool.keys()
    }

    /// Returns the number of the file among those that were read at its path.
    pub(crate) fn edition(&self) -> u64 {
        self.reader[0].edition
    }

    /// Returns the random number that the file got when it was made, and that its copies
    /// have, too. A file of an earlier program that nobody has written to since has none;
    /// in its place is a number that follows from where the file is.
    pub fn identity(&self) -> Result<u64, StoreError> {
        let read = || match meta::value::<i64>(self, meta::IDENTITY)? {
            Some(identity) => Ok(Identity(identity.cast_unsigned())),
            None => Ok(Identity(self.file().number())),
        };
        Ok(self.remember(read)?.0)
    }

    /// Returns what tells this state from all other states and files that the process reads
    /// at this path.
    pub fn version(&self) -> Result<String, StoreError> {
        let (identity, generation) = (self.identity()?, self.state()?.generation);
        Ok(format!("{identity:016x}-{}-{generation}", self.edition()))
    }

    pub(crate) const fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// Returns a value that all snapshots of this state share, one of each type.
    pub(crate) fn shared<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.cache.as_ref().map_or_else(Arc::default, |cache| cache.get())
    }

    /// Returns a value that all snapshots of this state share, one of each type.
    /// The first call reads it.
    pub(crate) fn remember<T: Send + Sync + 'static>(
        &self,
        read: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<Arc<T>, StoreError> {
        let known = self.shared::<Remembered<T>>();
        if let Some(value) = known.0.get() {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(read()?);
        Ok(Arc::clone(known.0.get_or_init(|| value)))
    }

    /// Returns the decompressors of this connection, by the numbers of their
    /// dictionaries.
    pub(crate) fn decompressors(&self) -> RefMut<'_, HashMap<Option<i64>, RecordDecompressor>> {
        self.reader[0].decompressors.borrow_mut()
    }
}

/// The identity of a file.
struct Identity(u64);

/// A value that is read once for each state.
struct Remembered<T>(OnceLock<Arc<T>>);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl Deref for Snapshot {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.reader[0].connection
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        self.obey_nobody();
        if self.sqlite().is_autocommit() || self.execute("ROLLBACK", []).is_ok() {
            self.pool.give_back(self.reader.drain(..));
        }
    }
}
