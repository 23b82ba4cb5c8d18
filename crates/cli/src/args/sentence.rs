//! Sentences about words that a command cannot take.

use super::advice;
use super::change::WHICH_GAMES;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use strsim::osa_distance;

/// Returns the words with commas and an "or" between them.
pub fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &words[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn text(error: &Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        Some(ContextValue::Strings(texts)) => texts.first().map_or("", String::as_str),
        _ => "",
    }
}

/// Returns the word that a command has no use for.
pub fn wrong_word(error: &Error) -> Option<&str> {
    match error.kind() {
        ErrorKind::UnknownArgument => Some(text(error, ContextKind::InvalidArg)),
        ErrorKind::InvalidValue => Some(text(error, ContextKind::InvalidValue)),
        _ => None,
    }
}

/// Returns a sentence about the words that the command `keyword` cannot take. Messages
/// of value parsers are taken over as they are.
pub fn sentence(keyword: &str, words: &[String], error: &Error) -> String {
    let valid_values = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(texts)) => texts.as_slice(),
        _ => &[],
    };
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    match (error.kind(), error.source()) {
        (ErrorKind::ValueValidation, Some(source)) => match source.to_string() {
            problem if problem.starts_with("must ") => format!("{} {problem}", name(argument)),
            // The sentences of clap and of numbers do not say what they are about.
            problem
                if problem.starts_with("invalid")
                    || problem.starts_with("number ")
                    || problem.contains(" is not in ") =>
            {
                format!("{}: {problem}", name(argument))
            }
            problem => problem,
        },
        (ErrorKind::MissingRequiredArgument, _) if argument.ends_with("...") => {
            format!("{keyword} needs at least one {}", noun(argument))
        }
        (ErrorKind::MissingRequiredArgument, _) => format!("missing argument: {}", name(argument)),
        (ErrorKind::UnknownArgument, _) => {
            let is_option = argument.starts_with('-');
            let problem = if is_option {
                format!("there is no option {argument:?}")
            } else {
                format!("unexpected {argument:?}")
            };
            match (advice(words, argument), text(error, ContextKind::SuggestedArg)) {
                (Some(advice), _) => format!("{problem}; {advice}"),
                (None, _) if let Some(advice) = expected_elsewhere(keyword, argument) => format!("{problem}; {advice}"),
                (None, near) if is_option && is_near(argument, near) => format!("{problem}; the nearest is {near:?}"),
                _ => problem,
            }
        }
        (ErrorKind::InvalidValue, _) => match valid_values {
            [] if value.is_empty() && argument.starts_with("--") => format!("{} needs a value", name(argument)),
            [] => format!("{value:?} is not a {}", noun(argument)),
            valid if argument.starts_with("--") => format!("{} is {}, not {value:?}", name(argument), listed(valid)),
            valid => format!("{keyword} takes {}, not {value:?}", listed(valid)),
        },
        (ErrorKind::ArgumentConflict, _) => match text(error, ContextKind::PriorArg) {
            prior if prior == argument => format!("{} is given twice", name(argument)),
            prior => format!("{} and {} do not go together", name(argument), name(prior)),
        },
        (ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues, _) => format!("{} needs a value", name(argument)),
        (kind, _) => kind.to_string(),
    }
}

/// Returns advice on a word that users of other programs may expect a command to take.
fn expected_elsewhere(command: &str, word: &str) -> Option<&'static str> {
    const LISTEN: &str = "--listen takes the address with the port, as in --listen 127.0.0.1:5001";
    match (command, word) {
        (_, "--force") => Some("--overwrite replaces a file"),
        ("serve", "--port" | "-p" | "--bind" | "--address") => Some(LISTEN),
        ("serve", word) if word.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok()) => Some(LISTEN),
        ("remove", word) if !word.starts_with('-') => Some(WHICH_GAMES),
        _ => None,
    }
}

/// Returns whether a name is like a word: no more than one change for every three letters.
pub fn is_near(word: &str, name: &str) -> bool {
    let [word, name] = [word, name].map(|word| word.trim_start_matches('-'));
    !name.is_empty() && 3 * osa_distance(word, name) <= name.len().max(3)
}

/// `--year` for `--year <RANGE>`, `COUNT` for `[COUNT]`, and `PATH` for `[PATH]...`.
fn name(argument: &str) -> &str {
    let name = argument.split(' ').next().unwrap_or(argument);
    name.trim_end_matches("...").trim_matches(['<', '>', '[', ']'])
}

/// `move` for `<MOVE>...`.
fn noun(argument: &str) -> String {
    argument.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "")
}
