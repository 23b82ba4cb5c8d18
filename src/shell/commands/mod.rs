//! The registry and the commands, one file each.

use super::{Command, ShellError};

/// Makes the modules and the list of the commands in them.
macro_rules! registry {
    ($($module:ident::$command:ident,)*) => {
        $(
            #[allow(missing_docs, reason = "the type in it says what it is")]
            pub mod $module;
        )*

        /// Every command.
        pub static ALL: &[&dyn Command] = &[$(&$module::$command),*];
    };
}

registry! {
    board::Board,
    cd::Cd,
    commands::ListCommands,
    cwd::Cwd,
    exit::Exit,
    help::Help,
    import::Import,
    ls::Ls,
    marks::Marks,
    play::Play,
    rotations::Rotations,
    search::Search,
    size::Size,
    undo::Undo,
    year::Year,
}

/// The command that `keyword` calls, in upper or lower case.
///
/// # Errors
/// A word that calls none; the error names the nearest that does.
pub fn find(keyword: &str) -> Result<&'static dyn Command, ShellError> {
    let calls = |command: &&&dyn Command| command.keywords().iter().any(|k| k.eq_ignore_ascii_case(keyword));
    ALL.iter()
        .find(calls)
        .copied()
        .ok_or_else(|| ShellError::UnknownCommand {
            word: keyword.to_owned(),
            nearest: nearest(&keyword.to_ascii_lowercase()),
        })
}

fn nearest(word: &str) -> &'static str {
    let keywords = ALL.iter().flat_map(|command| command.keywords()).copied();
    keywords
        .min_by_key(|keyword| distance(word, keyword))
        .unwrap_or_default()
}

/// How many letters must be put in, left out or replaced to get from one word
/// to the other (Levenshtein's distance).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn distances() {
        for (from, to, expected) in [
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("abc", "abc", 0),
            ("ab", "", 2),
        ] {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn names_and_keywords_are_unique_and_everything_is_described() {
        let keywords: Vec<&str> = ALL.iter().flat_map(|c| c.keywords()).copied().collect();
        assert_eq!(keywords.iter().collect::<HashSet<_>>().len(), keywords.len());
        assert_eq!(ALL.iter().map(|c| c.name()).collect::<HashSet<_>>().len(), ALL.len());
        for command in ALL {
            assert!(!command.keywords().is_empty() && !command.summary().is_empty());
            for (line, _) in command.examples() {
                let word = line.split(' ').next().unwrap_or_default();
                assert!(command.keywords().contains(&word), "{line}");
            }
        }
    }

    #[test]
    fn an_unknown_word_gets_the_nearest_keyword() {
        for (word, near) in [
            ("serach", "search"),
            ("PLAYY", "play"),
            ("?!", "?"),
            ("rotation", "rotations"),
        ] {
            match find(word) {
                Err(ShellError::UnknownCommand { nearest, .. }) => assert_eq!(nearest, near),
                _ => panic!("{word} is no command"),
            }
        }
        assert_eq!(find("Play").expect("a command").name(), "Play");
    }
}
