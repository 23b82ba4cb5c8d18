use std::fs;
use std::path::{Path, PathBuf};

/// Returns the top folder of the checkout.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The archive of games in the repository.
pub const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/selfplay.tgz");

/// Returns the path of an archive of real games beside the checkout. If it is
/// missing, prints that the test is skipped and returns `None`.
pub fn corpus(name: &str) -> Option<PathBuf> {
    shared(&Path::new("corpus").join(name))
}

/// Returns the path of reference output of another program, a file or a folder.
/// If it is missing, prints that the test is skipped and returns `None`.
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

/// Runs the check of a fuzz target on every input in its corpus.
pub fn replay_fuzz_corpus(target: &str, check: fn(&[u8])) {
    let folder = root().join("fuzz/corpus").join(target);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 8, "{} has lost inputs", folder.display());
    for path in paths {
        println!("{}", path.display());
        check(&fs::read(&path).expect("an input"));
    }
}
