use std::path::{Path, PathBuf};

/// Returns the top folder of the checkout.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The archive of games that comes with the program.
pub const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/selfplay.tgz");

/// Returns an archive of real games beside the checkout; prints that the test
/// is skipped where it is missing.
pub fn corpus(name: &str) -> Option<PathBuf> {
    shared(&Path::new("corpus").join(name))
}

/// Returns a reference file of another program, or a folder of them; prints
/// that the test is skipped where it is missing.
pub fn golden(name: &str) -> Option<PathBuf> {
    shared(&Path::new("golden").join(name))
}

fn shared(path: &Path) -> Option<PathBuf> {
    let path = root().join("../shared").join(path);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is missing", path.display());
    None
}
