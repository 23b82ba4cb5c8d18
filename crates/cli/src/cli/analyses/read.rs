use super::super::global::Global;
use super::super::interrupt;
use super::super::output::{print, print_json, tell};
use crate::render::{CountBar, counted};
use anyhow::Result;
use bgo::import::read_stored_analyses;
use std::process::ExitCode;

/// Read the evaluations in the game records of the database
///
/// Imports read evaluations, so only databases from an earlier version need this command.
/// Evaluations that were already read stay unchanged.
#[derive(Debug, clap::Args)]
pub(super) struct ReadArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, args: &ReadArgs) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::new(!args.quiet, "records");
    let read = read_stored_analyses(&db, &stop, |done, all| bar.tell(done, all));
    drop(bar);
    drop(watch);
    let read = read?;
    if args.json {
        print_json(&read)?;
    } else if !args.quiet {
        let positions = counted(read.analyses, "position");
        let records = counted(read.records, "record");
        let unreadable = read.unreadable_analyses;
        print(format!(
            "evaluations of {positions} in {records}; {unreadable} could not be read\n"
        ))?;
    }
    if read.damaged_records == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let damaged = counted(read.damaged_records, "record");
    tell(format_args!("bgo: {damaged} could not be read; \"bgo check\" says why"));
    Ok(ExitCode::FAILURE)
}
