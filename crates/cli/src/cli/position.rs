use super::global::Global;
use super::line::LineArgs;
use super::output::give;
use super::pattern::PatternArgs;
use crate::args::{FilterArgs, PositionQuestion, Used, with_archives};
use anyhow::Result;
use bgo::go::BoardSize;
use bgo::position_file::PositionId;
use bgo::query::{Question, SearchBoard};
use clap::Args;
use std::path::Path;
use std::process::ExitCode;

/// A question about the position that moves lead to, or about a part of the board.
#[derive(Args, Debug)]
pub(super) struct PositionCommand<A: PositionQuestion> {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    filter: FilterArgs,
}

/// A position, which matches in all eight orientations.
#[derive(Args, Debug)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    line: LineArgs,
    /// Lines of the board
    #[arg(long, default_value = "19", value_name = "LINES")]
    size: BoardSize,
    /// Instead of moves: the id of an imported position (see bgo positions import)
    #[arg(long, value_name = "ID", conflicts_with_all = ["moves", "size", "stones", "pattern"])]
    id: Option<PositionId>,
    /// Also count the position with the colours exchanged
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    pattern: PatternArgs,
}

pub(super) fn run<A: PositionQuestion>(global: &Global, asked: &PositionCommand<A>) -> Result<ExitCode> {
    let PositionArgs {
        size, swap, ref line, ..
    } = asked.position;
    let part = asked.position.pattern.read(size, swap, !line.is_empty())?;
    let line = line.read(size)?;
    let snapshot = global.snapshot()?;
    let board = match asked.position.id {
        Some(id) => SearchBoard::from_imported(&snapshot, id)?,
        None => line.board(snapshot.keys(), size)?,
    };
    let filter = with_archives(asked.filter.filter(), &snapshot, Path::to_path_buf)?;
    let pattern = part.of(&board)?;
    let question = match &pattern {
        Some(pattern) => Question::of_pattern(pattern, &filter),
        None => Question::of_position(&board, &filter, swap),
    };
    give(&asked.args.form().out, &Used::database(snapshot.path()), || {
        asked.args.ask(&snapshot, &question)
    })
}
