use super::super::global::Global;
use super::super::output::print;
use crate::render::counted;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

/// Remove imported position files from the database
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
        let file = db.snapshot()?.find_position_file(path)?;
        removed += db.remove_position_file(file)?;
    }
    print(format!("{} removed\n", counted(removed, "position")))?;
    Ok(ExitCode::SUCCESS)
}
