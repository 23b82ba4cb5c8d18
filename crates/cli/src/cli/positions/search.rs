use super::super::global::Global;
use super::super::output::{JsonList, print};
use crate::args::{FilterArgs, with_archives};
use crate::render::{CountBar, counted, found_position_text};
use anyhow::{Result, ensure};
use bgo::position_file::PositionId;
use bgo::query::QueryError;
use bgo_research::positions::{FoundPosition, PositionSearch, search};
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Find the games that reach imported positions
///
/// Positions match in all eight orientations, as in search. Commands such as `bgo search --id
/// ID` ask more about one of them.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Only positions of this file, by path or name
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only the position with this id: 20 hex digits
    #[arg(long, value_name = "ID")]
    id: Option<PositionId>,
    /// Also count positions with the colours exchanged
    #[arg(long)]
    swap: bool,
    /// The number of games to list for each position
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    games: usize,
    /// Only positions that games reach
    #[arg(long)]
    reached: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(global: &Global, args: &SearchArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    ensure!(
        snapshot.state()?.position_files > 0,
        "the database has no positions; bgo positions import FILE adds some"
    );
    let file = args
        .file
        .as_deref()
        .map(|path| snapshot.find_position_file(path))
        .transpose()?;
    let filter = with_archives(args.filter.filter(), &snapshot, Path::to_path_buf)?;
    let wanted = PositionSearch {
        file,
        id: args.id,
        filter: &filter,
        swap: args.swap,
        games: args.games,
        reached: args.reached,
    };
    if let Some(id) = args.id {
        ensure!(snapshot.position_with_id(id)?.is_some(), QueryError::NoSuchPosition(id));
    }
    // On a terminal, the answers themselves show the progress.
    let bar = CountBar::new(args.id.is_none() && !stdout().is_terminal(), "positions");
    let progress = |done, all| bar.tell(done, all);
    if args.json {
        let mut list = JsonList::begin("{\"positions\":[")?;
        search(&snapshot, &wanted, |found| list.add(&found), progress)?;
        drop(bar);
        list.end()?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut told, mut reached) = (0, 0);
    let tell = |found: FoundPosition| -> Result<()> {
        told += 1;
        reached += u64::from(found.totals.games > 0);
        print(found_position_text(&found))
    };
    search(&snapshot, &wanted, tell, progress)?;
    drop(bar);
    print(format!("{}, games reach {reached}\n", counted(told, "position")))?;
    Ok(ExitCode::SUCCESS)
}
