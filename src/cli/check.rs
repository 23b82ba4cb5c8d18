use super::Global;
use super::output::{print, print_json};
use crate::render::{CountBar, counted};
use crate::store::{Access, Checked};
use anyhow::{Result, bail};
use std::process::ExitCode;

/// Verify the database from top to bottom
///
/// Every stored game is replayed and looked for in the index, and nothing may
/// be in the index that no game has. Problems are named, a line each; the exit
/// status is 1 if there are any.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Print what was found as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress, and nothing if all is well
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, args: &CheckArgs) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    let bar = CountBar::new(!args.quiet, "games");
    let all = db.state().map_or(0, |state| state.games);
    let checked = db.check(|games| bar.tell(games, all));
    drop(bar);
    let checked = checked?;
    let found = checked.problems.len();
    if args.json {
        print_json(&checked)?;
    } else if found > 0 {
        print(checked.problems.join("\n") + "\n")?;
    } else if !args.quiet {
        let Checked { games, positions, .. } = checked;
        let (games, positions) = (counted(games, "game"), counted(positions, "position"));
        print(format!("no problems: {games}, {positions}\n"))?;
    }
    match found {
        0 => Ok(ExitCode::SUCCESS),
        1 => bail!("{} is damaged: 1 problem was found", db.path().display()),
        _ => bail!("{} is damaged: {found} problems were found", db.path().display()),
    }
}
