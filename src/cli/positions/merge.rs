use super::super::output::{print_json, tell};
use super::files::{OutArgs, SizeArgs};
use crate::positions::{Merged, merge};
use crate::render::{CountBar, counted};
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// Join position files, without those positions that come again
///
/// Of the records with the same id the first is kept, byte for byte. Records that
/// have the same id and other stones are told of and kept, all of them.
#[derive(Debug, clap::Args)]
pub(super) struct MergeArgs {
    /// Position files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    out: OutArgs,
    /// Print what was done as one JSON document; the records need a file then
    #[arg(long, requires = "out")]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<ExitCode> {
    let out = args.out.begin(&args.files)?;
    let scratch = out.folder().unwrap_or_else(std::env::temp_dir);
    let bar = CountBar::new(!args.quiet, "bytes");
    let merged = merge(&args.files, args.size.size, &scratch, out.writer()?, |done, all| {
        bar.tell(done, all);
    })?;
    drop(bar);
    out.complete()?;
    for conflict in &merged.conflicting {
        tell(format_args!("bgo: {conflict}"));
    }
    if args.json {
        print_json(&merged)?;
    } else if !args.quiet {
        let Merged {
            read,
            written,
            duplicates,
            conflicts,
            ..
        } = merged;
        let records = counted(read, "record");
        tell(format_args!(
            "{records} in {}: {written} written, {duplicates} duplicates, {conflicts} with the id of another",
            counted(args.files.len() as u64, "file")
        ));
    }
    Ok(ExitCode::SUCCESS)
}
