//! What the tests of these formats share.

use std::path::PathBuf;

/// A reference file, which is no part of the project; `None`, after saying so,
/// where it is missing.
pub fn golden(name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("../shared/golden/positions9x9");
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is missing", path.display());
    None
}
