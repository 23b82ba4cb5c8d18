use super::super::global::Global;
use super::super::output::print;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// Remove imported files of analyses from the database
///
/// The analyses of game records go with their records (`bgo remove`).
#[derive(Debug, clap::Args)]
pub(super) struct RemoveArgs {
    /// The files, by path, or by name if only one file has it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(global: &Global, args: &RemoveArgs) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let mut removed = 0;
    for path in &args.files {
        let file = db.snapshot()?.find_analysis_file(path)?;
        removed += db.remove_analysis_file(file)?;
    }
    let analyses = if removed == 1 { "analysis" } else { "analyses" };
    print(format!("{removed} {analyses} removed\n"))?;
    Ok(ExitCode::SUCCESS)
}
