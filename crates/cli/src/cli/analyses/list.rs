use super::super::global::Global;
use super::super::output::{print, print_json};
use crate::render::counted;
use anyhow::Result;
use bgo::query::analyses;
use bgo::store::AnalysisFile;
use std::process::ExitCode;

/// List the imported files of analyses
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Print the list as one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(global: &Global, args: &ListArgs) -> Result<ExitCode> {
    let list = analyses(&global.snapshot()?)?;
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
