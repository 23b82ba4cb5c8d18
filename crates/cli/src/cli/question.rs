//! The question of a command, from its arguments.

use super::global::Global;
use super::interrupt;
use super::output::{WrongUsage, advised, give};
use crate::args::{
    FilterArgs, PositionQuestion, database_files, diagram_text, given_value, looks_like_name, parameter_option,
    pattern_options, with_archives,
};
use crate::reading::plain_moves;
use crate::render::SearchProgress;
use anyhow::{Context, Result};
use bgo::internal::export::Form;
use bgo::internal::go::BoardSize;
use bgo::internal::position_file::PositionId;
use bgo::internal::query::{Parameter, Question, QuestionError, SearchBoard};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use std::fs::File;
use std::io::{ErrorKind, Read, stdin};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The most bytes of a text that may be meant as the name of a file.
const LONGEST_NAME: usize = 80;

/// The arguments about a position or a pattern: those of the parameters of questions that the
/// command line has, and, where `ID` is true, the id of an imported position in place of moves.
#[derive(Clone, Debug)]
pub(super) struct QuestionArgs<const ID: bool = true> {
    moves: Vec<String>,
    /// The other parameters that were given.
    given: Vec<(&'static str, String)>,
    pub id: Option<PositionId>,
}

/// The parameters beside moves and the options of patterns.
const NAMED: [&str; 5] = ["stones", "size", "swap", "area", "pattern"];

fn parameters() -> impl Iterator<Item = &'static Parameter> {
    NAMED.into_iter().filter_map(Parameter::named).chain(pattern_options())
}

