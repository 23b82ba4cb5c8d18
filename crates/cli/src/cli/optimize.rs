use super::global::Global;
use super::output::{print, print_json};
use crate::render::{CountBar, counted, size_text};
use anyhow::Result;
use bgo::store::Database;
use serde::Serialize;
use std::process::ExitCode;
use std::time::Instant;

/// Merge the index into one segment and return unused space
///
/// Imports keep the index in a few segments; a single one is a little faster to search.
#[derive(Debug, clap::Args)]
pub(super) struct OptimizeArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Serialize)]
struct Summary {
    segments_before: u64,
    segments: u64,
    bytes_before: u64,
    bytes: u64,
    seconds: f64,
}

pub(super) fn run(global: &Global, args: &OptimizeArgs) -> Result<ExitCode> {
    let started = Instant::now();
    let db = global.open_existing()?;
    let (segments_before, bytes_before) = size(&db)?;
    let bar = CountBar::new(!args.quiet, "positions");
    db.optimize(|done, all| bar.tell(done, all))?;
    drop(bar);
    let (segments, bytes) = size(&db)?;
    let summary = Summary {
        segments_before,
        segments,
        bytes_before,
        bytes,
        seconds: started.elapsed().as_secs_f64(),
    };
    if args.json {
        print_json(&summary)?;
    } else if !args.quiet {
        let Summary {
            segments_before,
            segments,
            bytes_before,
            bytes,
            seconds,
        } = summary;
        print(format!(
            "{} became {segments}, {} became {}, in {seconds:.1} s\n",
            counted(segments_before, "segment"),
            size_text(bytes_before),
            size_text(bytes)
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns how many segments the index has, and the bytes of the file.
fn size(database: &Database) -> Result<(u64, u64)> {
    let snapshot = database.snapshot()?;
    Ok((snapshot.state()?.segments, snapshot.bytes()?))
}
