//! Games that can be identified by their training records.

use crate::world::{World, document};
use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};

use bgo_research::formats::kgs::{DatasetReader, TrainingRecord};

/// The number of records of each numbered game.
pub const RECORDS: usize = 3;

/// Returns the numbers of the games of these records.
pub fn numbers(records: &[TrainingRecord]) -> Vec<usize> {
    records
        .chunks(RECORDS)
        .map(|game| {
            let [a, b, c] = [0, 1, 2].map(|record| usize::from(game[record].label()));
            a + (b - 100) * 100 + (c - 200) * 10_000
        })
        .collect()
}

/// Returns the records of a file.
pub fn records(path: &Path) -> Vec<TrainingRecord> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let reader = DatasetReader::new(file, path.display().to_string()).expect("a data set");
    reader.collect::<Result<_, _>>().expect("intact")
}

/// Runs a command that must succeed and returns its document.
pub fn made(world: &World, arguments: &[&str]) -> Value {
    let all = [&["dataset"], arguments, &["--json", "--quiet"]].concat();
    let ran = world.run(all);
    assert_eq!(ran.status, 0, "{ran:?}");
    document(&ran.out)
}

/// Returns the folder of reference files, which is not part of the project.
pub fn golden() -> Option<PathBuf> {
    testkit::golden("kgs")
}
