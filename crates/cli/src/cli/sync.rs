use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell};
use super::remove::confirm;
use crate::args::removed_text;
use crate::render::{ImportReporter, counted, summary_text};
use anyhow::{Result, bail, ensure};
use bgo::archive::SkipReason;
use bgo::import::{ImportOptions, ImportSummary, Imported, ReadFailure, SyncPlan, import, plan_sync};
use bgo::store::{Access, Removed};
use serde::Serialize;
use std::io::{IsTerminal, stdin};
use std::path::PathBuf;
use std::process::ExitCode;

/// Import what is new in a folder, and remove what left it
///
/// Reads the records and the archives in the folder. A game that has another source stays. If
/// games would be removed, asks for confirmation; without a terminal, --yes is required. What
/// cannot be read stays in the database.
#[derive(Debug, clap::Args)]
pub(super) struct Sync {
    /// The folder
    folder: PathBuf,
    /// Only say what would be done
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

/// What was done, or would be.
#[derive(Serialize)]
struct Synced {
    /// The number of records that are new or changed.
    new: u64,
    /// The number of records that changed at their places.
    changed: u64,
    /// The number of sources that left, changed ones included.
    left: u64,
    /// The number of games to remove.
    games: u64,
    imported: Option<ImportSummary>,
    removed: Option<Removed>,
}

pub(super) fn run(global: &Global, sync: &Sync) -> Result<ExitCode> {
    ensure!(
        sync.folder.is_dir(),
        "{}: there is no such folder; nothing was changed",
        sync.folder.display()
    );
    let db = global.open(Access::Write)?;
    let options = ImportOptions {
        stop: interrupt::handled()?,
        ..ImportOptions::default()
    };
    let watch = options.stop.start();
    let plan = plan_sync(&db, &sync.folder, &options)?;
    drop(watch);
    let mut synced = Synced {
        new: plan.new,
        changed: plan.changed,
        left: plan.left.sources.len() as u64,
        games: plan.games,
        imported: None,
        removed: None,
    };
    let said = said(&plan);
    let mut failures = None;
    if sync.dry_run {
        if !sync.json {
            print(said + "\n")?;
        }
    } else {
        allow(sync, &plan, &said)?;
        let watch = options.stop.start();
        let import_all = || -> Result<Imported> {
            let mut reporter = ImportReporter::new(!sync.quiet, None);
            let imported = import(&db, &plan.paths, &options, &mut reporter)?;
            drop(reporter);
            if !sync.quiet && !sync.json {
                print(summary_text(&imported.summary))?;
            }
            Ok(imported)
        };
        // What moved within the folder has a new source before it loses the old one.
        if plan.new > 0 {
            let imported = import_all()?;
            synced.imported = Some(imported.summary);
            failures = Some(imported.failures);
        }
        if !plan.left.sources.is_empty() {
            let removed = db.remove(&plan.left)?;
            if !sync.quiet && !sync.json {
                print(removed_text(&removed))?;
            }
            synced.removed = Some(removed);
        }
        if plan.changed > 0 {
            // The places are free now.
            let again = import_all()?;
            if let Some(imported) = &mut synced.imported {
                imported.added += again.summary.added;
            }
        }
        drop(watch);
    }
    if sync.json {
        print_json(&synced)?;
    }
    // An import fails to read what the comparison failed to read.
    let mut failures = failures.unwrap_or(plan.failures);
    failures.retain(|failure| !is_archive_inside(failure, &plan.paths[0]));
    for failure in &failures {
        tell(format_args!("bgo: {failure}"));
    }
    Ok(match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns true for an archive in the folder, which is imported by itself.
fn is_archive_inside(failure: &ReadFailure, folder: &std::path::Path) -> bool {
    matches!(failure, ReadFailure::Member { archive, reason: SkipReason::Archive, .. }
        if *archive == folder.display().to_string())
}

fn said(plan: &SyncPlan) -> String {
    let all = if plan.is_everything {
        ", which are all that came from there,"
    } else {
        ""
    };
    format!(
        "{} in the folder {} new or changed; {}{all} left it",
        counted(plan.new, "record"),
        if plan.new == 1 { "is" } else { "are" },
        counted(plan.games, "game"),
    )
}

/// Fails unless the games may be removed.
fn allow(sync: &Sync, plan: &SyncPlan, said: &str) -> Result<()> {
    match () {
        () if plan.games == 0 => {}
        () if sync.yes => {
            if !sync.quiet {
                tell(said);
            }
        }
        () if !stdin().is_terminal() => bail!("{said}; --yes removes them, and nothing was changed"),
        () => {
            tell(said);
            if !confirm(&format!("Remove {}? [y/N]", counted(plan.games, "game")))? {
                bail!("nothing was changed");
            }
        }
    }
    Ok(())
}
