//! `bgo positions`: position files, their ids, and scores by engines.

mod check;
mod export;
mod files;
mod histogram;
mod import;
mod merge;
mod parse;
mod remove;
mod score;
mod scores;
mod search;
mod view;

use super::global::Global;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Work with files of positions and of scores by engines (9x9 experiments)
///
/// A position file is a list of boards of one size with their ids, a scored file a list of ids
/// with Black's lead according to an engine.
#[derive(Debug, Args)]
pub(super) struct PositionsArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Parse(parse::ParseArgs),
    View(view::ViewArgs),
    Histogram(histogram::HistogramArgs),
    Merge(merge::MergeArgs),
    Check(check::CheckArgs),
    Export(export::ExportArgs),
    Import(import::ImportArgs),
    Search(search::SearchArgs),
    Remove(remove::RemoveArgs),
    Score(score::ScoreArgs),
    Scores(scores::ScoresArgs),
}

pub(super) fn run(global: &Global, args: &PositionsArgs) -> Result<ExitCode> {
    match &args.command {
        Command::Parse(args) => parse::run(args),
        Command::View(args) => view::run(args),
        Command::Histogram(args) => histogram::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Check(args) => check::run(args),
        Command::Export(args) => export::run(global, args),
        Command::Import(args) => import::run(global, args),
        Command::Search(args) => search::run(global, args),
        Command::Remove(args) => remove::run(global, args),
        Command::Score(args) => score::run(args),
        Command::Scores(args) => scores::run(args),
    }
}
