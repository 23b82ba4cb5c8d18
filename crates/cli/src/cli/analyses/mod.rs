//! `bgo analyses`: analyses of positions by engines.

mod import;
mod list;
mod read;
mod remove;

use super::global::Global;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Import evaluations of positions by engines, which searches show beside the counts
///
/// `bgo analyses import` reads files of KataGo's analysis engine. `bgo import` reads the
/// evaluations in game records by Lizzie, LizzieYzy, Sabaki and KaTrain.
#[derive(Debug, Args)]
pub(super) struct AnalysesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::ImportArgs),
    List(list::ListArgs),
    Read(read::ReadArgs),
    Remove(remove::RemoveArgs),
}

pub(super) fn run(global: &Global, args: &AnalysesArgs) -> Result<ExitCode> {
    match &args.command {
        Command::Import(args) => import::run(global, args),
        Command::List(args) => list::run(global, args),
        Command::Read(args) => read::run(global, args),
        Command::Remove(args) => remove::run(global, args),
    }
}
