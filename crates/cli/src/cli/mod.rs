//! The command line: the arguments, and a function for each subcommand. Answers go to
//! standard output, everything else to standard error. The exit status is 0 for success,
//! 1 with one sentence for a failure, and 2 for wrong usage.

mod analyses;
mod commands;
#[cfg(windows)]
mod console_events;
mod dataset;
mod enumerate;
mod front_ends;
mod global;
mod import;
mod interrupt;
mod output;
mod positions;
mod question;

use crate::args::{self, Used};
use crate::hints::hint;
use crate::render::Coordinates;
use anyhow::Result;
use bgo::query::{Filter, QueryError};
use bgo::store::Access;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use global::Global;
use question::PositionCommand;
use std::io;
use std::path::Path;
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
    shell: front_ends::ShellArgs,
    #[command(subcommand)]
    command: Option<ProgramCommand>,
}

#[derive(Debug, Subcommand)]
enum ProgramCommand {
    Import(import::Import),
    Sync(import::Sync),
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
    Export(commands::Export),
    /// Query the database in SQL (read-only)
    ///
    /// The query may also come from standard input. Without one, prints the tables with their
    /// columns, and the functions beside those of SQLite. docs/sql.md describes them and has
    /// examples.
    Sql(args::SqlArgs),
    Serve(front_ends::ServeArgs),
    Gtp(front_ends::GtpArgs),
    /// Print counts of games, positions and players
    Info(args::InfoArgs),
    Remove(commands::Remove),
    /// Merge the index into one segment and return unused space
    ///
    /// Imports keep the index in a few segments; a single one is a little faster to search.
    Optimize(args::OptimizeArgs),
    Check(commands::Check),
    /// Explore the games that come with the program
    ///
    /// The first run imports them into demo.sqlite in the user's data folder, or into the database
    /// that --db names. Your own database, which $BGO_DB may name, is left alone.
    Demo(front_ends::ShellArgs),
    Analyses(analyses::AnalysesArgs),
    Positions(positions::PositionsArgs),
    Dataset(dataset::DatasetArgs),
    Enumerate(enumerate::EnumerateArgs),
    HashTable(commands::HashTableArgs),
    Completions(commands::CompletionsArgs),
    Man(commands::ManArgs),
    Shell(front_ends::ShellArgs),
}

impl ProgramCommand {
    /// Returns whether the command obeys the interrupt from its beginning to its end. A
    /// signal ends the others at once, except for parts that obey it.
    const fn obeys_interrupt(&self) -> bool {
        match self {
            Self::Search(_)
            | Self::Years(_)
            | Self::Players(_)
            | Self::Tree(_)
            | Self::Games(_)
            | Self::Find(_)
            | Self::Show(_)
            | Self::Sgf(_)
            | Self::Duplicates(_)
            | Self::Export(_)
            | Self::Sql(_)
            | Self::Info(_)
            | Self::Remove(_)
            | Self::Optimize(_)
            | Self::Check(_) => true,
            Self::Import(_)
            | Self::Sync(_)
            | Self::Serve(_)
            | Self::Gtp(_)
            | Self::Demo(_)
            | Self::Analyses(_)
            | Self::Positions(_)
            | Self::Dataset(_)
            | Self::Enumerate(_)
            | Self::HashTable(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Shell(_) => false,
        }
    }
}

/// Runs the program with the arguments it was called with.
pub fn main() -> ExitCode {
    let words = output::words();
    let mut program = Cli::command();
    // Gives the subcommands the options that all of them take.
    program.build();
    let words = match args::command_line_as_options(&words, &program) {
        Ok(words) => words,
        Err(error) => return output::wrong_usage(&error),
    };
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(answer) => return output::show_answer_of_clap(&answer),
    };
    anstream::ColorChoice::from(cli.global.color).write_global();
    match cli.global.coordinates() {
        Ok(coordinates) => coordinates.into_iter().for_each(Coordinates::write_global),
        Err(error) => return output::wrong_usage(&error),
    }
    match run(cli) {
        Ok(code) => code,
        // The reader of the output has had enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if is_wrong_usage(&error) => output::wrong_usage(&error),
        Err(error) => {
            output::tell(format_args!("bgo: {}", sentence(&error)));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let Cli { global, shell, command } = cli;
    if command.is_some() && shell != front_ends::ShellArgs::default() {
        let message = "--quiet, --keep-going and -c are options of the shell: \"bgo shell -c ...\"";
        let error = Cli::command().error(ErrorKind::ArgumentConflict, message);
        return Ok(output::show_answer_of_clap(&error));
    }
    let obeys = command.as_ref().is_some_and(ProgramCommand::obeys_interrupt);
    let _running = obeys.then(interrupt::start).transpose()?;
    match command {
        None => front_ends::shell(&global, &shell),
        Some(ProgramCommand::Import(args)) => import::import(&global, &args),
        Some(ProgramCommand::Sync(args)) => import::sync(&global, &args),
        Some(ProgramCommand::Search(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Years(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Players(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Tree(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Games(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Find(args)) => {
            let snapshot = global.snapshot()?;
            let used = Used::database(snapshot.path());
            output::give(&args.form.out, &used, || {
                args.ask(&snapshot, &Filter::default(), Path::to_path_buf)
            })
        }
        Some(ProgramCommand::Show(args)) => {
            let snapshot = global.snapshot()?;
            let used = Used::database(snapshot.path());
            output::give(&args.form.out, &used, || args.ask(&snapshot))
        }
        Some(ProgramCommand::Duplicates(args)) => commands::duplicates(&global, &args),
        Some(ProgramCommand::Sgf(args)) => commands::sgf(&global, &args),
        Some(ProgramCommand::Export(args)) => commands::export(&global, &args),
        Some(ProgramCommand::Sql(args)) => commands::sql(&global, args),
        Some(ProgramCommand::Serve(args)) => front_ends::serve(&global, &args),
        Some(ProgramCommand::Gtp(args)) => front_ends::gtp(&global, &args),
        Some(ProgramCommand::Info(args)) => {
            output::print(args.ask(&global.open(Access::Read)?)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(ProgramCommand::Remove(args)) => commands::remove(&global, &args),
        Some(ProgramCommand::Optimize(args)) => {
            output::print(args.optimize(&global.open_existing()?)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(ProgramCommand::Check(args)) => commands::check(&global, &args),
        Some(ProgramCommand::Demo(args)) => front_ends::demo(&global, &args),
        Some(ProgramCommand::Dataset(args)) => dataset::run(&global, &args),
        Some(ProgramCommand::Enumerate(args)) => enumerate::run(&args),
        Some(ProgramCommand::Analyses(args)) => analyses::run(&global, &args),
        Some(ProgramCommand::Positions(args)) => positions::run(&global, &args),
        Some(ProgramCommand::HashTable(args)) => commands::hash_table(&global, &args),
        Some(ProgramCommand::Completions(args)) => commands::completions(&args),
        Some(ProgramCommand::Man(args)) => commands::man(&args),
        Some(ProgramCommand::Shell(args)) => front_ends::shell(&global, &args),
    }
}

fn is_wrong_usage(error: &anyhow::Error) -> bool {
    let of_question = error.chain().find_map(|cause| cause.downcast_ref::<QueryError>());
    error.is::<output::WrongUsage>() || of_question.is_some_and(QueryError::is_wrong_usage)
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
