use super::Global;
use super::output::{print, print_json};
use crate::import::{check_paths, import};
use crate::render::{ConsoleReporter, summary_text};
use crate::store::Access;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Import game records: tar archives (compressed with gzip or not), zip
/// archives, folders and single .sgf files. Games that are there already get
/// one more source.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// Archives, folders and files
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print what was done as one JSON document
    #[arg(long)]
    json: bool,
    /// Write one JSON line for every rejected, repaired or duplicate game
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, args: &ImportArgs) -> Result<ExitCode> {
    check_paths(&args.paths)?;
    let mut report = args.report.as_deref().map(create).transpose()?;
    let mut db = global.open(Access::Write)?;
    let mut reporter = ConsoleReporter::new(!args.quiet, report.as_mut().map(|file| file as &mut dyn Write));
    let outcome = import(&mut db, &args.paths, &mut reporter)?;
    drop(reporter);
    if let Some(report) = &mut report {
        report.flush().context("the report cannot be written")?;
    }
    if args.json {
        print_json(&outcome.summary)?;
    } else if !args.quiet {
        print(&summary_text(&outcome.summary))?;
    }
    for failure in &outcome.failures {
        anstream::eprintln!("bgo: {failure}");
    }
    Ok(if outcome.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn create(path: &std::path::Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("the report {} cannot be written", path.display()))?;
    Ok(BufWriter::new(file))
}
