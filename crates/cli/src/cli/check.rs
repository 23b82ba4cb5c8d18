use super::global::Global;
use super::interrupt;
use super::output::{print, print_json};
use crate::render::{CountBar, counted};
use anyhow::{Result, bail};
use bgo::store::{Access, Checked, Database, StoreError};
use serde::Serialize;
use std::process::ExitCode;

/// Verify the database from top to bottom
///
/// Replays every stored game, finds it in the index, and verifies that the index has
/// nothing else. Each problem is printed on a line; the exit status is 1 if there are any.
///
/// With --repair, first rebuilds damaged data that other parts determine: views, indexes,
/// and the columns, labels, words and courses of games. Games, records and sources are not changed.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// First rebuild damaged data that other parts of the database determine
    #[arg(long)]
    repair: bool,
    /// Show no progress, and nothing if there are no problems
    #[arg(long, short)]
    quiet: bool,
}

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    checked: Checked,
    /// The repaired parts; absent without `--repair`.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Vec<String>>,
}

pub(super) fn run(global: &Global, args: &CheckArgs) -> Result<ExitCode> {
    let path = global.database_path()?;
    let repaired = match args.repair {
        true => Some(Database::repair(
            &path,
            global.hash_table()?,
            interrupt::interrupt().clone(),
        )?),
        false => None,
    };
    let checked = check(global, args)?;
    let found = checked.problems.len();
    let report = Report { checked, repaired };
    if args.json {
        print_json(&report)?;
    } else {
        print(text(&report, args.quiet))?;
    }
    match found {
        0 => Ok(ExitCode::SUCCESS),
        1 => bail!("{} is damaged: 1 problem was found", path.display()),
        _ => bail!("{} is damaged: {found} problems were found", path.display()),
    }
}

fn check(global: &Global, args: &CheckArgs) -> Result<Checked> {
    let db = match global.open(Access::Read) {
        Ok(db) => db,
        // Nothing of such a file can be read.
        Err(error) => match error.downcast() {
            Ok(StoreError::OtherSchema { problems, .. }) => {
                return Ok(Checked {
                    problems,
                    ..Checked::default()
                });
            }
            Ok(error) => return Err(error.into()),
            Err(error) => return Err(error),
        },
    };
    let bar = CountBar::new(!args.quiet, "games");
    let all = db
        .snapshot()
        .and_then(|snapshot| snapshot.state())
        .map_or(0, |state| state.games);
    Ok(db.check(|games| bar.tell(games, all))?)
}

fn text(report: &Report, quiet: bool) -> String {
    let Report { checked, repaired } = report;
    let mut lines: Vec<String> = repaired
        .iter()
        .flatten()
        .map(|part| format!("repaired: {part}"))
        .collect();
    let Checked {
        games,
        positions,
        problems,
    } = checked;
    lines.extend_from_slice(problems);
    if problems.is_empty() && !quiet {
        let (games, positions) = (counted(*games, "game"), counted(*positions, "position"));
        lines.push(format!("no problems: {games}, {positions}"));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
