//! What the fuzz target of the shell checks: it panics where something that
//! always holds does not. The tests run it on the inputs in `fuzz/corpus/`.

pub use crate::shell::fuzzing::check as line;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    #[test]
    fn lines() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("fuzz/corpus/line");
        let mut paths: Vec<_> = fs::read_dir(&folder)
            .expect("the corpus")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        assert!(paths.len() >= 8, "{} has lost its inputs", folder.display());
        for path in paths {
            println!("{}", path.display());
            super::line(&fs::read(&path).expect("an input"));
        }
    }
}
