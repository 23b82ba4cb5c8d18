use super::help_text::{MAX_BESIDE, help_text};
use super::{Output, Session, ShellError, problem, split};
use crate::args::as_options;
use crate::render::Text;
use bgo::query::ConditionError;
use clap::{ArgAction, Args};

/// A command of the shell. Usage, help and completion follow from it.
pub(super) struct Command {
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
    pub action: &'static dyn Action,
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
pub(super) trait Action: Sync {
    /// Adds the arguments to `parser`.
    fn arguments(&self, parser: clap::Command) -> clap::Command;

    /// Returns the words of the arguments in a statement, after the keyword.
    fn words(&self, arguments: &str) -> Result<Vec<String>, ShellError> {
        split::words(arguments)
    }

    /// Reads `words` as arguments of `command`, and runs it.
    fn run(&self, command: &Command, words: &[String], session: &mut Session) -> Result<Output, ShellError>;
}

/// Runs a function that takes arguments of the type `A`.
pub(super) struct Run<A>(pub fn(A, &mut Session) -> Result<Output, ShellError>);

/// As [`Run`], with conditions such as `player=cho` among the words.
pub(super) struct RunWithConditions<A>(pub fn(A, &mut Session) -> Result<Output, ShellError>);

/// As [`Run`], with a text that is taken as it is, quotes included, between the options.
pub(super) struct RunWithText<A>(pub fn(A, &mut Session) -> Result<Output, ShellError>);

/// For commands without arguments.
#[derive(Args, Debug)]
pub(super) struct NoArguments {}

impl<A: Args> Action for Run<A> {
    fn arguments(&self, parser: clap::Command) -> clap::Command {
        A::augment_args(parser)
    }

    fn run(&self, command: &Command, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        (self.0)(command.read(words)?, session)
    }
}

impl<A: Args> Action for RunWithConditions<A> {
    fn arguments(&self, parser: clap::Command) -> clap::Command {
        A::augment_args(parser)
    }

    fn run(&self, command: &Command, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let words = as_options(words, &command.parser()).map_err(|error| match error {
            ConditionError::Unknown(name) if name == "size" => {
                ShellError::usage("the games have the size of the board, which \"size 9\" sets")
            }
            error => error.into(),
        })?;
        (self.0)(command.read(&words)?, session)
    }
}

impl<A: Args> Action for RunWithText<A> {
    fn arguments(&self, parser: clap::Command) -> clap::Command {
        A::augment_args(parser)
    }

    fn words(&self, arguments: &str) -> Result<Vec<String>, ShellError> {
        let parser = A::augment_args(clap::Command::new(""));
        split::text_and_options(arguments, |name| {
            let found = parser
                .get_arguments()
                .find(|argument| argument.get_long() == Some(name));
            found.map(|argument| argument.get_action().takes_values())
        })
    }

    fn run(&self, command: &Command, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        (self.0)(command.read(words)?, session)
    }
}

impl Command {
    /// Runs the command with the words after its keyword.
    pub fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        if matches!(words, [only] if only == "--help" || only == "-h") {
            return Ok(self.help().into());
        }
        self.action
            .run(self, words, session)
            .map_err(|error| error.with_usage(|| self.usage()))
    }

    /// Returns the usual keyword.
    pub fn keyword(&self) -> &'static str {
        self.keywords.first().copied().unwrap_or_default()
    }

    /// Returns how it is called, such as `undo [COUNT]`.
    pub fn usage(&self) -> String {
        let usage = self.parser().render_usage().to_string();
        usage.trim_start_matches("Usage:").trim().to_owned()
    }

    /// Returns summary, usage, arguments and examples.
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
        let is_value =
            |(word, before): &(&String, &String)| !word.starts_with("--") && self.option_with_value(before).is_none();
        let given = arguments
            .iter()
            .zip(before.iter().chain(arguments))
            .filter(is_value)
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
            .map_err(|error| ShellError::usage(problem::sentence(self.keyword(), words, &error)))
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
