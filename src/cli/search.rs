use super::Global;
use super::output::{print, print_json};
use crate::go::{BoardSize, Move};
use crate::query::{Filter, Line, YearRange, search};
use crate::render::{MARKS_AT_FIRST, board, marks, table};
use crate::store::Access;
use anyhow::Result;
use std::process::ExitCode;

/// Show what was played from the position that the moves lead to, in all
/// eight orientations.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Moves from the empty board: SGF letters (pd), a letter and a number (Q16), or pass
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Lines of the board
    #[arg(long, default_value = "19", value_parser = board_size)]
    size: BoardSize,
    /// Only games of these years: A..B, A.., ..B or A
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    year: Option<YearRange>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

fn board_size(text: &str) -> Result<BoardSize, String> {
    text.parse()
        .ok()
        .filter(|&lines| lines >= 2)
        .and_then(BoardSize::new)
        .ok_or_else(|| "a board has 2 to 19 lines".to_owned())
}

pub(super) fn run(global: &Global, args: &SearchArgs) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    let mut line = Line::new(db.hash_table(), args.size);
    for text in &args.moves {
        line.play(Move::parse(text, line.to_play(), args.size)?)?;
    }
    let filter = Filter {
        years: args.year.unwrap_or_default(),
    };
    let answer = search(&db, &line, &filter)?;
    if args.json {
        print_json(&answer)?;
    } else {
        let marks = marks(&answer, MARKS_AT_FIRST);
        print(&board(line.position().board(), &marks, db.hash_table()))?;
        print(&table(&marks, answer.games))?;
    }
    Ok(ExitCode::SUCCESS)
}
