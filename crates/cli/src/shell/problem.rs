use super::commands::is_move;
use super::error::listed;
use crate::args::advice;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;

/// Returns a sentence about the words that the command `keyword` cannot take. Messages
/// of value parsers are taken over as they are.
pub(super) fn sentence(keyword: &str, words: &[String], error: &Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        Some(ContextValue::Strings(texts)) => texts.first().map_or("", String::as_str),
        _ => "",
    };
    let valid_values = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(texts)) => texts.as_slice(),
        _ => &[],
    };
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    match (error.kind(), error.source()) {
        (ErrorKind::ValueValidation, Some(source)) => match source.to_string() {
            problem if problem.starts_with("must ") => format!("{} {problem}", name(argument)),
            problem => problem,
        },
        (ErrorKind::MissingRequiredArgument, _) if argument.ends_with("...") => {
            format!("{keyword} needs at least one {}", noun(argument))
        }
        (ErrorKind::MissingRequiredArgument, _) => format!("missing argument: {}", name(argument)),
        (ErrorKind::UnknownArgument, _) => {
            let is_option = argument.starts_with('-');
            let problem = match is_option {
                true => format!("there is no option {argument:?}"),
                false => format!("unexpected {argument:?}"),
            };
            match (advice(words, argument), text(ContextKind::SuggestedArg)) {
                (Some(advice), _) => format!("{problem}; {advice}"),
                (None, _) if is_move(argument) => format!("{problem}; \"play {argument}\" plays it"),
                (None, near) if is_option && !near.is_empty() => format!("{problem}; the nearest is {near:?}"),
                _ => problem,
            }
        }
        (ErrorKind::InvalidValue, _) => match valid_values {
            [] if value.is_empty() && argument.starts_with("--") => format!("{} needs a value", name(argument)),
            [] => format!("{value:?} is not a {}", noun(argument)),
            valid if is_move(value) => format!(
                "{value:?} is not understood here; use {}; \"play {value}\" plays it",
                listed(valid)
            ),
            valid => format!("{value:?} is not understood here; use {}", listed(valid)),
        },
        (ErrorKind::ArgumentConflict, _) => match text(ContextKind::PriorArg) {
            prior if prior == argument => format!("{} is given twice", name(argument)),
            prior => format!("{} and {} do not go together", name(argument), name(prior)),
        },
        (ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues, _) => format!("{} needs a value", name(argument)),
        (kind, _) => kind.to_string(),
    }
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

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session};

    #[test]
    fn every_kind_of_mistake_has_its_sentence_and_the_usage() {
        let mut session = session(&[]);
        for (line, problem, usage) in [
            ("play", "play needs at least one move", "play <MOVE>..."),
            ("import", "import needs at least one path", "import [OPTIONS] [PATH]..."),
            (
                "import --dataset set games.tgz",
                "--dataset and PATH do not go together",
                "import [OPTIONS] [PATH]...",
            ),
            ("size", "missing argument: SIZE", "size <SIZE>"),
            ("marks 27", "there can be 1 to 26 marks", "marks [COUNT]"),
            ("undo 0", "COUNT must be a whole number, 1 or more", "undo [COUNT]"),
            ("undo 1 2", "unexpected \"2\"", "undo [COUNT]"),
            (
                "games --limit x",
                "--limit must be a whole number, 0 or more",
                "games [OPTIONS]",
            ),
            (
                "games --sort x",
                "\"x\" is not understood here; use date, rank, players or number",
                "games [OPTIONS]",
            ),
            (
                "size 9x13",
                "only square boards of 2 to 19 lines, such as 9 or 9x9",
                "size <SIZE>",
            ),
            (
                "board rest",
                "\"rest\" is not understood here; use reset",
                "board [reset]",
            ),
            (
                "rotations all",
                "\"all\" is not understood here; use marks",
                "rotations [marks]",
            ),
            (
                "search pd",
                "\"pd\" is not understood here; use here or full; \"play pd\" plays it",
                "search [OPTIONS] [here|full]...",
            ),
            ("cwd x", "unexpected \"x\"", "cwd"),
            ("tree pd", "unexpected \"pd\"; \"play pd\" plays it", "tree [OPTIONS]"),
            (
                "games --limt 5",
                "there is no option \"--limt\"; the nearest is \"--limit\"",
                "games [OPTIONS]",
            ),
            ("ls -l", "there is no option \"-l\"", "ls [PATH]"),
            ("cd ''", "\"\" is not a folder", "cd [FOLDER]"),
            (
                "swap maybe",
                "\"maybe\" is not understood here; use on or off",
                "swap [on|off]",
            ),
        ] {
            assert_eq!(
                failure(&mut session, line),
                format!("{problem}\nusage: {usage}"),
                "{line}"
            );
        }
    }
}
