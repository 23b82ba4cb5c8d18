use super::super::global::Global;
use super::super::imported_files::ImportedFilesArgs;
use super::super::output::print;
use crate::render::counted;
use anyhow::Result;
use bgo::store::{Database, Snapshot};
use std::process::ExitCode;

/// Remove imported position files from the database
#[derive(Debug, clap::Args)]
pub(super) struct RemoveArgs {
    #[command(flatten)]
    files: ImportedFilesArgs,
}

pub(super) fn run(global: &Global, args: &RemoveArgs) -> Result<ExitCode> {
    let removed = args
        .files
        .remove(global, Snapshot::find_position_file, Database::remove_position_file)?;
    print(format!("{} removed\n", counted(removed, "position")))?;
    Ok(ExitCode::SUCCESS)
}
