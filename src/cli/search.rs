use super::Global;
use super::output::{print, print_json, wrong_usage};
use crate::go::{BoardSize, Color, Move, ParseMoveError};
use crate::query::{Filter, Line, Question, YearRange, search};
use crate::render::{MARKS_AT_FIRST, board, marks, table};
use crate::store::Access;
use anyhow::Result;
use std::process::ExitCode;

/// Show what was played from a position
///
/// The position is the one that the moves lead to; games that reach it in any
/// of the eight orientations count.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Moves from the empty board: SGF letters (pd), a letter and a number (Q16), or pass
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Lines of the board
    #[arg(long, default_value = "19", value_name = "LINES")]
    size: BoardSize,
    /// Only games of these years: A..B, A.., ..B, or A for that year alone
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    year: Option<YearRange>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(global: &Global, args: &SearchArgs) -> Result<ExitCode> {
    let moves = match args.moves() {
        Ok(moves) => moves,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    let db = global.open(Access::Read)?;
    let mut line = Line::new(db.hash_table(), args.size);
    for mv in moves {
        line.play(mv)?;
    }
    let filter = Filter {
        years: args.year.unwrap_or_default(),
        ..Filter::default()
    };
    let question = Question { line: &line, filter: &filter, swap: false };
    let answer = search(&db, &question, false)?;
    if args.json {
        print_json(&answer)?;
    } else {
        let marks = marks(&answer, MARKS_AT_FIRST);
        print(&board(line.position().board(), &marks, db.hash_table()))?;
        print(&table(&marks, &answer, &filter, false))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl SearchArgs {
    /// The moves, colours in turn.
    fn moves(&self) -> Result<Vec<Move>, ParseMoveError> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        self.moves
            .iter()
            .zip(colors)
            .map(|(text, color)| Move::parse(text, color, self.size))
            .collect()
    }
}
