use super::global::Global;
use crate::args::{SgfArgs, Used};
use anyhow::Result;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(global: &Global, args: &SgfArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    let out = args.out.begin(Path::to_owned, &Used::database(snapshot.path()))?;
    out.write(&args.file(&args.record(&snapshot)?))?;
    Ok(ExitCode::SUCCESS)
}
