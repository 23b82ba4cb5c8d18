//! The paths of imported files and folders.

use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::Table;
use std::path::{Path, PathBuf};

/// Returns the path under which a file or folder is stored: canonical if it exists,
/// otherwise absolute.
pub fn stored_path(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| absolute())
}

/// Finds a row of a table by its path, or by the end of its path if only one row
/// matches. A relative path starts in the folder of the process. `kind` is the word that
/// error messages use for the table's files or folders.
pub fn find_imported(snapshot: &Snapshot, table: Table, kind: &'static str, path: &Path) -> Result<i64, StoreError> {
    find(snapshot, table, kind, path, &stored_path(path))
}

/// As [`find_imported`], without a look at the files of the computer.
pub fn find_stored(snapshot: &Snapshot, table: Table, kind: &'static str, path: &Path) -> Result<i64, StoreError> {
    find(snapshot, table, kind, path, path)
}

fn find(
    snapshot: &Snapshot,
    table: Table,
    kind: &'static str,
    path: &Path,
    absolute: &Path,
) -> Result<i64, StoreError> {
    let known = imported(snapshot, table)?;
    let named = |matches: &dyn Fn(&Path) -> bool| -> Vec<&(i64, String)> {
        known.iter().filter(|(_, stored)| matches(Path::new(stored))).collect()
    };
    let mut found = named(&|stored| stored == path || stored == absolute);
    if found.is_empty() {
        found = named(&|stored| stored.ends_with(path));
    }
    let paths = |rows: &mut dyn Iterator<Item = &(i64, String)>| rows.map(|(_, path)| path.clone()).collect();
    match found[..] {
        [(only, _)] => Ok(*only),
        [] => Err(StoreError::NotImported {
            kind,
            path: path.to_owned(),
            known: paths(&mut known.iter()),
        }),
        _ => Err(StoreError::SeveralImported {
            kind,
            path: path.to_owned(),
            found: paths(&mut found.into_iter()),
        }),
    }
}

/// Returns the rows of a table and their paths, in the order of the imports.
fn imported(snapshot: &Snapshot, table: Table) -> Result<Vec<(i64, String)>, StoreError> {
    verify(snapshot, table)?;
    let sql = format!("SELECT id, path FROM {} ORDER BY id", table.name);
    snapshot.rows(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}
