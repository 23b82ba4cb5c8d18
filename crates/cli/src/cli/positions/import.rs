use super::super::global::Global;
use super::super::interrupt;
use super::super::output::{print, print_json, tell};
use super::files::{SizeArgs, open};
use crate::render::{CountBar, counted};
use anyhow::{Result, ensure};
use bgo::store::Access;
use bgo_research::positions::{ImportedPositions, import};
use std::path::PathBuf;
use std::process::ExitCode;

/// Store position files in the database, to search for the games that reach them
///
/// Records are stored unchanged, ids included. A file that the database already has is
/// compared, and replaced if it has changed. Each file is stored completely or not at all.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// Position files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, args: &ImportArgs) -> Result<ExitCode> {
    for path in &args.files {
        // A wrong name must not create the database.
        drop(open(path)?);
        let shown = path.display();
        ensure!(
            path.is_file(),
            "{shown} is not a file; position files are imported by their paths"
        );
    }
    let db = global.open(Access::Write)?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::new(!args.quiet, "records");
    let imported = import(&db, &args.files, args.size.size, &stop, |done, most| {
        bar.tell(done, most)
    });
    drop(bar);
    drop(watch);
    let imported = imported?;
    if args.json {
        print_json(&imported)?;
    } else if !args.quiet {
        let ImportedPositions {
            files,
            new,
            unchanged,
            replaced,
            records,
        } = imported;
        print(format!(
            "{} in {}: {new} new, {unchanged} unchanged, {replaced} replaced\n",
            counted(records, "position"),
            counted(files, "file")
        ))?;
    }
    if imported.records == 0 {
        tell("bgo: warning: the files have no positions");
    }
    Ok(ExitCode::SUCCESS)
}
