//! A command: its arguments, its help, and what is wrong with the words that it cannot take.

use super::commands::{MAX_BESIDE, help_text, is_move};
use super::error::listed;
use super::{Session, ShellError, split};
use crate::args::{advice, as_options};
use crate::render::Text;
use bgo::query::ConditionError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, Args, Error};
use std::error::Error as _;

/// A command of the shell. Usage, help and completion follow from it.
pub(super) struct ShellCommand {
    /// The name on the first screen, such as `ListCommands`.
    pub name: &'static str,
    /// The words that call it, the usual one first; at least one.
    pub keywords: &'static [&'static str],
    /// One line for the list of commands.
    pub summary: &'static str,
    /// Lines to type, each with its effect.
    pub examples: &'static [(&'static str, &'static str)],
    /// The words that the Tab key offers.
    pub completion: Completion,
    /// Its arguments, and the function that takes them.
    pub action: &'static dyn ShellAction,
}

/// The words that the Tab key offers after the keyword of a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Completion {
    /// The possible values of the arguments, such as words, files and folders.
    Arguments,
    /// Points, `pass` and marks.
    Moves,
    /// Keywords of commands.
    Commands,
    /// Conditions on games, and names in them.
    Conditions,
    Words(&'static [&'static str]),
    /// Points, `corner` and `off`.
    Areas,
    /// The thing to set up, then points.
    Setup,
    /// Files, folders and `off`.
    Patterns,
}

/// The part of a command that depends on the type of its arguments.
pub(super) trait ShellAction: Sync {
    fn arguments(&self, parser: clap::Command) -> clap::Command;

    /// Returns the words of the arguments in a statement, after the keyword.
    fn words(&self, arguments: &str) -> Result<Vec<String>, ShellError>;

    fn run(&self, command: &ShellCommand, words: &[String], session: &mut Session)
    -> Result<CommandOutput, ShellError>;
}

/// A function that takes arguments of the type `A`, and how these are written.
pub(super) struct RunWith<A> {
    function: fn(A, &mut Session) -> Result<CommandOutput, ShellError>,
    written: ArgumentForm,
}

/// How the arguments of a command are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArgumentForm {
    Words,
    /// Words with conditions such as `player=cho` among them.
    Conditions,
    /// A text that is taken as it is, quotes included, between the options.
    Text,
}

/// For commands without arguments.
#[derive(Args, Debug)]
pub(super) struct NoArguments {}

impl<A> RunWith<A> {
    pub const fn words(function: fn(A, &mut Session) -> Result<CommandOutput, ShellError>) -> Self {
        let written = ArgumentForm::Words;
        Self { function, written }
    }

    pub const fn conditions(function: fn(A, &mut Session) -> Result<CommandOutput, ShellError>) -> Self {
        let written = ArgumentForm::Conditions;
        Self { function, written }
    }

    pub const fn text(function: fn(A, &mut Session) -> Result<CommandOutput, ShellError>) -> Self {
        let written = ArgumentForm::Text;
        Self { function, written }
    }
}

impl<A: Args> ShellAction for RunWith<A> {
    fn arguments(&self, parser: clap::Command) -> clap::Command {
        A::augment_args(parser)
    }

    fn words(&self, arguments: &str) -> Result<Vec<String>, ShellError> {
        if self.written != ArgumentForm::Text {
            return split::words(arguments);
        }
        let parser = A::augment_args(clap::Command::new(""));
        split::text_and_options(arguments, |name| {
            let found = parser
                .get_arguments()
                .find(|argument| argument.get_long() == Some(name));
            found.map(|argument| argument.get_action().takes_values())
        })
    }

    fn run(
        &self,
        command: &ShellCommand,
        words: &[String],
        session: &mut Session,
    ) -> Result<CommandOutput, ShellError> {
        if self.written != ArgumentForm::Conditions {
            return (self.function)(command.read(words)?, session);
        }
        let words = as_options(words, &command.parser()).map_err(|error| match error {
            ConditionError::Unknown(name) if name == "size" => {
                ShellError::usage("the games have the size of the board, which \"size 9\" sets")
            }
            error => error.into(),
        })?;
        (self.function)(command.read(&words)?, session)
    }
}

