//! `bgo analyses`: analyses of positions by engines.

mod import;
mod list;
mod read;
mod remove;

use super::global::Global;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Import what engines say of positions; searches show it beside the counts
///
/// Analyses come from files of KataGo's analysis engine, which `bgo analyses import` reads, and
/// from game records that Lizzie, LizzieYzy, Sabaki or KaTrain have written, which
/// `bgo import` reads.
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
