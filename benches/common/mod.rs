//! What the benchmarks share: the archives beside the checkout.

use std::path::PathBuf;

/// An archive of the corpus, which is no part of the project; `None`, after
/// saying so, where it is missing.
pub fn corpus(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/corpus")
        .join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is missing", path.display());
    None
}
