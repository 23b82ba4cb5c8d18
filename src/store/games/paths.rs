//! The paths of imported files and folders.

use crate::files::canonical;
use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::Table;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Returns the path under which a file or folder is stored: canonical if it exists,
/// otherwise absolute.
pub fn stored_path(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    canonical(path).unwrap_or_else(|_| absolute())
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
    find_among(&imported(snapshot, table)?, kind, path, absolute).copied()
}

/// Finds a path among known ones: itself or its absolute form, or the only known one of which it
/// is the end.
pub fn find_among<'a, T>(
    known: &'a [(T, String)],
    kind: &'static str,
    path: &Path,
    absolute: &Path,
) -> Result<&'a T, StoreError> {
    let named = |matches: &dyn Fn(&Path) -> bool| -> Vec<&(T, String)> {
        known.iter().filter(|(_, stored)| matches(Path::new(stored))).collect()
    };
    let mut found = named(&|stored| stored == path || stored == absolute);
    if found.is_empty() {
        found = named(&|stored| stored.ends_with(path));
    }
    let paths = |rows: &mut dyn Iterator<Item = &(T, String)>| rows.map(|(_, path)| path.clone()).collect();
    match found[..] {
        [(only, _)] => Ok(only),
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

/// Returns for each path the shortest end of it, in whole names, that is not an end of another
/// one, or the whole path if it is the end of another.
pub fn own_ends(paths: &[String]) -> Vec<&str> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for end in paths.iter().flat_map(|path| ends(path)) {
        *known.entry(end).or_default() += 1;
    }
    let own = |path| ends(path).find(|end| known.get(end) == Some(&1)).unwrap_or(path);
    paths.iter().map(|path| own(path)).collect()
}

/// Returns the ends of a path in whole names, from the last name to the whole path. A database
/// may come from a system with other separators.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    let parts = path.rmatch_indices(['/', '\\']).map(|(at, _)| &path[at + 1..]);
    parts.filter(|end| !end.is_empty()).chain([path])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_named_by_the_end_of_its_path_that_no_other_has() {
        let paths = [
            "/a/x.tgz",
            "/b/x.tgz",
            "/b/y.tgz",
            "/x.tgz",
            "C:\\c\\z.zip",
            "stdin-0f",
            "/a/b/y.tgz",
            "/",
        ];
        let paths = paths.map(str::to_owned);
        let names = [
            "a/x.tgz",
            "b/x.tgz",
            "/b/y.tgz",
            "/x.tgz",
            "z.zip",
            "stdin-0f",
            "a/b/y.tgz",
            "/",
        ];
        assert_eq!(own_ends(&paths), names);
    }
}
