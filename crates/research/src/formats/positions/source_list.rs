use crate::error::{ErrorKind, ResearchError};
use bgo::internal::files::{NewFile, folder_of};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::Path;

/// The names of source files by the numbers in records. This is the file
/// `master_game_file_list.dat` beside position files, with a number, a tab and a name in each line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList {
    /// The numbers and names, in the order of the file.
    names: Vec<(u32, String)>,
    numbers: HashMap<String, u32>,
    last: u32,
}

impl SourceList {
    /// The name of the file.
    pub const FILE_NAME: &str = "master_game_file_list.dat";

    /// Reads a file.
    pub fn from_file(path: &Path) -> Result<Self, ResearchError> {
        let name = Self::shown(path);
        Self::parse(&read_text(path, &name)?, &name)
    }

    /// Works with the list in a file, if the file exists, and then writes its new lines, either all or none. Other
    /// processes wait before they extend lists in this folder.
    pub(crate) fn extending<T>(
        path: &Path,
        work: impl FnOnce(&mut Self) -> Result<T, ResearchError>,
    ) -> Result<T, ResearchError> {
        // The file itself is replaced, so the folder is locked. Some file systems have no locks.
        let _lock = File::open(folder_of(path)).ok().filter(|folder| folder.lock().is_ok());
        let name = Self::shown(path);
        // The bytes are kept because names need not be UTF-8.
        let mut bytes = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(unreadable(&name))?,
        };
        let mut list = Self::parse(&String::from_utf8_lossy(&bytes), &name)?;
        let known = list.len();
        let done = work(&mut list)?;
        if list.len() > known {
            if !bytes.is_empty() && !bytes.ends_with(b"\n") {
                bytes.push(b'\n');
            }
            bytes.extend(list.lines_after(known).into_bytes());
            NewFile::write(path, true, &bytes)?;
        }
        Ok(done)
    }

    /// The name by which errors call the list.
    fn shown(path: &Path) -> String {
        format!("the list of source files {}", path.display())
    }

    /// Parses the text of a file. Errors call it `name`.
    pub fn parse(text: &str, name: &str) -> Result<Self, ResearchError> {
        let mut list = Self::default();
        let mut seen = HashSet::new();
        for (line, text) in (1..).zip(text.lines()) {
            let reason = match text.split_once('\t') {
                None => "there is no tab in it".to_owned(),
                Some((number, source)) => match number.parse() {
                    Ok(number @ 1..) if seen.insert(number) => {
                        list.insert(number, source.to_owned());
                        continue;
                    }
                    Ok(number @ 1_u32..) => format!("the number {number} is repeated"),
                    _ => format!("\"{}\" is not a number", number.escape_debug()),
                },
            };
            let reason = format!("{reason}; a line is a number from 1 on, a tab and a name");
            return Err(wrong_line(name, line, &reason));
        }
        Ok(list)
    }

    fn insert(&mut self, number: u32, name: String) {
        self.last = self.last.max(number);
        self.numbers.entry(name.clone()).or_insert(number);
        self.names.push((number, name));
    }

    /// Returns the number of a source file, after adding the file if it is new. Returns `None` if
    /// no number is left. Control characters are escaped (`\n`), so that none ends the line.
    pub fn number(&mut self, name: &str) -> Option<u32> {
        let mut escaped = String::with_capacity(name.len());
        for c in name.chars() {
            if c.is_control() {
                escaped.extend(c.escape_default());
            } else {
                escaped.push(c);
            }
        }
        let name = escaped;
        if let Some(number) = self.numbers.get(&name) {
            return Some(*number);
        }
        let number = self.last.checked_add(1)?;
        self.insert(number, name);
        Some(number)
    }

    /// Returns the name of the source file with this number.
    pub fn name(&self, number: u32) -> Option<&str> {
        // The lists made by bgo begin at 1 and skip no number.
        let guess = self.names.get((number as usize).wrapping_sub(1));
        guess
            .filter(|(found, _)| *found == number)
            .or_else(|| self.names.iter().find(|(found, _)| *found == number))
            .map(|(_, name)| name.as_str())
    }

    /// Returns the number of source files.
    pub const fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the lines of the file after the first `known`.
    pub fn lines_after(&self, known: usize) -> String {
        let names = self.names.iter().skip(known);
        names.map(|(number, name)| format!("{number}\t{name}\n")).collect()
    }
}

pub(super) fn read_text(path: &Path, name: &str) -> Result<String, ResearchError> {
    let bytes = std::fs::read(path).map_err(unreadable(name))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn unreadable(name: &str) -> impl FnOnce(io::Error) -> ResearchError + '_ {
    move |source| ResearchError::Stream {
        what: format!("{name} cannot be read"),
        source,
    }
}

/// Makes the error for a wrong line of a text file, counted from 1.
pub(super) fn wrong_line(name: &str, line: u64, reason: &str) -> ResearchError {
    ErrorKind::Other.error(format!("{name}: line {line}: {reason}"))
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
