//! Verification of the tables that a query reads.

use super::SqlError;
use crate::store::Snapshot;
use rusqlite::OptionalExtension;
use rusqlite::hooks::{AuthAction, AuthContext};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The tables and views that SQLite requested permission to read.
#[derive(Clone, Default)]
pub struct TablesRead(Arc<Mutex<BTreeSet<String>>>);

impl TablesRead {
    /// Records a table that is to be read.
    pub fn note(&self, context: &AuthContext<'_>) {
        if let AuthAction::Read { table_name, .. } = context.action {
            let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if !names.contains(table_name) {
                names.insert(table_name.to_owned());
            }
        }
    }

    /// Returns the tables recorded since the last call.
    pub fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Verifies the tables of the file among `names`. SQLite names the tables that a view
/// reads, too, and virtual tables verify what they read themselves.
pub fn verify(snapshot: &Snapshot, names: BTreeSet<String>) -> Result<(), SqlError> {
    for name in names {
        let is_table = snapshot
            .sqlite()
            .query_row(
                "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
                [&name],
                |_| Ok(()),
            )
            .optional()
            .map_err(|error| snapshot.error(error))?;
        if is_table.is_some() {
            snapshot.verify_table(&name)?;
        }
    }
    Ok(())
}
