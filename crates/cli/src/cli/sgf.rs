use super::global::Global;
use super::output::{print_bytes, write_new};
use crate::args::SgfArgs;
use anyhow::Result;
use std::process::ExitCode;

pub(super) fn run(global: &Global, args: &SgfArgs) -> Result<ExitCode> {
    let record = args.record(&global.snapshot()?)?;
    match &args.out {
        None => print_bytes(&record.file())?,
        Some(path) => write_new(path, &record.file())?,
    }
    Ok(ExitCode::SUCCESS)
}
