//! What the fuzz targets in `fuzz/` check. Each function takes any bytes and
//! panics where something that always holds does not. The tests run the same
//! functions on the inputs in `fuzz/corpus/`: seeds, and what the fuzzer found.

pub use crate::archive::fuzzing::check as archive;
pub use crate::import::fuzzing::check as record;
pub use crate::store::fuzzing::check as block;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// Runs `check` on every input of a target.
    fn replay(target: &str, check: fn(&[u8])) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
        let mut paths: Vec<_> = fs::read_dir(&folder)
            .expect("the corpus")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        assert!(paths.len() >= 8, "{} has lost its inputs", folder.display());
        for path in paths {
            println!("{}", path.display());
            check(&fs::read(&path).expect("an input"));
        }
    }

    #[test]
    fn records() {
        replay("record", super::record);
    }

    #[test]
    fn archives() {
        replay("archive", super::archive);
    }

    #[test]
    fn blocks() {
        replay("block", super::block);
    }
}
