//! Files and folders.

use super::quoted;
use crate::render::is_unseen;
use crate::shell::split::{self, UnfinishedWord};
use rustyline::completion::Pair;
use std::path::{Path, is_separator};

/// Returns the entries of the folder that the word names from `value` on. Hidden ones are offered
/// only after a dot; names that cannot be typed are never offered.
pub fn paths(last: &UnfinishedWord, value: usize, directory: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<Pair> {
    let (option, path) = last.text.split_at(value);
    let (folder, prefix) = path.split_at(path.rfind(is_separator).map_or(0, |slash| slash + 1));
    let Ok(entries) = split::path(Path::new(folder), directory).read_dir() else {
        return Vec::new();
    };
    let mut pairs: Vec<Pair> = entries
        .flatten()
        .filter(|entry| wanted(&entry.path()))
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !prefix.starts_with('.');
            if hidden || !name.starts_with(prefix) || name.contains(is_unseen) {
                return None;
            }
            if entry.path().is_dir() {
                name.push('/');
            }
            let replacement = quoted(&format!("{option}{folder}{name}"), last.quote);
            Some(Pair {
                display: name,
                replacement,
            })
        })
        .collect();
    pairs.sort_unstable_by(|a, b| a.display.cmp(&b.display));
    pairs
}
