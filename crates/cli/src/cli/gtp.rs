use super::global::Global;
use crate::args::{FilterArgs, with_archives};
use crate::gtp::{By, Engine, Options, Otherwise, Pose, converse};
use anyhow::Result;
use bgo::go::BoardSize;
use bgo::query::{Question, SearchBoard};
use bgo::store::Access;
use clap::Args;
use std::io::{stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

/// Play and show moves from the database, as an engine in Sabaki, GoGui, Lizzie and other programs
///
/// The engine speaks the Go Text Protocol, version 2, on standard input and output. Enter this
/// command in the program that should start the engine.
#[derive(Args, Debug)]
pub(super) struct GtpArgs {
    /// The move that genmove chooses
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Only moves of at least this many games
    #[arg(long, value_name = "GAMES", default_value_t = 1)]
    min_games: u64,
    /// The answer of genmove where no game has a move
    #[arg(long, value_enum, default_value_t)]
    otherwise: Otherwise,
    /// The seed of random moves; the same seed gives the same moves
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Also count the position with the colours exchanged
    #[arg(long)]
    swap: bool,
    /// Give the name and version of another engine, for programs that accept no others
    #[arg(long, value_name = "ENGINE", value_enum)]
    pose_as: Option<Pose>,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(global: &Global, args: &GtpArgs) -> Result<ExitCode> {
    let database = global.open(Access::Read)?;
    let snapshot = database.snapshot()?;
    let filter = with_archives(args.filter.filter(), &snapshot, Path::to_path_buf)?;
    // A name that no game has is told at once.
    let empty = Question::new(SearchBoard::new(BoardSize::MAX)).under(filter.clone());
    empty.swapping(args.swap).count(&snapshot)?;
    drop(snapshot);
    let options = Options {
        filter,
        swap: args.swap,
        by: args.by,
        min_games: args.min_games,
        otherwise: args.otherwise,
        seed: args.seed,
        pose: args.pose_as,
    };
    converse(&mut Engine::new(database, options), stdin(), &mut stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
