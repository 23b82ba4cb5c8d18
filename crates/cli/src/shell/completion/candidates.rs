//! The words of each kind: conditions and names in the database, files and folders, points.

use super::{CompletionContext, begins, quoted, starting_with};
use crate::render::is_unseen;
use crate::shell::split::{self, UnfinishedWord};
use bgo::internal::go::{Board, Color, Move};
use bgo::internal::openings::NamedOpening;
use bgo::internal::query::{CONDITIONS, Condition, NamePattern};
use bgo::internal::store::GameNames;
use rustyline::completion::Pair;
use std::path::{Path, is_separator};

/// The most names that are offered at a time, a part of a screen.
const MAX_NAMES: usize = 30;

/// The results that are offered; there are many more.
pub(super) const RESULTS: [&str; 10] = ["B+", "W+", "B+R", "W+R", "B+T", "W+T", "B+F", "W+F", "draw", "void"];

/// Returns the names of conditions, or after a name the values of that condition.
pub fn conditions(last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    match last.text.split_once('=') {
        Some((name, _)) => Condition::named(name)
            .map(|condition| values(condition, last, name.len() + 1, context))
            .unwrap_or_default(),
        None => {
            let conditions = CONDITIONS.each_ref().map(|condition| format!("{}=", condition.name));
            starting_with(&last.text, conditions.iter().map(String::as_str))
        }
    }
}

/// Returns the values of a condition that the word from `value` on begins.
pub fn values(condition: &Condition, last: &UnfinishedWord, value: usize, context: &CompletionContext) -> Vec<Pair> {
    // Of alternatives, the last one is typed.
    let is_of_several = condition.is_name() || condition.name == "result";
    let signs = last.text[value..].rfind(['|', '!', '=']).filter(|_| is_of_several);
    let (before, typed) = last.text.split_at(signs.map_or(value, |at| value + at + 1));
    let offered = |values: &[&str]| {
        let values = values.iter().filter(|value| super::begins(value, typed));
        values.map(|value| pair(value, before, last.quote)).collect()
    };
    let beginning: for<'a> fn(&'a GameNames, &str) -> Vec<&'a str> = match condition.name {
        _ if condition.names_player() => |names, typed| names.players.beginning(typed),
        "event" => |names, typed| names.events.beginning(typed),
        "rules" => |names, typed| names.rules.beginning(typed),
        "archive" => |names, typed| names.archives_beginning(typed),
        "result" => return offered(&RESULTS),
        "opening" => return openings(last, value),
        _ if condition.value_alone().is_some() => return offered(&condition.value.split('|').collect::<Vec<_>>()),
        _ => return Vec::new(),
    };
    let Some(names) = context.names() else {
        return Vec::new();
    };
    let mut found = beginning(&names, typed);
    found.retain(|name| !name.contains(is_unseen));
    let mut pairs: Vec<Pair> = found
        .iter()
        .take(MAX_NAMES)
        .map(|name| match condition.name {
            "archive" => pair(name, before, last.quote),
            _ => Pair {
                display: (*name).to_owned(),
                ..pair(&NamePattern::Part((*name).to_owned()).to_string(), before, last.quote)
            },
        })
        .collect();
    if found.len() > MAX_NAMES {
        // What is typed, so that nothing is added that only the names shown have in common.
        pairs.push(Pair {
            display: format!("... and {} more", found.len() - MAX_NAMES),
            replacement: quoted(&last.text, None),
        });
    }
    pairs
}

/// Returns the names of openings in all languages that the word from `value` on begins, in English first.
pub fn openings(last: &UnfinishedWord, value: usize) -> Vec<Pair> {
    let (before, typed) = last.text.split_at(value);
    let languages = NamedOpening::all()[0].names().all().len();
    let names = (0..languages).flat_map(|language| {
        let all = NamedOpening::all().iter();
        all.map(move |opening| opening.names().all()[language])
    });
    let begun = names.filter(|name| super::begins(name, typed));
    let begun = begun.take(MAX_NAMES);
    begun.map(|name| pair(name, before, last.quote)).collect()
}

/// Returns the names of questions that the word begins.
pub fn names(last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    let names = context.named_questions();
    let begun = names.iter().filter(|named| super::begins(&named.name, &last.text));
    begun.map(|named| pair(&named.name, "", last.quote)).collect()
}

fn pair(name: &str, before: &str, quote: Option<char>) -> Pair {
    Pair {
        display: name.to_owned(),
        replacement: quoted(&format!("{before}{name}"), quote),
    }
}

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

/// Returns marks, the pass, and the empty points in the notation that `prefix` begins.
pub fn moves(prefix: &str, first: bool, context: &CompletionContext) -> Vec<Pair> {
    let marks = context.marks.iter().filter(|_| first).map(char::to_string);
    let words = marks.chain(["pass".to_owned()]);
    let mut names: Vec<String> = words.filter(|word| begins(word, prefix)).collect();
    names.extend(points_begun(prefix, &context.board, |stone| stone.is_none()));
    names.sort_unstable();
    starting_with("", names.iter().map(String::as_str))
}

/// Returns the points in the notation that `prefix` begins, and the `words` that it begins.
pub fn areas(prefix: &str, words: &[&str], context: &CompletionContext) -> Vec<Pair> {
    let words = words.iter().filter(|word| begins(word, prefix));
    let mut names: Vec<String> = words.map(|word| (*word).to_owned()).collect();
    names.extend(points_begun(prefix, &context.board, |_| true));
    names.sort_unstable();
    starting_with("", names.iter().map(String::as_str))
}

/// Returns the wanted points in the notation that `prefix` begins. Without a first letter
/// there would be hundreds; a first letter alone belongs to the notation that is written in
/// its case.
fn points_begun(
    prefix: &str,
    board: &Board,
    is_wanted: impl Fn(Option<Color>) -> bool,
) -> impl Iterator<Item = String> {
    points(board, is_wanted).filter(move |point| match prefix.len() {
        0 => false,
        1 => point.starts_with(prefix),
        _ => begins(point, prefix),
    })
}

/// Returns the names of the points with a wanted stone, such as `pd` and `Q16`.
fn points(board: &Board, is_wanted: impl Fn(Option<Color>) -> bool) -> impl Iterator<Item = String> {
    let size = board.size();
    let sgf = size.points().map(|point| point.to_string());
    let human = ('A'..='Z').flat_map(move |letter| (1..=size.lines()).map(move |row| format!("{letter}{row}")));
    sgf.chain(human).filter(move |name| {
        // Parsing knows which letters and rows there are.
        let point = Move::parse(name, Color::Black, size).ok().and_then(|mv| mv.point);
        point.is_some_and(|point| is_wanted(board.get(point)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{CompletionContext, complete};
    use crate::shell::testing::session;

    #[test]
    fn the_last_of_several_names_or_results_is_completed() {
        let context = CompletionContext::of(&session(&["pd", "dd"]));
        for (typed, completed) in [
            ("where player=='0|=1", "player==0|=1"),
            ("where won='!1", "won=!1"),
            ("where result='!B+|dr", "result=!B+|draw"),
        ] {
            let (_, pairs) = complete(typed, &context);
            let replacements: Vec<&str> = pairs.iter().map(|pair| pair.replacement.as_str()).collect();
            assert_eq!(replacements, [completed], "{typed}");
        }
    }
}
