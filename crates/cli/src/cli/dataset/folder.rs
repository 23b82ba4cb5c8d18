use anyhow::{Context, Result};
use bgo::files::create_folder;
use std::fs;
use std::path::Path;

/// Makes something in a folder, which is made if it is missing, and removed again if nothing is in
/// it after a failure.
pub(super) fn make_in<T>(folder: &Path, make: impl FnOnce() -> Result<T>) -> Result<T> {
    let is_new = !folder.exists();
    let unmade = || format!("{} is not a folder and cannot be made one", folder.display());
    create_folder(folder).with_context(unmade)?;
    let made = make();
    if made.is_err() && is_new {
        // This removes only an empty folder.
        let _ = fs::remove_dir(folder);
    }
    made
}
