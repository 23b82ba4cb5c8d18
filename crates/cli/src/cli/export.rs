use super::global::Global;
use super::output::{print, wrong_usage};
use super::question::QuestionArgs;
use crate::args::{ExportArgs, FilterArgs, with_archives};
use anyhow::Result;
use bgo::query::{Choice, Filter, Find};
use std::path::Path;
use std::process::ExitCode;

const SIZE: &str = "Lines of the board; without moves, an area or a diagram, only games on such a board";
const SWAP: &str = "Also count the position with the colours exchanged; only with moves";

/// Export games as SGF files or tables
///
/// Exports all games that meet the conditions; with moves, only those that reach the
/// position they lead to; with an area or a diagram, only those that have this part. With
/// --dataset, exports the whole database.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |size| size.help(SIZE)), mut_arg("swap", |swap| swap.help(SWAP)))]
pub(super) struct Export {
    #[command(flatten)]
    args: ExportArgs,
    #[command(flatten)]
    question: QuestionArgs<false>,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(global: &Global, export: &Export) -> Result<ExitCode> {
    let is_about_all = !export.question.has_subject();
    let question = export.question.question(None)?;
    if let Some(folder) = export.args.dataset() {
        let is_about_all = is_about_all && !export.args.has_target();
        let is_whole = is_about_all && export.question.size().is_none() && export.filter.filter() == Filter::default();
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
    if is_about_all && export.question.swap() {
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
        let filter = match export.question.size() {
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
        let question = question.under(filter);
        export
            .args
            .export(&snapshot, &Choice::Position(&question), path, form)?
    };
    print(text)?;
    Ok(ExitCode::SUCCESS)
}
