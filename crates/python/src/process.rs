//! The process that works. A fork copies the memory of a process but none of its threads, and a
//! connection of SQLite must not even be closed in the copy (sqlite.org/howtocorrupt.html).

use crate::error::Fault;
use std::mem::forget;
use std::ops::Deref;
use std::process;
use std::sync::OnceLock;

/// The process that worked first.
static WORKING: OnceLock<u32> = OnceLock::new();

/// Fails in a process that was forked from one in which the package has worked.
pub fn require_own() -> Result<(), Fault> {
    let here = process::id();
    match *WORKING.get_or_init(|| here) == here {
        true => Ok(()),
        false => Err(Fault::Forked),
    }
}

/// Drops a value that may have connections, unless another process has made it.
pub fn drop_own<T>(value: T) {
    match require_own() {
        Ok(()) => drop(value),
        Err(_) => forget(value),
    }
}

/// A handle of a database, which a forked process does not close.
pub struct Handle(bgo::Database);

impl Handle {
    pub const fn new(database: bgo::Database) -> Self {
        Self(database)
    }
}

impl Deref for Handle {
    type Target = bgo::Database;

    fn deref(&self) -> &bgo::Database {
        &self.0
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // Connections are closed with the last handle.
        if require_own().is_err() {
            forget(self.0.clone());
        }
    }
}
