//! `bgo dataset`: training sets in the formats of the KGS data set preprocessor, and training data for
//! KataGo.

mod files;
mod folder;
mod info;
mod katago;
mod make;
mod skipped;
mod source;
mod stages;
mod view;

use super::global::Global;
use anyhow::Result;
use bgo_research::formats::kgs::RecordFormat;
use clap::{Args, Subcommand};
use files::ARCHIVES;
use std::process::ExitCode;

/// Make training sets of games, in the KGS formats or for KataGo
///
/// A record of the KGS formats is a position as planes of points, with the move that was played there. The
/// published sets are made from the archives of KGS; other archives or the database give sets
/// of the same kind. Nothing is downloaded; see kgs-v2 --help. Datasets for Spark are something else: see export --dataset.
#[derive(Debug, Args)]
pub(super) struct DatasetArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make sets in version 1: a byte for each point
    #[command(name = "kgs-v1", long_about = long_about("1: a byte for each point"))]
    KgsV1(make::MakeArgs),
    /// Make sets in version 2: a header, and a bit for each point and plane
    #[command(name = "kgs-v2", long_about = long_about("2: a header, and a bit for each point and plane"))]
    KgsV2(make::V2Args),
    Katago(katago::KatagoArgs),
    Info(info::InfoArgs),
    View(view::ViewArgs),
}

/// Returns the help of a version.
fn long_about(version: &str) -> String {
    format!(
        "Make sets in version {version}\n\nFrom the archives of KGS in the folder (--dir), from other archives, or from the \
         database; {ARCHIVES}. After an interruption, rerun the command to continue; existing sets are verified and not \
         made again."
    )
}

pub(super) fn run(global: &Global, args: &DatasetArgs) -> Result<ExitCode> {
    match &args.command {
        Command::KgsV1(args) => make::run(global, args, RecordFormat::V1),
        Command::KgsV2(args) => make::run(global, &args.make, args.format()),
        Command::Katago(args) => katago::run(global, args),
        Command::Info(args) => info::run(args),
        Command::View(args) => view::run(args),
    }
}
