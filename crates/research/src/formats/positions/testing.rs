//! Helpers of the tests.

use std::path::PathBuf;

/// Returns the path of a reference file, which is not part of the project. If it is missing,
/// prints that the test is skipped.
pub fn golden(name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("../shared/golden/positions9x9");
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is missing", path.display());
    None
}
