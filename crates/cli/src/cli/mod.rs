//! The command line: the arguments, and one file for each subcommand. Answers go to
//! standard output, everything else to standard error. The exit status is 0 for success,
//! 1 with one sentence for a failure, and 2 for wrong usage.

mod check;
mod dataset;
mod demo;
mod duplicates;
mod enumerate;
mod export;
mod global;
mod hash_table;
mod import;
mod info;
mod interrupt;
mod optimize;
mod output;
mod pattern;
mod position;
mod positions;
mod remove;
mod serve;
mod sgf;
mod shell;
mod sql;
mod sync;

use crate::args;
use crate::hints::hint;
use anyhow::Result;
use bgo::query::Filter;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use global::Global;
use position::PositionCommand;
use std::io;
use std::process::ExitCode;

/// Shown below the help.
const EXAMPLES: &str = "Examples:
  bgo demo                          explore the games that come with the program
  bgo import games.tgz              add your own
  bgo                               explore them in the shell
  bgo search pd dp --json           ask from a script
  bgo search --pattern '|.X/|1O'    ask about a part of the board";

/// Explore a database of Go game records: every position of every game, in
/// all eight orientations
#[derive(Debug, Parser)]
#[command(name = "bgo", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    global: Global,
    /// `bgo` alone is the shell and takes its options.
    #[command(flatten)]
    shell: shell::ShellArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::Import),
    Sync(sync::Sync),
    /// Show what was played from a position, or in a part of the board
    Search(PositionCommand<args::SearchArgs>),
    /// Show when a position was played
    Years(PositionCommand<args::YearsArgs>),
    /// Show who plays a position
    Players(PositionCommand<args::PlayersArgs>),
    /// Show what was played from a position on, as a tree
    Tree(PositionCommand<args::TreeArgs>),
    /// List the games that reach a position
    Games(PositionCommand<args::GamesArgs>),
    /// List games by words and conditions
    Find(args::FindArgs),
    /// Show all that is known of a game
    Show(args::ShowArgs),
    Sgf(args::SgfArgs),
    /// Show games that were found more than once, and what differs; or remove them
    Duplicates(args::DuplicatesArgs),
    Export(export::Export),
    Sql(sql::Sql),
    Serve(serve::ServeArgs),
    Info(info::InfoArgs),
    Remove(remove::Remove),
    Optimize(optimize::OptimizeArgs),
    Check(check::CheckArgs),
    Demo(demo::DemoArgs),
    Positions(positions::PositionsArgs),
    Dataset(dataset::DatasetArgs),
    Enumerate(enumerate::EnumerateArgs),
    HashTable(hash_table::HashTableArgs),
    Shell(shell::ShellArgs),
}

/// Runs the program with the arguments it was called with.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return output::show_answer_of_clap(&answer),
    };
    anstream::ColorChoice::from(cli.global.color).write_global();
    match run(cli) {
        Ok(code) => code,
        // The reader of the output has had enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<output::WrongUsage>() => output::wrong_usage(&error),
        Err(error) => {
            output::tell(format_args!("bgo: {}", sentence(&error)));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let Cli { global, shell, command } = cli;
    if command.is_some() && shell != shell::ShellArgs::default() {
        let message = "put --quiet and -c after the subcommand";
        let error = Cli::command().error(ErrorKind::ArgumentConflict, message);
        return Ok(output::show_answer_of_clap(&error));
    }
    match command {
        None => shell::run(&global, &shell),
        Some(Command::Import(args)) => import::run(&global, &args),
        Some(Command::Sync(args)) => sync::run(&global, &args),
        Some(Command::Search(args)) => position::run(&global, &args),
        Some(Command::Years(args)) => position::run(&global, &args),
        Some(Command::Players(args)) => position::run(&global, &args),
        Some(Command::Tree(args)) => position::run(&global, &args),
        Some(Command::Games(args)) => position::run(&global, &args),
        Some(Command::Find(args)) => {
            let snapshot = global.snapshot()?;
            position::give(args.ask(&snapshot, &Filter::default())?, args.form())
        }
        Some(Command::Show(args)) => position::give(args.ask(&global.snapshot()?)?, args.form()),
        Some(Command::Duplicates(args)) => duplicates::run(&global, &args),
        Some(Command::Sgf(args)) => sgf::run(&global, &args),
        Some(Command::Export(args)) => export::run(&global, &args),
        Some(Command::Sql(args)) => sql::run(&global, &args),
        Some(Command::Serve(args)) => serve::run(&global, &args),
        Some(Command::Info(args)) => info::run(&global, &args),
        Some(Command::Remove(args)) => remove::run(&global, &args),
        Some(Command::Optimize(args)) => optimize::run(&global, &args),
        Some(Command::Check(args)) => check::run(&global, &args),
        Some(Command::Demo(args)) => demo::run(&global, &args),
        Some(Command::Dataset(args)) => dataset::run(&global, &args),
        Some(Command::Enumerate(args)) => enumerate::run(&args),
        Some(Command::Positions(args)) => positions::run(&global, &args),
        Some(Command::HashTable(args)) => hash_table::run(&args),
        Some(Command::Shell(args)) => shell::run(&global, &args),
    }
}

/// Returns what failed, each cause once, as many errors name their causes already, and
/// the hint.
fn sentence(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let text = causes.fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        _ if text.contains(&cause) => text,
        _ => format!("{text}: {cause}"),
    });
    let hint = error.chain().map(hint).find(|hint| !hint.is_empty());
    text + hint.unwrap_or_default()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe || error.get_ref().is_some_and(is_broken_pipe_of_csv))
}

/// The csv library wraps an error without naming it as the source.
fn is_broken_pipe_of_csv(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    let met = error.downcast_ref::<csv::Error>().map(csv::Error::kind);
    matches!(met, Some(csv::ErrorKind::Io(met)) if met.kind() == io::ErrorKind::BrokenPipe)
}
