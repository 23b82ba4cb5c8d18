use super::global::Global;
use super::output::{give, wrong_usage};
use super::pattern::PatternArgs;
use crate::args::{FilterArgs, PositionQuestion, Used};
use anyhow::Result;
use bgo::go::{BoardSize, Color, KeyTables, Move, ParseMoveError};
use bgo::position_file::PositionId;
use bgo::query::{Question, SearchBoard};
use clap::Args;
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
    /// Moves from the empty board: SGF letters (pd), a letter and a number (Q16), or pass
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Lines of the board
    #[arg(long, default_value = "19", value_name = "LINES")]
    size: BoardSize,
    /// Instead of moves: the id of an imported position (see bgo positions import)
    #[arg(long, value_name = "ID", conflicts_with_all = ["moves", "size", "pattern"])]
    id: Option<PositionId>,
    /// Also count the position with the colours exchanged
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    pattern: PatternArgs,
}

/// Reads moves, the colours in turn.
pub(super) fn moves(words: &[String], size: BoardSize) -> Result<Vec<Move>, ParseMoveError> {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let moves = words.iter().zip(colors);
    moves.map(|(text, color)| Move::parse(text, color, size)).collect()
}

/// Returns a search board with these moves.
pub(super) fn board_after(keys: &KeyTables, size: BoardSize, moves: Vec<Move>) -> Result<SearchBoard> {
    let mut board = SearchBoard::new(keys, size);
    for mv in moves {
        board.play(mv)?;
    }
    Ok(board)
}

pub(super) fn run<A: PositionQuestion>(global: &Global, asked: &PositionCommand<A>) -> Result<ExitCode> {
    let PositionArgs { size, swap, .. } = asked.position;
    let part = asked
        .position
        .pattern
        .read(size, swap, !asked.position.moves.is_empty())?;
    let moves = match moves(&asked.position.moves, size) {
        Ok(moves) => moves,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    let snapshot = global.snapshot()?;
    let board = match asked.position.id {
        Some(id) => SearchBoard::from_imported(&snapshot, id)?,
        None => board_after(snapshot.keys(), size, moves)?,
    };
    let filter = asked.filter.filter();
    let pattern = part.of(&board)?;
    let question = match &pattern {
        Some(pattern) => Question::of_pattern(pattern, &filter),
        None => Question::of_position(&board, &filter, swap),
    };
    give(&asked.args.form().out, &Used::database(snapshot.path()), || {
        asked.args.ask(&snapshot, &question)
    })
}
