//! The pool of connections to a file.

use super::State;
use super::cache::Cache;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::store::codec::compress::RecordDecompressor;
use crate::store::error::StoreError;
use crate::store::sqlite::connection::{Connection, Mode};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A connection with its decompressors.
pub struct PooledConnection {
    pub connection: Connection,
    pub decompressors: RefCell<HashMap<Option<i64>, RecordDecompressor>>,
}

impl From<Connection> for PooledConnection {
    fn from(connection: Connection) -> Self {
        Self {
            connection,
            decompressors: RefCell::default(),
        }
    }
}

/// The idle connections to a file, and the cache of its latest state.
pub struct Pool {
    path: std::path::PathBuf,
    mode: Mode,
    keys: Arc<KeyTables>,
    stop: Interrupt,
    idle: Mutex<Vec<PooledConnection>>,
    latest: Mutex<(State, Arc<Cache>)>,
}

impl Pool {
    /// Creates a pool from a first connection. The pool opens further ones in the
    /// given mode. `stop` is the interrupt of all work on the file that has no other.
    pub fn new(connection: Connection, mode: Mode, keys: Arc<KeyTables>, stop: Interrupt) -> Arc<Self> {
        Arc::new(Self {
            path: connection.path().to_owned(),
            mode,
            keys,
            stop,
            idle: Mutex::new(vec![connection.into()]),
            latest: Mutex::default(),
        })
    }

    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    pub const fn keys(&self) -> &Arc<KeyTables> {
        &self.keys
    }

    pub const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    /// Takes an idle connection, or opens one.
    pub fn take(&self) -> Result<PooledConnection, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(reader) => Ok(reader),
            None => Connection::open(&self.path, self.mode).map(PooledConnection::from),
        }
    }

    /// Returns connections to the pool for the next snapshots.
    pub fn give_back(&self, readers: impl Iterator<Item = PooledConnection>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(readers);
    }

    /// Returns the cache of a state, or an empty one if the state is not the
    /// latest.
    pub fn cache(&self, state: &State) -> Arc<Cache> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.0 != *state && latest.0.generation <= state.generation {
            *latest = (*state, Arc::default());
        }
        match latest.0 == *state {
            true => Arc::clone(&latest.1),
            false => Arc::default(),
        }
    }
}
