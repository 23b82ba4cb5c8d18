use super::global::Global;
use anyhow::Result;
use bgo::store::{Database, Snapshot, StoreError};
use clap::Args;
use std::path::{Path, PathBuf};

/// Files that were imported beside games.
#[derive(Args, Debug)]
pub(super) struct ImportedFilesArgs {
    /// The files: the path, or the name if only one imported file has that name
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl ImportedFilesArgs {
    /// Removes the files one after another, none if one is unknown: `find` returns the row of a
    /// file, and `remove` removes that row and returns the number of entries that it had. Returns
    /// the number of all.
    pub fn remove(
        &self,
        global: &Global,
        find: impl Fn(&Snapshot, &Path) -> Result<i64, StoreError>,
        remove: impl Fn(&Database, i64) -> Result<u64, StoreError>,
    ) -> Result<u64> {
        let db = global.open_existing()?;
        let snapshot = db.snapshot()?;
        let files: Result<Vec<i64>, _> = self.files.iter().map(|path| find(&snapshot, path)).collect();
        let files = files?;
        drop(snapshot);
        let mut removed = 0;
        for file in files {
            removed += remove(&db, file)?;
        }
        Ok(removed)
    }
}
