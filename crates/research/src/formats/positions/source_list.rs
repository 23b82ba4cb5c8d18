use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The names of source files by the numbers that records refer to them with:
/// the file `master_game_file_list.dat` beside position files, a line of number,
/// tab and name each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList {
    /// In the order of the file.
    names: Vec<(u32, String)>,
    numbers: HashMap<String, u32>,
    last: u32,
}

/// Why a list could not be read.
#[derive(Debug, Error)]
pub enum SourceListError {
    /// The file could not be opened or read.
    #[error("the list of source files {} cannot be read: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line is not what it should be.
    #[error("the list of source files {name}: line {line}: {reason}; a line is a number from 1 on, a tab and a name")]
    Line {
        /// The file.
        name: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

impl SourceList {
    /// What the file is called.
    pub const FILE_NAME: &str = "master_game_file_list.dat";

    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else.
    pub fn from_file(path: &Path) -> Result<Self, SourceListError> {
        let bytes = std::fs::read(path).map_err(|source| SourceListError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&String::from_utf8_lossy(&bytes), &path.display().to_string())
    }

    /// Reads the text of a file; `name` is what errors call it.
    ///
    /// # Errors
    /// The first line without a number, or with one that came before.
    pub fn parse(text: &str, name: &str) -> Result<Self, SourceListError> {
        let mut list = Self::default();
        let mut seen = std::collections::HashSet::new();
        for (line, text) in (1..).zip(text.lines()) {
            let wrong = |reason: String| SourceListError::Line {
                name: name.to_owned(),
                line,
                reason,
            };
            let Some((number, source)) = text.split_once('\t') else {
                return Err(wrong("there is no tab in it".to_owned()));
            };
            let Some(number) = number.parse().ok().filter(|&number: &u32| number > 0) else {
                return Err(wrong(format!("\"{}\" is no number", number.escape_debug())));
            };
            if !seen.insert(number) {
                return Err(wrong(format!("the number {number} came before")));
            }
            list.insert(number, source.to_owned());
        }
        Ok(list)
    }

    fn insert(&mut self, number: u32, name: String) {
        self.last = self.last.max(number);
        self.numbers.entry(name.clone()).or_insert(number);
        self.names.push((number, name));
    }

    /// The number of a source file, which gets the next one if it has none yet;
    /// `None` if there is no number left. Characters that would end the line are
    /// written as escapes (`\n`).
    pub fn number(&mut self, name: &str) -> Option<u32> {
        let escape = |c: char| match c.is_control() {
            true => c.escape_default().collect(),
            false => String::from(c),
        };
        let name: String = name.chars().map(escape).collect();
        if let Some(number) = self.numbers.get(&name) {
            return Some(*number);
        }
        let number = self.last.checked_add(1)?;
        self.insert(number, name);
        Some(number)
    }

    /// The name of the source file with this number.
    #[must_use]
    pub fn name(&self, number: u32) -> Option<&str> {
        // Lists that were made here are complete and begin at 1.
        let guess = self.names.get((number as usize).wrapping_sub(1));
        guess
            .filter(|(found, _)| *found == number)
            .or_else(|| self.names.iter().find(|(found, _)| *found == number))
            .map(|(_, name)| name.as_str())
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The lines of the file but for the first `known`.
    #[must_use]
    pub fn lines_after(&self, known: usize) -> String {
        let line = |(number, name): &(u32, String)| format!("{number}\t{name}\n");
        self.names.iter().skip(known).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers_and_new_ones_follow() {
        let text = "7\ta.sgf\n2\tfolder/b c.sgf\n";
        let mut list = SourceList::parse(text, "x").expect("a list");
        assert_eq!(list.lines_after(0), text);
        assert_eq!((list.name(2), list.name(1)), (Some("folder/b c.sgf"), None));
        assert_eq!((list.number("a.sgf"), list.number("new.sgf")), (Some(7), Some(8)));
        assert_eq!(list.number("od\td\n.sgf"), Some(9));
        assert_eq!(list.lines_after(0), format!("{text}8\tnew.sgf\n9\tod\\td\\n.sgf\n"));
        assert_eq!(SourceList::parse(&list.lines_after(0), "x").expect("a list"), list);
        assert_eq!(SourceList::default().number("first"), Some(1));
    }

    #[test]
    fn other_lines_are_refused() {
        for text in [
            "a.sgf",
            "0\ta",
            "x\ta",
            "-1\ta",
            "1\ta\n1\tb",
            "1\ta\n\n",
            "4294967296\ta",
        ] {
            assert!(SourceList::parse(text, "x").is_err(), "{text:?}");
        }
    }
}
