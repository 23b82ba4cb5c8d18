//! The command line: the arguments, and one file a subcommand. Answers go to
//! standard output, everything else to standard error. The exit status is 0
//! when all was done, 1 with one sentence when something failed, 2 for wrong
//! usage.

mod asked;
mod check;
mod dataset;
mod demo;
mod enumerate;
mod export;
mod hash_table;
mod import;
mod info;
mod interrupt;
mod optimize;
mod output;
mod positions;
mod remove;
mod serve;
mod sgf;
mod shell;
mod sql;

use crate::ask;
use anyhow::{Context, Result};
use asked::Asked;
use bgo::go::HashTable;
use bgo::query::Filter;
use bgo::store::{Access, Database, Snapshot, StoreError};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use etcetera::BaseStrategy;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Shown below the help.
const EXAMPLES: &str = "Examples:
  bgo demo                          explore the games that come with the program
  bgo import games.tgz              add your own
  bgo                               explore them in the shell
  bgo search pd dp --json           ask from a script";

/// Explore a database of Go game records: every position of every game, in
/// all eight orientations
#[derive(Debug, Parser)]
#[command(name = "bgo", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    global: Global,
    /// `bgo` alone is the shell and takes what that takes.
    #[command(flatten)]
    shell: shell::ShellArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Options that every subcommand takes.
#[derive(Debug, Args)]
struct Global {
    /// The database [default: $BGO_DB, or else bgogames.sqlite in the user's data folder]
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Another hash table than the built-in one
    #[arg(long, global = true, value_name = "FILE")]
    hash_table: Option<PathBuf>,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::ImportArgs),
    /// Show what was played from a position
    Search(Asked<ask::SearchArgs>),
    /// Show when a position was played
    Years(Asked<ask::YearsArgs>),
    /// Show who plays a position
    Players(Asked<ask::PlayersArgs>),
    /// Show what was played from a position on, as a tree
    Tree(Asked<ask::TreeArgs>),
    /// List the games that reach a position
    Games(Asked<ask::GamesArgs>),
    /// List games by what is said about them
    Find(ask::FindArgs),
    /// Show all that is known of a game
    Show(ask::ShowArgs),
    Sgf(ask::SgfArgs),
    /// Show games that were found more than once, and what differs
    Duplicates(ask::DuplicatesArgs),
    Export(export::Export),
    Sql(sql::SqlArgs),
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
    match cli.global.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    match run(cli) {
        Ok(code) => code,
        // Whoever reads the output has had enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::tell(format_args!("bgo: {}", sentence(&error)));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let Cli { global, shell, command } = cli;
    if command.is_some() && shell != shell::ShellArgs::default() {
        let message = "--quiet and -c belong behind the subcommand";
        let error = Cli::command().error(ErrorKind::ArgumentConflict, message);
        return Ok(output::show_answer_of_clap(&error));
    }
    match command {
        None => shell::run(&global, &shell),
        Some(Command::Import(args)) => import::run(&global, &args),
        Some(Command::Search(args)) => asked::run(&global, &args),
        Some(Command::Years(args)) => asked::run(&global, &args),
        Some(Command::Players(args)) => asked::run(&global, &args),
        Some(Command::Tree(args)) => asked::run(&global, &args),
        Some(Command::Games(args)) => asked::run(&global, &args),
        Some(Command::Find(args)) => {
            let snapshot = global.snapshot()?;
            asked::give(args.ask(&snapshot, &Filter::default())?, args.form())
        }
        Some(Command::Show(args)) => asked::give(args.ask(&global.snapshot()?)?, args.form()),
        Some(Command::Duplicates(args)) => asked::give(args.ask(&global.snapshot()?)?, args.form()),
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

/// What failed and why, each cause once: many of the library's errors have
/// theirs in their own words already.
fn sentence(error: &anyhow::Error) -> String {
    error
        .chain()
        .map(|cause| format!("{cause}{}", ask::hint(cause)))
        .fold(String::new(), |text, cause| match text.as_str() {
            "" => cause,
            _ if text.contains(&cause) => text,
            _ => format!("{text}: {cause}"),
        })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe || error.get_ref().is_some_and(is_broken_pipe_of_csv))
}

/// The library for CSV wraps what it met, and does not name it as the source.
fn is_broken_pipe_of_csv(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    let met = error.downcast_ref::<csv::Error>().map(csv::Error::kind);
    matches!(met, Some(csv::ErrorKind::Io(met)) if met.kind() == io::ErrorKind::BrokenPipe)
}

impl Global {
    /// Where the database is, whether or not it is there yet.
    fn database_path(&self) -> Result<PathBuf> {
        let from_environment = || {
            std::env::var_os("BGO_DB")
                .filter(|path| !path.is_empty())
                .map(PathBuf::from)
        };
        match self.db.clone().or_else(from_environment) {
            Some(path) => Ok(path),
            None => Ok(data_folder()?.join("bgogames.sqlite")),
        }
    }

    fn hash_table(&self) -> Result<HashTable> {
        Ok(match &self.hash_table {
            Some(path) => HashTable::from_file(path)?,
            None => HashTable::built_in(),
        })
    }

    /// Opens a database to change what is in it, which must be there.
    fn open_existing(&self) -> Result<Database> {
        let path = self.database_path()?;
        if !path.exists() {
            return Err(StoreError::Missing(path).into());
        }
        self.open(Access::Write)
    }

    /// Begins a snapshot of a database.
    fn snapshot(&self) -> Result<Snapshot> {
        Ok(self.open(Access::Read)?.snapshot()?)
    }

    /// An earlier schema is brought up to date even to be read only, if that
    /// can be done.
    fn open(&self, access: Access) -> Result<Database> {
        let path = self.database_path()?;
        let table = self.hash_table()?;
        let opened = match Database::open(&path, table.clone(), access) {
            Err(StoreError::OlderReadOnly(older)) => Database::open(&path, table, Access::Write).map_err(|error| {
                if matches!(error, StoreError::Sqlite { .. }) {
                    StoreError::OlderReadOnly(older)
                } else {
                    error
                }
            }),
            opened => opened,
        };
        Ok(opened?)
    }
}

/// The program's own folder among the user's data.
fn data_folder() -> Result<PathBuf> {
    let strategy =
        etcetera::choose_base_strategy().context("the user has no home folder; name a database with --db")?;
    Ok(strategy.data_dir().join("bgo"))
}
