use super::super::interrupt;
use super::super::output::{print_json, tell};
use super::files::{RecordsOutArgs, SizeArgs};
use crate::args::{Used, is_standard, require_one_stdin};
use crate::render::{CountBar, counted};
use anyhow::Result;
use bgo_research::positions::{Merged, merge};
use std::path::PathBuf;
use std::process::ExitCode;

/// Join position files without duplicates
///
/// Of the records with the same id, the first is kept unchanged. If records have the same id
/// but different numbers of stones, all are kept and a message names them.
#[derive(Debug, clap::Args)]
pub(super) struct MergeArgs {
    /// Position files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    out: RecordsOutArgs,
    /// Print the result as one JSON document; the records then need a file
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<ExitCode> {
    require_one_stdin(&args.files)?;
    let out = args.out.begin(&Used::default().and_inputs(&args.files), args.json)?;
    let readable = |path: &PathBuf| match is_standard(path) {
        true => PathBuf::from("/dev/stdin"),
        false => path.clone(),
    };
    let files: Vec<PathBuf> = args.files.iter().map(readable).collect();
    let scratch = out.folder().unwrap_or_else(std::env::temp_dir);
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::of_bytes(!args.quiet);
    let size = args.size.size;
    let merged = merge(&files, size, &scratch, out.writer()?, &stop, |done, all| {
        bar.tell(done, all)
    });
    drop(bar);
    drop(watch);
    let merged = merged?;
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
            "{records} in {}: {written} written, {}, {conflicts} with the id of another",
            counted(args.files.len() as u64, "file"),
            counted(duplicates, "duplicate"),
        ));
    }
    Ok(ExitCode::SUCCESS)
}
