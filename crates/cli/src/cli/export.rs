use super::global::Global;
use super::output::{print, wrong_usage};
use super::position::{board_after, moves};
use crate::args::{ExportArgs, FilterArgs};
use anyhow::Result;
use bgo::go::BoardSize;
use bgo::query::{Choice, Filter, Find, Question};
use std::process::ExitCode;

/// Export games as SGF files or tables
///
/// Exports all games that meet the conditions; with moves, only those that reach the
/// position they lead to.
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    #[command(flatten)]
    args: ExportArgs,
    /// Moves from the empty board, as for search
    #[arg(value_name = "MOVE", conflicts_with = "word")]
    moves: Vec<String>,
    /// Lines of the board; without moves, only games on such a board
    #[arg(long, value_name = "LINES")]
    size: Option<BoardSize>,
    /// Also count the position with the colours exchanged; only with moves
    #[arg(long, requires = "moves")]
    swap: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(global: &Global, export: &Export) -> Result<ExitCode> {
    let size = export.size.unwrap_or_default();
    let moves = match moves(&export.moves, size) {
        Ok(moves) => moves,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    let form = match export.args.form(export.args.target()) {
        Ok(form) => form,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    let snapshot = global.snapshot()?;
    let path = export.args.target().to_owned();
    let filter = export.filter.filter();
    let text = if moves.is_empty() {
        let filter = match export.size {
            Some(size) => Filter {
                size: size.into(),
                ..filter
            },
            None => filter,
        };
        let (filter, words) = (&filter, export.args.words());
        export
            .args
            .export(&snapshot, &Choice::Find(Find { filter, words }), path, form)?
    } else {
        let board = board_after(snapshot.keys(), size, moves)?;
        let question = Question::of_position(&board, &filter, export.swap);
        export
            .args
            .export(&snapshot, &Choice::Position(&question), path, form)?
    };
    print(text)?;
    Ok(ExitCode::SUCCESS)
}
