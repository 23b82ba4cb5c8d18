use super::confirm::confirm;
use super::global::Global;
use super::output::{give, print};
use crate::args::{Change, DuplicatesArgs, Used};
use anyhow::Result;
use std::process::ExitCode;

pub(super) fn run(global: &Global, args: &DuplicatesArgs) -> Result<ExitCode> {
    if !args.removes() {
        let snapshot = global.snapshot()?;
        let used = Used::database(snapshot.path());
        return give(&args.form().out, &used, || args.ask(&snapshot));
    }
    let db = global.open_existing()?;
    let joins = args.redundant(&db.snapshot()?)?;
    let change = Change::Join(joins.len() as u64);
    confirm(args.yes(), false, change, || Ok(change.question()))?;
    db.join(&joins)?;
    print(args.joined(&joins))?;
    Ok(ExitCode::SUCCESS)
}
