use super::{Session, ShellError, problem};
use crate::render::Text;
use clap::Args;

/// What a command shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Whole lines.
    pub text: Text,
    /// Whether the session ends.
    pub leave: bool,
}

impl<T: Into<Text>> From<T> for Output {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            leave: false,
        }
    }
}

/// What the Tab key offers after the keyword of a command.
#[derive(Clone, Copy, Debug)]
pub enum Completion {
    /// Nothing.
    Nothing,
    /// Points, `pass` and marks.
    Moves,
    /// Files and folders.
    Paths,
    /// Folders.
    Folders,
    /// Keywords of commands.
    Commands,
    /// Conditions on games, and names of players in them.
    Conditions,
    /// These words.
    Words(&'static [&'static str]),
}

/// A command of the shell.
pub trait Command: Sync {
    /// Its name in the start-up lines, such as `ListCommands`.
    fn name(&self) -> &'static str;

    /// The words that call it, the usual one first; at least one.
    fn keywords(&self) -> &'static [&'static str];

    /// What it does, in a line.
    fn summary(&self) -> &'static str;

    /// Adds what it takes to `parser`; usage and help follow from that.
    fn arguments(&self, parser: clap::Command) -> clap::Command {
        parser
    }

    /// What one may type, and what comes of it.
    fn examples(&self) -> &'static [(&'static str, &'static str)];

    /// What the Tab key offers.
    fn completion(&self) -> Completion {
        Completion::Nothing
    }

    /// Does it. `words` are those after the keyword.
    ///
    /// # Errors
    /// Words that it cannot take, and whatever else it fails for.
    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError>;

    /// The usual keyword.
    fn keyword(&self) -> &'static str {
        self.keywords().first().copied().unwrap_or_default()
    }

    /// How it is called, such as `undo [COUNT]`.
    fn usage(&self) -> String {
        let usage = parser(self).render_usage().to_string();
        usage.trim_start_matches("Usage:").trim().to_owned()
    }

    /// Summary, usage, arguments and examples.
    fn help(&self) -> String {
        let width = self.examples().iter().map(|(line, _)| line.len()).max().unwrap_or(0);
        let mut examples = String::from("Examples:");
        for (line, effect) in self.examples() {
            examples.push_str(&format!("\n  {line:width$}  {effect}"));
        }
        let help = parser(self).about(self.summary()).after_help(examples).render_help();
        format!("{}\n", help.to_string().trim_end())
    }
}

/// For commands that take nothing.
#[derive(Args, Debug)]
pub struct NoArguments {}

/// Reads the words of `command` as `A`, which its
/// [`arguments`](Command::arguments) describe.
pub(super) fn parse<A: Args, C: Command + ?Sized>(command: &C, words: &[String]) -> Result<A, ShellError> {
    parser(command)
        .try_get_matches_from(words)
        .and_then(|matches| A::from_arg_matches(&matches))
        .map_err(|error| wrong_usage(command, problem::sentence(command.keyword(), &error)))
}

/// That the words do not suit `command`, for the reason `problem`.
pub(super) fn wrong_usage<C: Command + ?Sized>(command: &C, problem: String) -> ShellError {
    ShellError::Usage {
        problem,
        usage: command.usage(),
    }
}

fn parser<C: Command + ?Sized>(command: &C) -> clap::Command {
    let parser = clap::Command::new(command.keyword())
        .no_binary_name(true)
        .disable_help_flag(true);
    command.arguments(parser)
}
