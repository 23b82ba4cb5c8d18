//! The pool of connections to a file.

use super::{State, StateMemory};
use crate::files::FileId;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::store::StoreError;
use crate::store::codec::RecordDecompressor;
use crate::store::sqlite::schema::{SCHEMAS, check_hash_table};
use crate::store::sqlite::{Access, Connection, has_pending_journal, journal_index_id, remove_journal_index};
use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub struct PooledConnection {
    pub connection: Connection,
    pub decompressors: RefCell<HashMap<Option<i64>, RecordDecompressor>>,
    /// The number of the file among those that the pool has read at its path.
    pub edition: u64,
}

impl PooledConnection {
    fn new(connection: Connection, edition: u64) -> Self {
        Self {
            connection,
            decompressors: RefCell::default(),
            edition,
        }
    }
}

/// The connections to the file at a path. A pool that only reads gives up the file when
/// another one is in its place, and reads that; a pool that writes then fails.
pub struct Pool {
    path: PathBuf,
    access: Access,
    keys: Arc<KeyTables>,
    stop: Interrupt,
    current: Mutex<CurrentFile>,
    /// Held while a connection is opened: none may be opened to a file whose place another
    /// takes just now.
    opens: Mutex<()>,
}

/// The file that was last found at the path, its idle connections, and the memory of its
/// latest state.
struct CurrentFile {
    file: FileId,
    /// The index of its journal, if it has one.
    journal_index: Option<FileId>,
    edition: u64,
    idle: Vec<PooledConnection>,
    latest: (State, Arc<StateMemory>),
}

impl Pool {
    /// Creates a pool from a first connection. The pool opens further ones in the
    /// same way. `stop` is the interrupt of all work on the file that has no other.
    pub fn new(connection: Connection, access: Access, keys: Arc<KeyTables>, stop: Interrupt) -> Arc<Self> {
        const FIRST: u64 = 1;
        Arc::new(Self {
            path: connection.path().to_owned(),
            access,
            keys,
            stop,
            current: Mutex::new(CurrentFile {
                file: connection.file(),
                journal_index: journal_index_id(connection.path()),
                edition: FIRST,
                idle: vec![PooledConnection::new(connection, FIRST)],
                latest: Default::default(),
            }),
            opens: Mutex::default(),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub const fn access(&self) -> Access {
        self.access
    }

    pub const fn keys(&self) -> &Arc<KeyTables> {
        &self.keys
    }

    pub const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    /// Takes an idle connection to the file that is at the path now, or opens one.
    pub fn take(&self) -> Result<PooledConnection, StoreError> {
        if let Some(reader) = self.take_idle(self.found()?) {
            return Ok(reader);
        }
        let _alone = self.opens.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let found = self.found()?;
            let mut current = self.current();
            if current.file != found {
                self.leave_replaced(&mut current)?;
            }
            drop(current);
            let connection = Connection::open(&self.path, self.access)?;
            // Otherwise, the file was replaced just now, and has to be left first.
            if connection.file() == found {
                return self.accept(connection);
            }
        }
    }

    fn found(&self) -> Result<FileId, StoreError> {
        FileId::of(&self.path).map_err(|_| StoreError::Missing(self.path.clone()))
    }

    fn take_idle(&self, found: FileId) -> Option<PooledConnection> {
        let mut current = self.current();
        (current.file == found).then(|| current.idle.pop()).flatten()
    }

    /// Gives up the idle connections to a file that was replaced. Fails if the file in its
    /// place cannot be read.
    fn leave_replaced(&self, current: &mut CurrentFile) -> Result<(), StoreError> {
        if self.access == Access::Read {
            current.idle.clear();
            // SQLite would take what a journal of the replaced file has for changes of this one.
            if !has_pending_journal(&self.path) {
                let index = journal_index_id(&self.path);
                if index.is_none() || index != current.journal_index || remove_journal_index(&self.path).is_ok() {
                    return Ok(());
                }
            }
        }
        Err(StoreError::Replaced(self.path.clone()))
    }

    fn accept(&self, connection: Connection) -> Result<PooledConnection, StoreError> {
        let is_known = self.current().file == connection.file();
        if !is_known {
            if self.access != Access::Read {
                return Err(StoreError::Replaced(self.path.clone()));
            }
            SCHEMAS.require_own(&connection)?;
            check_hash_table(&connection, self.keys.hash_table())?;
        }
        let mut current = self.current();
        let given_up = if current.file == connection.file() {
            Vec::new()
        } else {
            current.file = connection.file();
            current.edition += 1;
            current.latest = Default::default();
            take(&mut current.idle)
        };
        current.journal_index = journal_index_id(&self.path);
        let edition = current.edition;
        drop(current);
        // Closing takes a while.
        drop(given_up);
        Ok(PooledConnection::new(connection, edition))
    }

    /// Keeps a connection for the next snapshots, unless its file was given up.
    pub fn give_back(&self, reader: PooledConnection) {
        let mut current = self.current();
        if reader.edition == current.edition {
            current.idle.push(reader);
        }
    }

    /// Returns the memory of a state of a file, or an empty one if the state is not the
    /// latest.
    pub fn memory(&self, edition: u64, state: &State) -> Arc<StateMemory> {
        let mut current = self.current();
        if current.edition != edition {
            return Arc::default();
        }
        let latest = &mut current.latest;
        if latest.0 != *state && latest.0.generation <= state.generation {
            *latest = (*state, Arc::default());
        }
        if latest.0 == *state {
            Arc::clone(&latest.1)
        } else {
            Arc::default()
        }
    }

    fn current(&self) -> MutexGuard<'_, CurrentFile> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
