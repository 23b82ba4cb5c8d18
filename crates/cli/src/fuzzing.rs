//! The check of the shell's fuzz target, which panics if an invariant is violated.
//! The test runs it on the inputs in `fuzz/corpus/`.

pub use crate::shell::testing::check as line;

#[cfg(test)]
mod tests {

    #[test]
    fn lines() {
        testkit::replay_fuzz_corpus("line", super::line);
    }
}
