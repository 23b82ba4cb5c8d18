//! The command line: the arguments, and a function for each subcommand. Answers go to
//! standard output, everything else to standard error. The exit status is 0 for success,
//! 1 with one sentence for a failure, and 2 for wrong usage.

mod analyses;
mod browser;
mod commands;
mod dataset;
mod enumerate;
mod front_ends;
mod global;
mod import;
mod interrupt;
mod listen;
mod output;
mod positions;
mod print;
mod question;
mod serve;
mod without_terminal;

use crate::args::{self, FilterArgs, FormArgs, OutArgs, database_files};
use crate::hints::hint;
use crate::program::{self, Call, Program};
use crate::render::{Coordinates, Text};
use anyhow::Result;
use bgo::internal::query::{Filter, QueryError};
use bgo::internal::store::{Access, Snapshot};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use global::Global;
use question::{PositionCommand, QuestionArgs};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  bgo demo                          explore the games that come with the program
  bgo import games.tgz              add your own
  bgo                               explore them in the shell
  bgo search pd dp --json           ask from a script
  bgo search --pattern '|.X/|1O'    ask about a part of the board";

/// Explore a database of Go game records: every position of every game, in
/// all eight orientations
#[derive(Debug, Parser)]
#[command(name = "bgo", version, long_version = Program::long_version(), max_term_width = 100, after_help = EXAMPLES)]
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
    /// Compare the next moves and win rates from a position under two filters
    #[command(mut_arg("first", |first| first.long("first")), mut_arg("second", |second| second.long("second")))]
    Compare(Box<PositionCommand<args::CompareArgs>>),
    /// Show who plays a position
    Players(PositionCommand<args::PlayersArgs>),
    /// Show the openings and josekis of the games that reach a position
    Openings(PositionCommand<args::OpeningsArgs>),
    /// Show what was played from a position on, as a tree
    Tree(PositionCommand<args::TreeArgs>),
    /// List the games that reach a position
    Games(PositionCommand<args::GamesArgs>),
    /// List games by words and conditions
    Find(args::FindArgs),
    /// Show everything known about a game
    Show {
        /// The game's number
        #[arg(value_name = "GAME", value_parser = args::game_number)]
        game: i64,
        #[command(flatten)]
        form: FormArgs,
    },
    /// List games with the move at which each left the others
    ///
    /// The new move follows the last position that other games share, whatever their dates. With
    /// --first, it is the first move to a position that no earlier game has.
    Novelty(args::NoveltyArgs),
    /// Show a player's results, openings and opponents, or the score of two players
    Player(args::PlayerArgs),
    Sgf(args::SgfArgs),
    Print(print::PrintArgs),
    /// Show games that were found more than once, and what differs; or remove them
    Duplicates(args::DuplicatesArgs),
    /// Count several spellings of a player's name as one player
    ///
    /// Records are unchanged. Without names, or with one, lists the aliases.
    #[command(visible_alias = "aliases")]
    Alias(args::AliasArgs),
    /// Export games as SGF files or tables
    ///
    /// Exports all games that meet the conditions; with moves, only those that reach the
    /// position they lead to; with an area or a diagram, only those that have this part. With
    /// --dataset, exports the whole database.
    #[command(mut_arg("size", |size| size.help(SIZE)), mut_arg("swap", |swap| swap.help(SWAP)))]
    Export {
        #[command(flatten)]
        args: Box<args::ExportArgs>,
        #[command(flatten)]
        question: QuestionArgs<false>,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Query the database in SQL (read-only)
    ///
    /// The query may also come from standard input. Without one, prints the tables with their
    /// columns, and the functions beside those of SQLite. docs/sql.md describes them and has
    /// examples.
    Sql(args::SqlArgs),
    Serve(serve::ServeArgs),
    Gtp(crate::gtp::EngineArgs),
    /// Print counts of games, positions and players
    Info(args::InfoArgs),
    /// Remove games; later imports skip them
    ///
    /// With --archive, games that also occur in another archive are kept, with that archive's
    /// record, and importing the archive again adds its games. Game numbers are never reused.
    ///
    /// On a terminal, says how many games and which, and asks for confirmation. Without a
    /// terminal, games that conditions choose are removed only with --yes.
    Remove {
        #[command(flatten)]
        filter: FilterArgs<true>,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Print nothing
        #[arg(long, short)]
        quiet: bool,
    },
    /// Merge the index into one segment and return unused space
    ///
    /// Imports keep the index in a few segments; a single one is a little faster to search.
    Optimize {
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Print nothing
        #[arg(long, short)]
        quiet: bool,
    },
    /// Verify the database from top to bottom
    ///
    /// Replays every stored game, finds it in the index, and verifies that the index has
    /// nothing else. Each problem is printed on a line; the exit status is 1 if there are any.
    /// With --quick, verifies only checksums and numbers of rows, not that rows agree.
    ///
    /// With --repair, first rebuilds damaged data that other parts determine: views, indexes,
    /// and the columns, corners and labels of games. Games, records and sources are not changed.
    Check(commands::Check),
    /// Explore the games that come with the program
    ///
    /// The first run imports them into demo.sqlite in the user's data folder, or into the database
    /// that --db names. Your own database, which $BGO_DB may name, is left alone.
    Demo(front_ends::ShellArgs),
    #[command(subcommand)]
    Analyses(analyses::AnalysesCommand),
    #[command(subcommand)]
    Positions(positions::PositionsCommand),
    #[command(subcommand)]
    Dataset(Box<dataset::DatasetCommand>),
    #[command(subcommand)]
    Enumerate(enumerate::EnumerateCommand),
    /// Print a hash table, the random numbers of all hashes
    ///
    /// A few of the numbers are the same for every seed, so that the board hashes published with the
    /// first version of the program stay valid.
    HashTable {
        /// The seed of the table; 0 is the built-in one
        #[arg(long, default_value_t = 0)]
        seed: u64,
        #[command(flatten)]
        out: OutArgs,
    },
    /// Print the completions of a shell, which complete commands and options of bgo
    ///
    /// bash: bgo completions bash > ~/.local/share/bash-completion/completions/bgo
    /// zsh: bgo completions zsh > _bgo, in a folder of $fpath
    /// fish: bgo completions fish > ~/.config/fish/completions/bgo.fish
    #[command(verbatim_doc_comment)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Print the manual page of bgo, or write the pages of all commands
    Man {
        /// The folder for the pages bgo.1, bgo-search.1 and so on
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Replace existing pages
        #[arg(long, requires = "out")]
        overwrite: bool,
    },
    Shell(front_ends::ShellArgs),
}

