use super::global::Global;
use super::interrupt;
use super::output::print;
use crate::args::{CheckArgs, Report};
use anyhow::Result;
use bgo::store::{Access, Checked, Database, StoreError};
use std::process::ExitCode;

/// Verify the database from top to bottom
///
/// Replays every stored game, finds it in the index, and verifies that the index has
/// nothing else. Each problem is printed on a line; the exit status is 1 if there are any.
///
/// With --repair, first rebuilds damaged data that other parts determine: views, indexes,
/// and the columns, labels, words and courses of games. Games, records and sources are not changed.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    #[command(flatten)]
    check: CheckArgs,
    /// First rebuild damaged data that other parts of the database determine
    #[arg(long)]
    repair: bool,
}

pub(super) fn run(global: &Global, args: &Check) -> Result<ExitCode> {
    let path = global.database_path()?;
    let repaired = match args.repair {
        true => Some(Database::repair(
            &path,
            global.hash_table()?,
            interrupt::interrupt().clone(),
        )?),
        false => None,
    };
    let checked = check(global, args.check)?;
    let report = Report { checked, repaired };
    print(args.check.text(&report))?;
    report.require_sound(&path)?;
    Ok(ExitCode::SUCCESS)
}

fn check(global: &Global, args: CheckArgs) -> Result<Checked> {
    match global.open(Access::Read) {
        Ok(db) => Ok(args.check(&db)?),
        // Nothing of such a file can be read.
        Err(error) => match error.downcast() {
            Ok(StoreError::OtherSchema { problems, .. }) => Ok(Checked {
                problems,
                ..Checked::default()
            }),
            Ok(error) => Err(error.into()),
            Err(error) => Err(error),
        },
    }
}
