//! `bgo enumerate`: every legal position of the small boards.

mod count;
mod parts;
mod sum;
mod view;

use super::interrupt;
use anyhow::Result;
use bgo::interrupt::Interrupt;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// Find every legal position of boards up to 5x5, and count those of larger ones
///
/// A position is a serial: its digits in base 3 are the points, the upper left one the lowest,
/// 0 empty, 1 black, 2 white; Black is to play. Of the rotations and reflections of a position,
/// the one with the smallest serial is the reduced one.
#[derive(Debug, Args)]
pub(super) struct EnumerateArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Legal(parts::LegalArgs),
    Ko(parts::KoArgs),
    Sum(sum::SumArgs),
    Count(count::CountArgs),
    View(view::ViewArgs),
}

pub(super) fn run(args: &EnumerateArgs) -> Result<ExitCode> {
    match &args.command {
        Command::Legal(args) => parts::run_legal(args)?,
        Command::Ko(args) => parts::run_ko(args)?,
        Command::Sum(args) => sum::run(args)?,
        Command::Count(args) => count::run(args)?,
        Command::View(args) => view::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Does work that Ctrl-C stops.
fn until_stopped<T>(work: impl FnOnce(&Interrupt) -> T) -> Result<T> {
    let stop = interrupt::handled()?;
    let _watch = stop.start();
    Ok(work(&stop))
}
