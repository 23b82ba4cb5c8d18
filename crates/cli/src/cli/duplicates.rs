use super::global::Global;
use super::output::{give, print, tell};
use super::remove::confirm;
use crate::args::{DuplicatesArgs, Used};
use crate::render::counted;
use anyhow::{Result, bail};
use std::io::{IsTerminal, stdin};
use std::process::ExitCode;

pub(super) fn run(global: &Global, args: &DuplicatesArgs) -> Result<ExitCode> {
    if !args.removes() {
        let snapshot = global.snapshot()?;
        let used = Used::database(snapshot.path());
        return give(&args.form().out, &used, || args.ask(&snapshot));
    }
    let db = global.open_existing()?;
    let joins = args.redundant(&db.snapshot()?)?;
    let games = counted(joins.len() as u64, "duplicate");
    match () {
        () if joins.is_empty() => {}
        () if args.is_confirmed() => tell(format_args!("{games} will be removed")),
        () if !stdin().is_terminal() => bail!("{games} would be removed; --yes removes them"),
        () if !confirm(&format!("Remove {games}? [y/N]"))? => bail!("nothing was removed"),
        () => {}
    }
    db.join(&joins)?;
    print(args.removed(&joins))?;
    Ok(ExitCode::SUCCESS)
}
