//! The checks of the fuzz targets in `fuzz/`. Each function takes arbitrary bytes
//! and panics if an invariant is violated. The tests run the same functions on the
//! inputs in `fuzz/corpus/`: seeds and the findings of the fuzzer.

pub use crate::archive::fuzzing::check as archive;
pub use crate::import::fuzzing::check as record;
pub use crate::pattern::fuzzing::check as diagram;
pub use crate::store::fuzzing::check as block;

#[cfg(test)]
mod tests {
    use testkit::replay_fuzz_corpus;

    #[test]
    fn records() {
        replay_fuzz_corpus("record", super::record);
    }

    #[test]
    fn archives() {
        replay_fuzz_corpus("archive", super::archive);
    }

    #[test]
    fn blocks() {
        replay_fuzz_corpus("block", super::block);
    }

    #[test]
    fn diagrams() {
        replay_fuzz_corpus("diagram", super::diagram);
    }
}