impl ShellCommand {
    /// Runs the command with the words after its keyword.
    pub fn run(&self, words: &[String], session: &mut Session) -> Result<CommandOutput, ShellError> {
        if matches!(words, [only] if only == "--help" || only == "-h") {
            return Ok(self.help().into());
        }
        self.action
            .run(self, words, session)
            .map_err(|error| error.with_usage(|| self.usage()))
    }

    pub fn keyword(&self) -> &'static str {
        self.keywords.first().copied().unwrap_or_default()
    }

    /// Returns how it is called, such as `undo [COUNT]`.
    pub fn usage(&self) -> String {
        let usage = self.parser().render_usage().to_string();
        usage.trim_start_matches("Usage:").trim().to_owned()
    }

    pub fn help(&self) -> Text {
        let widths = self.examples.iter().map(|(line, _)| line.chars().count());
        let width = widths.filter(|&width| width <= MAX_BESIDE).max().unwrap_or(0);
        let mut examples = match self.keywords {
            [_, others @ ..] if !others.is_empty() => format!("Also called {}.\n\n", others.join(", ")),
            _ => String::new(),
        };
        examples.push_str("Examples:");
        for (line, effect) in self.examples {
            match line.chars().count() {
                count if count <= width => examples.push_str(&format!("\n  {line:width$}  {effect}")),
                _ => examples.push_str(&format!("\n  {line}\n  {:width$}  {effect}", "")),
            }
        }
        let help = self.parser().about(self.summary).after_help(examples).render_help();
        help_text(help.to_string().trim_end().to_owned())
    }

    /// Returns the long options, such as `--full`.
    pub fn options(&self) -> Vec<String> {
        let parser = self.parser();
        let options = parser.get_arguments().filter_map(clap::Arg::get_long);
        options.map(|name| format!("--{name}")).collect()
    }

    /// Returns the option with this name, such as `--sort`, if it takes a value.
    pub fn option_with_value(&self, name: &str) -> Option<clap::Arg> {
        let name = name.strip_prefix("--")?;
        let parser = self.parser();
        let mut options = parser.get_arguments();
        let option = options.find(|option| option.get_long() == Some(name))?;
        option.get_action().takes_values().then(|| option.clone())
    }

    /// Returns the argument that is no option and comes after `words`, the first of which is the
    /// keyword.
    pub fn argument_after(&self, words: &[String]) -> Option<clap::Arg> {
        let arguments = words.get(1..)?;
        let before = [String::new()];
        let given = arguments
            .iter()
            .zip(before.iter().chain(arguments))
            .filter(|(word, before)| !word.starts_with("--") && self.option_with_value(before).is_none())
            .count();
        let parser = self.parser();
        let last = parser.get_positionals().last();
        let repeated = last.filter(|last| matches!(last.get_action(), ArgAction::Append));
        parser.get_positionals().nth(given).or(repeated).cloned()
    }

    fn read<A: Args>(&self, words: &[String]) -> Result<A, ShellError> {
        self.parser()
            .try_get_matches_from(words)
            .and_then(|matches| A::from_arg_matches(&matches))
            .map_err(|error| ShellError::usage(sentence(self.keyword(), words, &error)))
    }

    fn parser(&self) -> clap::Command {
        let parser = clap::Command::new(self.keyword())
            .no_binary_name(true)
            // The help is broken where every screen has room for it.
            .term_width(0)
            .disable_help_flag(true);
        self.action.arguments(parser)
    }
}

/// The result of a command.
#[derive(Clone, Debug, Default)]
pub struct CommandOutput {
    /// Whole lines to show.
    pub text: Text,
    /// True if the session ends.
    pub leave: bool,
}

impl<T: Into<Text>> From<T> for CommandOutput {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            leave: false,
        }
    }
}

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
            let problem = if is_option {
                format!("there is no option {argument:?}")
            } else {
                format!("unexpected {argument:?}")
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
