use super::super::global::Global;
use super::super::imported_files::ImportedFilesArgs;
use super::super::output::print;
use anyhow::Result;
use bgo::store::Snapshot;
use std::process::ExitCode;

/// Remove imported files of analyses from the database
///
/// Analyses from game records are removed with their records (`bgo remove`).
#[derive(Debug, clap::Args)]
pub(super) struct RemoveArgs {
    #[command(flatten)]
    files: ImportedFilesArgs,
}

pub(super) fn run(global: &Global, args: &RemoveArgs) -> Result<ExitCode> {
    let removed = args.files.remove(global, Snapshot::find_analysis_file, |db, id| {
        db.remove_analysis_file(id, db.stop())
    })?;
    let analyses = if removed == 1 { "analysis" } else { "analyses" };
    print(format!("{removed} {analyses} removed\n"))?;
    Ok(ExitCode::SUCCESS)
}
