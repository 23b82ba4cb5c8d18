//! The registry and the commands, one file each.

mod arguments;

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
    back::Back,
    board::Board,
    cd::Cd,
    list_commands::ListCommands,
    cwd::Cwd,
    duplicates::Duplicates,
    exit::Exit,
    export::Export,
    find::Find,
    full::Full,
    games::Games,
    goto::Goto,
    help::Help,
    import::Import,
    load::Load,
    ls::Ls,
    marks::Marks,
    next::Next,
    open::Open,
    play::Play,
    players::Players,
    position::Position,
    prev::Prev,
    remove::Remove,
    rotations::Rotations,
    save::Save,
    search::Search,
    sgf::Sgf,
    show::Show,
    size::Size,
    swap::Swap,
    to::To,
    tree::Tree,
    sql::Sql,
    undo::Undo,
    where_::Where,
    year::Year,
    years::Years,
}

/// The command that `keyword` calls, in upper or lower case.
///
/// # Errors
/// A word that calls none; the error names the nearest that does, if one is near.
pub fn named(keyword: &str) -> Result<&'static dyn Command, ShellError> {
    let calls = |command: &&&dyn Command| command.keywords().iter().any(|k| k.eq_ignore_ascii_case(keyword));
    ALL.iter()
        .find(calls)
        .copied()
        .ok_or_else(|| ShellError::UnknownCommand {
            word: keyword.to_owned(),
            nearest: nearest(&keyword.to_ascii_lowercase()),
        })
}

/// The keyword that `word` begins, or else the one that needs the fewest
/// changes, unless more than half of the word would change.
fn nearest(word: &str) -> Option<&'static str> {
    let keywords = ALL.iter().flat_map(|command| command.keywords()).copied();
    keywords
        // A single letter is near to every short word.
        .filter(|keyword| keyword.len() > 1)
        .map(|keyword| (!keyword.starts_with(word), distance(word, keyword), keyword))
        .filter(|&(other, distance, _)| !word.is_empty() && (!other || 2 * distance <= word.chars().count()))
        .min()
        .map(|(_, _, keyword)| keyword)
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
            ("serach", Some("search")),
            ("PLAYY", Some("play")),
            ("rot", Some("rotations")),
            ("com", Some("commands")),
            ("Q", Some("quit")),
            ("?!", None),
            ("foo", None),
            ("lss", Some("ls")),
            ("", None),
        ] {
            match named(word) {
                Err(ShellError::UnknownCommand { nearest, .. }) => assert_eq!(nearest, near, "{word}"),
                _ => panic!("{word} is no command"),
            }
        }
        let message = |word| named(word).err().map(|error| error.to_string());
        assert_eq!(
            message("foo").as_deref(),
            Some("there is no command \"foo\"; \"help\" lists them")
        );
        assert_eq!(
            message("rot").as_deref(),
            Some("there is no command \"rot\"; the nearest is \"rotations\"")
        );
        assert_eq!(named("Play").expect("a command").name(), "Play");
    }
}
