//! Conditions on games, and names in the database.

use super::{CompletionContext, quoted, starting_with};
use crate::render::is_unseen;
use crate::shell::split::UnfinishedWord;
use bgo::query::{CONDITIONS, Condition};
use bgo::store::GameNames;
use rustyline::completion::Pair;

/// The most names that are offered at a time, a part of a screen.
const MAX_NAMES: usize = 30;

/// The results that are offered; there are many more.
const RESULTS: [&str; 10] = ["B+", "W+", "B+R", "W+R", "B+T", "W+T", "B+F", "W+F", "draw", "void"];

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
    let (before, typed) = last.text.split_at(value);
    let offered = |values: &[&str]| {
        let values = values.iter().filter(|value| super::begins(value, typed));
        values.map(|value| pair(value, before, last.quote)).collect()
    };
    let beginning: for<'a> fn(&'a GameNames, &str) -> Vec<&'a str> = match condition.name {
        _ if condition.names_player() => |names, typed| names.players.beginning(typed),
        "event" => |names, typed| names.events.beginning(typed),
        "rules" => |names, typed| names.rules.beginning(typed),
        "archive" => |names, typed| names.archives.beginning(typed),
        "result" => return offered(&RESULTS),
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
        .map(|name| pair(name, before, last.quote))
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

fn pair(name: &str, before: &str, quote: Option<char>) -> Pair {
    Pair {
        display: name.to_owned(),
        replacement: quoted(&format!("{before}{name}"), quote),
    }
}