impl<const ID: bool> Args for QuestionArgs<ID> {
    fn augment_args(mut command: Command) -> Command {
        if let Some(moves) = Parameter::named("moves") {
            let arg = Arg::new(moves.name)
                .help(moves.help)
                .value_name(moves.value.unwrap_or_default());
            command = command.arg(arg.action(ArgAction::Append).num_args(0..));
        }
        for parameter in parameters() {
            let option = parameter_option(parameter);
            command = command.arg(match parameter.name {
                "size" => {
                    let option = option.value_parser(|text: &str| text.parse::<BoardSize>().map(|_| text.to_owned()));
                    if ID { option.default_value("19") } else { option }
                }
                "pattern" => option
                    .value_name("TEXT|FILE|-")
                    .help("Ask about a diagram: its text (/ ends a row), the name of a file, or - for standard input")
                    .allow_hyphen_values(true),
                _ => option,
            });
            if ID && parameter.name == "size" {
                let id = Arg::new("id")
                    .long("id")
                    .value_name("ID")
                    .help("Instead of moves: the id of an imported position (see bgo positions import)");
                let id = id.value_parser(value_parser!(PositionId));
                command = command.arg(id.conflicts_with_all(["moves", "size", "stones", "pattern"]));
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const ID: bool> FromArgMatches for QuestionArgs<ID> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = parameters().filter_map(|parameter| {
            let value = given_value(matches, parameter)?;
            Some((parameter.name, value.to_owned()))
        });
        let id = if ID { matches.get_one("id").copied() } else { None };
        Ok(Self {
            moves: matches
                .get_many::<String>("moves")
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            given: given.collect(),
            id,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<const ID: bool> QuestionArgs<ID> {
    fn value(&self, name: &str) -> Option<&str> {
        self.given
            .iter()
            .find(|(given, _)| *given == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn has_subject(&self) -> bool {
        !self.moves.is_empty()
            || ["stones", "area", "pattern"]
                .iter()
                .any(|name| self.value(name).is_some())
    }

    pub fn swap(&self) -> bool {
        self.value("swap").is_some()
    }

    /// Returns the size of the board, if it was given or has a default.
    pub fn size(&self) -> Option<BoardSize> {
        self.value("size")?.parse().ok()
    }

    /// Reads the question, which shows the progress of its search; about a position on this board,
    /// if there is one.
    pub fn question(&self, board: Option<SearchBoard>) -> Result<Question> {
        let argument = self.value("pattern");
        let diagram = argument.map(read_diagram).transpose()?;
        let moves = self
            .moves
            .iter()
            .map(|word| plain_moves(word).map_or_else(|| word.clone(), |moves| moves.join(",")));
        let moves = moves.collect::<Vec<_>>().join(",");
        let mut pairs = vec![("moves", moves.as_str())];
        for (name, value) in &self.given {
            pairs.push(match (*name, &diagram) {
                ("pattern", Some((text, _))) => ("pattern", text.as_str()),
                (name, _) => (name, value.as_str()),
            });
        }
        let question = Question::parse_on(board, pairs).map_err(|error| {
            let file = diagram.as_ref().and_then(|(_, file)| *file);
            wrong(error, argument.unwrap_or_default(), file)
        })?;
        Ok(question.watched_by(Arc::new(SearchProgress::default())))
    }
}

/// Says what is wrong with a question; `argument` is its diagram, or names the file that has it.
fn wrong(error: QuestionError, argument: &str, file: Option<&str>) -> anyhow::Error {
    WrongUsage::saying(match &error {
        QuestionError::Play(_) => return error.into(),
        QuestionError::Move { text, .. } if Form::of_path(Path::new(text)).is_some() => {
            format!("{text} is not a move; a file comes before the moves: bgo export {text} pd dp")
        }
        QuestionError::Move { text, error } => advised(error, text),
        QuestionError::Clash(clash) => {
            let said = clash.said(|name| format!("--{}", name.replace('_', "-")));
            match clash.parameter() {
                "moves" | "stones" => format!("{said} (a text with blanks needs quotes)"),
                _ => said,
            }
        }
        QuestionError::Unreadable { name: "pattern", .. } => match file {
            Some(file) => format!("{file}: {error}"),
            None if Path::new(argument).is_dir() => {
                format!("--pattern: {argument} is a folder; name a file with a diagram")
            }
            None if looks_like_name(argument) => format!("--pattern: there is no file {argument}"),
            None if argument.len() <= LONGEST_NAME && !argument.contains('\n') => {
                format!("--pattern: no file has the name \"{argument}\", and as a diagram, {error}")
            }
            None => format!("--pattern: {error}"),
        },
        QuestionError::Unreadable { name: "stones", .. } | QuestionError::TwoStones(_) => format!("--stones: {error}"),
        _ => error.to_string(),
    })
}

/// Returns the text of the diagram that an argument is or names, and the name of the file that has it.
fn read_diagram(argument: &str) -> Result<(String, Option<&str>)> {
    let path = Path::new(argument);
    // Standard input and pipes may be silent for long.
    let _waiting = interrupt::interrupt().wait();
    if argument == "-" {
        let name = "standard input";
        Ok((read(stdin().lock(), name)?, Some(name)))
    } else if path.exists() && !path.is_dir() {
        let file = File::open(path).with_context(|| format!("{argument} cannot be read"))?;
        Ok((read(file, argument)?, Some(argument)))
    } else {
        Ok((argument.to_owned(), None))
    }
}

fn read(file: impl Read, name: &str) -> Result<String> {
    diagram_text(file).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => WrongUsage::saying(format!("{name} is not a diagram: {error}")),
        _ => anyhow::Error::new(error).context(format!("{name} cannot be read")),
    })
}

/// A question about the position that moves lead to, or about a part of the board.
#[derive(Args, Debug)]
pub(super) struct PositionCommand<A: PositionQuestion> {
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn answer<A: PositionQuestion>(global: &Global, asked: &PositionCommand<A>) -> Result<ExitCode> {
    let (snapshot, question) = match asked.question.id {
        Some(id) => {
            let snapshot = global.snapshot()?;
            let board = SearchBoard::from_imported(&snapshot, id)?;
            (snapshot, asked.question.question(Some(board))?)
        }
        None => {
            let question = asked.question.question(None)?;
            (global.snapshot()?, question)
        }
    };
    let filter = with_archives(asked.filter.filter(), &snapshot, Path::to_path_buf)?;
    let question = question.under(filter);
    give(&asked.args.form().out, &database_files(snapshot.path()), || {
        asked.args.ask(&snapshot, &question)
    })
}
