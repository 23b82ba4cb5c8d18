use super::super::output::{print, print_json, tell};
use super::super::{Global, interrupt};
use super::files::{SizeArgs, open};
use crate::formats::positions::PositionReader;
use crate::positions::PositionsError;
use crate::render::{CountBar, counted};
use crate::store::{Access, AddedPositions};
use anyhow::{Result, ensure};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Keep position files in the database, for search to say which games reach them
///
/// The records are kept byte for byte, their ids as they are. A file that is there
/// already is compared, and replaced if it has changed. Each file is kept as a whole or
/// not at all.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// Position files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    /// Print what was done as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

/// What an import did.
#[derive(Default, Serialize)]
struct Imported {
    files: u64,
    new: u64,
    unchanged: u64,
    replaced: u64,
    records: u64,
}

pub(super) fn run(global: &Global, args: &ImportArgs) -> Result<ExitCode> {
    for path in &args.files {
        // Before the database, which a wrong name here should not make.
        drop(open(path)?);
        ensure!(path.is_file(), PositionsError::NoFile(path.clone()));
    }
    let mut db = global.open(Access::Write)?;
    let stop = interrupt::flag()?;
    stop.store(false, Ordering::Relaxed);
    let mut imported = Imported::default();
    for path in &args.files {
        let (source, name) = open(path)?;
        let records = PositionReader::new(source, name, args.size.size);
        let bar = CountBar::new(!args.quiet, "records");
        let most = path.metadata().map_or(0, |data| data.len()) / (args.size.size.area() as u64 + 11);
        let records = records.map(|record| record.map_err(anyhow::Error::from));
        let added = db.add_positions(path, args.size.size, records, stop.clone(), |done| {
            if done.is_multiple_of(1024) {
                bar.tell(done, most);
            }
        })?;
        imported.files += 1;
        imported.records += added.records();
        *match added {
            AddedPositions::New(_) => &mut imported.new,
            AddedPositions::Unchanged(_) => &mut imported.unchanged,
            AddedPositions::Replaced(_) => &mut imported.replaced,
        } += 1;
    }
    stop.store(true, Ordering::Relaxed);
    if args.json {
        print_json(&imported)?;
    } else if !args.quiet {
        let Imported {
            files,
            new,
            unchanged,
            replaced,
            records,
        } = imported;
        print(&format!(
            "{} in {}: {new} new, {unchanged} unchanged, {replaced} replaced\n",
            counted(records, "position"),
            counted(files, "file")
        ))?;
    }
    if imported.records == 0 {
        tell("bgo: warning: there were no positions in them");
    }
    Ok(ExitCode::SUCCESS)
}
