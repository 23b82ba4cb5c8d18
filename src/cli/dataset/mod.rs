//! `bgo dataset`: training sets in the formats of the KGS data set preprocessor.

mod info;
mod make;
mod view;

use super::Global;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Where the archives come from.
const ARCHIVES: &str = "nothing is downloaded: get KGS-2014_12-19-876-.zip and so on from u-go.net/gamerecords";

/// Make training sets of games, in the KGS formats
///
/// A record is a position as planes of points and the move that was played there. Nothing
/// is downloaded: the archives that the published sets are made of come from
/// u-go.net/gamerecords, as KGS-2014_12-19-876-.zip and so on; put them into the folder
/// (--dir). Any other archives, or the database, give sets of the same kind.
#[derive(Debug, Args)]
pub(super) struct DatasetArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make sets in version 1: a byte a point
    ///
    /// Of the archives of KGS in the folder (--dir), which come from u-go.net/gamerecords and
    /// are not downloaded, of other archives, or of the database. The same command goes
    /// on where it was interrupted; sets that are there are not made again.
    #[command(name = "kgs-v1")]
    KgsV1(make::V1Args),
    /// Make sets in version 2: a header, and a bit a point and plane
    ///
    /// Of the archives of KGS in the folder (--dir), which come from u-go.net/gamerecords and
    /// are not downloaded, of other archives, or of the database. The same command goes
    /// on where it was interrupted; sets that are there are not made again.
    #[command(name = "kgs-v2")]
    KgsV2(make::V2Args),
    Info(info::InfoArgs),
    View(view::ViewArgs),
}

pub(super) fn run(global: &Global, args: &DatasetArgs) -> Result<ExitCode> {
    match &args.command {
        Command::KgsV1(args) => make::run_v1(global, args),
        Command::KgsV2(args) => make::run_v2(global, args),
        Command::Info(args) => info::run(args),
        Command::View(args) => view::run(args),
    }
}