const SIZE: &str = "Lines of the board; without moves, an area or a diagram, only games on such a board";
const SWAP: &str = "Also count the position with the colours exchanged; only with moves";

impl ProgramCommand {
    /// Returns whether the command obeys the interrupt from its beginning to its end. A
    /// signal ends the others at once, except for parts that obey it.
    const fn obeys_interrupt(&self) -> bool {
        matches!(
            self,
            Self::Search(_)
                | Self::Years(_)
                | Self::Compare(_)
                | Self::Players(_)
                | Self::Openings(_)
                | Self::Tree(_)
                | Self::Games(_)
                | Self::Find(_)
                | Self::Show { .. }
                | Self::Novelty(_)
                | Self::Player(_)
                | Self::Sgf(_)
                | Self::Print(_)
                | Self::Duplicates(_)
                | Self::Alias(_)
                | Self::Export { .. }
                | Self::Sql(_)
                | Self::Info(_)
                | Self::Remove { .. }
                | Self::Optimize { .. }
                | Self::Check(..)
        )
    }
}

/// Runs the program with the arguments it was called with.
pub fn main() -> ExitCode {
    let mut words = program::words().to_vec();
    if words.len() > 1 || !without_terminal::is_so() {
        return obey(&words);
    }
    words.extend(without_terminal::COMMAND.map(Into::into));
    let code = obey(&words);
    if code != ExitCode::SUCCESS {
        without_terminal::hold_window();
    }
    code
}

/// Runs the program as [`main`] does, where another program called it: `python -m bgo`.
pub fn main_of(call: Call) -> ExitCode {
    program::keep(call);
    main()
}

