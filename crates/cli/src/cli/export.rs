use super::global::Global;
use super::line::LineArgs;
use super::output::{print, wrong_usage};
use super::pattern::{Part, PatternArgs};
use crate::args::{ExportArgs, FilterArgs, with_archives};
use anyhow::Result;
use bgo::go::BoardSize;
use bgo::query::{Choice, Filter, Find, Question};
use std::path::Path;
use std::process::ExitCode;

/// Export games as SGF files or tables
///
/// Exports all games that meet the conditions; with moves, only those that reach the
/// position they lead to; with an area or a diagram, only those that have this part. With
/// --dataset, exports the whole database.
#[derive(Debug, clap::Args)]
pub(super) struct Export {
    #[command(flatten)]
    args: ExportArgs,
    #[command(flatten)]
    line: LineArgs,
    /// Lines of the board; without moves, an area or a diagram, only games on such a board
    #[arg(long, value_name = "LINES")]
    size: Option<BoardSize>,
    /// Also count the position with the colours exchanged; only with moves
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    pattern: PatternArgs,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(global: &Global, export: &Export) -> Result<ExitCode> {
    let size = export.size.unwrap_or_default();
    let part = export.pattern.read(size, export.swap, !export.line.is_empty())?;
    let line = export.line.read(size)?;
    let is_about_all = matches!(part, Part::Whole) && export.line.is_empty();
    if let Some(folder) = export.args.dataset() {
        let is_about_all = is_about_all && !export.args.has_target();
        let is_whole = is_about_all && export.size.is_none() && export.filter.filter() == Filter::default();
        if !is_whole {
            return Ok(wrong_usage(
                &"--dataset exports the whole database: leave out the target, the moves, the pattern and the conditions",
            ));
        }
        print(export.args.export_dataset(&global.snapshot()?, folder)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let form = match export.args.form(export.args.target()) {
        Ok(form) => form,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    if export.args.all() && !is_about_all {
        return Ok(wrong_usage(
            &"--all is about games whatever their positions: leave it out, or moves, --area and --pattern",
        ));
    }
    if is_about_all && export.swap {
        return Ok(wrong_usage(
            &"--swap is about a position: give the moves that lead to it",
        ));
    }
    if !is_about_all && !export.args.words().is_empty() {
        return Ok(wrong_usage(
            &"--word finds games by their words alone: leave it out, or the moves, --stones, --area and --pattern",
        ));
    }
    let snapshot = global.snapshot()?;
    let path = export.args.target().to_owned();
    let filter = with_archives(export.filter.filter(), &snapshot, Path::to_path_buf)?;
    let text = if is_about_all {
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
        let board = line.board(snapshot.keys(), size)?;
        let pattern = part.of(&board)?;
        let question = match &pattern {
            Some(pattern) => Question::of_pattern(pattern, &filter),
            None => Question::of_position(&board, &filter, export.swap),
        };
        export
            .args
            .export(&snapshot, &Choice::Position(&question), path, form)?
    };
    print(text)?;
    Ok(ExitCode::SUCCESS)
}
