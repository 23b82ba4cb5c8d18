use bgo::go::{HashTable, KeyTables};
use bgo::interrupt::Interrupt;
use bgo::store::{Access, Database, StoreError};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The database of a session. A file that is missing is made by the first command that
/// writes to it, so that a misspelt name makes none.
pub struct SessionDatabase {
    path: PathBuf,
    keys: Arc<KeyTables>,
    stop: Interrupt,
    opened: OnceCell<Database>,
}

impl SessionDatabase {
    /// Returns a database whose file is missing. Once it is made, it obeys `stop`.
    pub fn missing(path: PathBuf, table: HashTable, stop: Interrupt) -> Self {
        Self {
            path,
            keys: Arc::new(KeyTables::new(table)),
            stop,
            opened: OnceCell::new(),
        }
    }

    /// Returns the path of the file, whether or not it exists.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the key tables.
    pub const fn keys(&self) -> &Arc<KeyTables> {
        &self.keys
    }

    /// Returns the interrupt that stops every work on the database.
    pub const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    /// Returns the database, unless the file is still missing.
    pub fn existing(&self) -> Result<&Database, StoreError> {
        match self.opened.get() {
            Some(database) => Ok(database),
            // Another program may have made it.
            None if self.path.exists() => self.or_made(),
            None => Err(StoreError::Missing(self.path.clone())),
        }
    }

    /// Returns the database, and makes the file if it is missing.
    pub fn or_made(&self) -> Result<&Database, StoreError> {
        if let Some(database) = self.opened.get() {
            return Ok(database);
        }
        let table = self.keys.hash_table().clone();
        let database = Database::open_migrating(&self.path, table, Access::Write, self.stop.clone(), |_, _| {})?;
        Ok(self.opened.get_or_init(|| database))
    }
}

impl From<Database> for SessionDatabase {
    fn from(database: Database) -> Self {
        Self {
            path: database.path().to_owned(),
            keys: Arc::clone(database.keys()),
            stop: database.stop().clone(),
            opened: OnceCell::from(database),
        }
    }
}