fn obey(words: &[OsString]) -> ExitCode {
    let mut program = Cli::command();
    // Gives the subcommands the options that all of them take.
    program.build();
    let words = match args::command_line_as_options(words, &program) {
        Ok(words) => words,
        Err(error) => return output::wrong_usage(&error),
    };
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(answer) => return output::show_answer_of_clap(&answer),
    };
    cli.global.color.write_global();
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
        if shell.is_only_json() {
            return Ok(output::wrong_usage(
                &"--json comes after the command: \"bgo search --json\"",
            ));
        }
        let message = "--quiet, --verbose, --keep-going and -c are options of the shell: \"bgo shell -c ...\"";
        return Ok(output::wrong_usage(&message));
    }
    let obeys = command.as_ref().is_some_and(ProgramCommand::obeys_interrupt);
    let _running = obeys.then(interrupt::start).transpose()?;
    match command {
        None => front_ends::shell(&global, &shell),
        Some(ProgramCommand::Import(args)) => import::import(&global, &args),
        Some(ProgramCommand::Sync(args)) => import::sync(&global, &args),
        Some(ProgramCommand::Search(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Years(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Compare(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Players(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Openings(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Tree(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Games(args)) => question::answer(&global, &args),
        Some(ProgramCommand::Find(args)) => answer(&global, &args.table.form.out, |snapshot| {
            args.ask(snapshot, &Filter::default(), Path::to_path_buf)
        }),
        Some(ProgramCommand::Show { game, form }) => {
            answer(&global, &form.out, |snapshot| args::show(snapshot, game, &form))
        }
        Some(ProgramCommand::Novelty(args)) => answer(&global, &args.table.form.out, |snapshot| {
            args.ask(snapshot, &Filter::default(), Path::to_path_buf)
        }),
        Some(ProgramCommand::Player(args)) => answer(&global, &args.form.out, |snapshot| args.ask(snapshot)),
        Some(ProgramCommand::Duplicates(args)) => commands::duplicates(&global, &args),
        Some(ProgramCommand::Alias(args)) => commands::alias(&global, &args),
        Some(ProgramCommand::Sgf(args)) => commands::sgf(&global, &args),
        Some(ProgramCommand::Print(args)) => print::print(&global, &args),
        Some(ProgramCommand::Export { args, question, filter }) => commands::export(&global, &args, &question, &filter),
        Some(ProgramCommand::Sql(args)) => commands::sql(&global, args),
        Some(ProgramCommand::Serve(args)) => serve::serve(&global, args),
        Some(ProgramCommand::Gtp(args)) => front_ends::gtp(&global, args),
        Some(ProgramCommand::Info(args)) => {
            output::print(args::info_text(&global.open(Access::Read)?, args)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(ProgramCommand::Remove {
            filter,
            yes,
            json,
            quiet,
        }) => commands::remove(&global, &filter, yes, json, quiet),
        Some(ProgramCommand::Optimize { json, quiet }) => {
            output::print(args::optimize(&global.open_existing()?, json, quiet)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(ProgramCommand::Check(check)) => commands::check(&global, &check),
        Some(ProgramCommand::Demo(args)) => front_ends::demo(&global, &args),
        Some(ProgramCommand::Dataset(command)) => dataset::run(&global, &command),
        Some(ProgramCommand::Enumerate(command)) => enumerate::run(&command),
        Some(ProgramCommand::Analyses(command)) => analyses::run(&global, &command),
        Some(ProgramCommand::Positions(command)) => positions::run(&global, &command),
        Some(ProgramCommand::HashTable { seed, out }) => commands::hash_table(&global, seed, &out),
        Some(ProgramCommand::Completions { shell }) => commands::completions(shell),
        Some(ProgramCommand::Man { out, overwrite }) => commands::man(out.as_deref(), overwrite),
        Some(ProgramCommand::Shell(args)) => front_ends::shell(&global, &args),
    }
}

fn answer(global: &Global, out: &OutArgs, ask: impl FnOnce(&Snapshot) -> Result<Text, QueryError>) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    output::give(out, &database_files(snapshot.path()), || ask(&snapshot))
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
    let mut hints = error.chain().map(|cause| hint(cause, false));
    let hint = hints.find(|hint| !hint.is_empty());
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
