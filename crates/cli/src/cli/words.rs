use std::env;
use std::ffi::{OsStr, OsString};

/// Returns the words that the program was called with. The shells of Windows leave names such as
/// `*.tgz` to the program.
pub(super) fn words() -> Vec<OsString> {
    let given: Vec<OsString> = env::args_os().collect();
    // Brackets are wildcards to `wild`, and to no shell of Windows: of `game[1].sgf`, as browsers
    // name a second download, it makes `game1.sgf` if there is one.
    match given.iter().any(|word| has_wildcard(word)) {
        true => wild::args_os().collect(),
        false => given,
    }
}

fn has_wildcard(word: &OsStr) -> bool {
    word.to_string_lossy().contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_no_wildcards() {
        for (word, expected) in [
            ("*.tgz", true),
            ("game?.sgf", true),
            ("game[1].sgf", false),
            ("pd", false),
        ] {
            assert_eq!(has_wildcard(OsStr::new(word)), expected, "{word}");
        }
    }
}
