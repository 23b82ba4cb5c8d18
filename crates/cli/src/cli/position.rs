use super::global::Global;
use super::output::give;
use super::question::QuestionArgs;
use crate::args::{FilterArgs, PositionQuestion, Used, with_archives};
use anyhow::Result;
use bgo::query::SearchBoard;
use clap::Args;
use std::path::Path;
use std::process::ExitCode;

/// A question about the position that moves lead to, or about a part of the board.
#[derive(Args, Debug)]
pub(super) struct PositionCommand<A: PositionQuestion> {
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run<A: PositionQuestion>(global: &Global, asked: &PositionCommand<A>) -> Result<ExitCode> {
    let (snapshot, question) = match asked.question.id() {
        Some(id) => {
            let snapshot = global.snapshot()?;
            let board = SearchBoard::from_imported(&snapshot, id)?;
            (snapshot, asked.question.question(Some(board))?)
        }
        None => {
            let question = asked.question.question(None)?;
            (global.snapshot()?, question)
        }
    };
    let filter = with_archives(asked.filter.filter(), &snapshot, Path::to_path_buf)?;
    let question = question.under(filter);
    give(&asked.args.form().out, &Used::database(snapshot.path()), || {
        asked.args.ask(&snapshot, &question)
    })
}
