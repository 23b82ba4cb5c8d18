use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;

/// Returns a sentence about the words that the command `keyword` cannot take. Messages
/// of value parsers are taken over as they are.
pub(super) fn sentence(keyword: &str, error: &Error) -> String {
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
        (ErrorKind::ValueValidation, Some(source)) => source.to_string(),
        (ErrorKind::MissingRequiredArgument, _) if argument.ends_with("...") => {
            format!("{keyword} needs at least one {}", noun(argument))
        }
        (ErrorKind::MissingRequiredArgument, _) => format!("{keyword} needs a {}", noun(argument)),
        (ErrorKind::UnknownArgument, _) if argument.starts_with('-') => format!("there is no option {argument:?}"),
        (ErrorKind::UnknownArgument, _) => format!("{argument:?} is one word too many"),
        (ErrorKind::InvalidValue, _) => match text(ContextKind::ValidValue) {
            "" => format!("{value:?} is not a {}", noun(argument)),
            _ if valid_values.len() > 1 => {
                format!("{value:?} is not understood here, only {} are", valid_values.join(", "))
            }
            valid => format!("{value:?} is not understood here, only {valid:?} is"),
        },
        (ErrorKind::ArgumentConflict, _) => match text(ContextKind::PriorArg) {
            prior if prior == argument => format!("{} is given twice", option(argument)),
            prior => format!("{} and {} do not go together", option(argument), option(prior)),
        },
        (ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues, _) => format!("{} needs a value", option(argument)),
        (kind, _) => kind.to_string(),
    }
}

/// `--year` for `--year <RANGE>`.
fn option(argument: &str) -> &str {
    argument.split(' ').next().unwrap_or(argument)
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
            ("import", "import needs at least one path", "import <PATH>..."),
            ("marks", "marks needs a count", "marks <COUNT>"),
            ("size", "size needs a size", "size <SIZE>"),
            ("marks 27", "there can be 1 to 26 marks", "marks <COUNT>"),
            (
                "undo 0",
                "the number of moves to take back is 1 or more",
                "undo [COUNT]",
            ),
            ("undo 1 2", "\"2\" is one word too many", "undo [COUNT]"),
            ("size 9x13", "a board has 2 to 19 lines", "size <SIZE>"),
            (
                "board rest",
                "\"rest\" is not understood here, only \"reset\" is",
                "board [reset]",
            ),
            (
                "rotations all",
                "\"all\" is not understood here, only \"marks\" is",
                "rotations [marks]",
            ),
            ("cwd x", "\"x\" is one word too many", "cwd"),
            ("ls -l", "there is no option \"-l\"", "ls [PATH]"),
            ("cd ''", "\"\" is not a folder", "cd [FOLDER]"),
            (
                "swap maybe",
                "\"maybe\" is not understood here, only on, off are",
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
