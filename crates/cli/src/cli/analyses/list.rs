use super::super::global::Global;
use super::super::output::{print, print_json};
use crate::render::counted;
use anyhow::Result;
use bgo::store::AnalysisFile;
use serde::Serialize;
use std::process::ExitCode;

/// List the imported files of analyses
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Print the list as one JSON document
    #[arg(long)]
    json: bool,
}

/// The analyses of a database.
#[derive(Serialize)]
struct List {
    /// The number of analyses.
    analyses: u64,
    /// The number of those that are from game records.
    from_records: u64,
    /// The imported files.
    files: Vec<AnalysisFile>,
}

pub(super) fn run(global: &Global, args: &ListArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    let files = snapshot.analysis_files()?;
    let analyses = snapshot.state()?.analyses;
    let from_files: u64 = files.iter().map(|file| file.analyses).sum();
    let list = List {
        analyses,
        from_records: analyses.saturating_sub(from_files),
        files,
    };
    if args.json {
        print_json(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    let line = |file: &AnalysisFile| format!("{:>10}  {}  {}\n", file.analyses, file.imported_at, file.path);
    let lines: String = list.files.iter().map(line).collect();
    let files = counted(list.files.len() as u64, "file");
    print(format!(
        "{lines}{:>10}  from game records\n{files}\n",
        list.from_records
    ))?;
    Ok(ExitCode::SUCCESS)
}
