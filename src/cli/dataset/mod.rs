//! `bgo dataset`: training sets in the formats of the KGS data set preprocessor.

mod info;
mod make;
mod view;

use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Make training sets of games, in the KGS formats
///
/// A record is a position as planes of points and the move that was played there.
/// Nothing is downloaded: the archives that the published sets are made of came from
/// u-go.net, as KGS-2014_12-19-876-.zip and so on.
#[derive(Debug, Args)]
pub(super) struct DatasetArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a set in version 1: a byte a point
    #[command(name = "kgs-v1")]
    KgsV1(make::MakeArgs),
    /// Make a set in version 2: a header, and a bit a point and plane
    #[command(name = "kgs-v2")]
    KgsV2(make::V2Args),
    Info(info::InfoArgs),
    View(view::ViewArgs),
}

pub(super) fn run(args: &DatasetArgs) -> Result<ExitCode> {
    match &args.command {
        Command::KgsV1(args) => make::run_v1(args),
        Command::KgsV2(args) => make::run_v2(args),
        Command::Info(args) => info::run(args),
        Command::View(args) => view::run(args),
    }
}
