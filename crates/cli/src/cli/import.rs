//! `bgo import` and `bgo sync`: games into the database.

use super::global::Global;
use super::interrupt;
use super::output::{WrongUsage, confirm, print, print_json, tell};
use crate::args::{Change, ImportArgs, is_standard, removed_text, spool};
use crate::render::{ImportReporter, counted, json, json_fields, removed_before_text, summary_text};
use anyhow::{Result, bail, ensure};
use bgo::internal::import::{
    ImportError, ImportOptions, ReadFailure, SyncPlan, Synced, apply_sync, check_paths, import_with, plan_sync,
};
use bgo::internal::store::{Access, Database};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Import archives, folders and files of game records, or other databases
///
/// Archives are tar (also compressed with gzip, bzip2, xz or Zstandard), zip and 7z, also
/// inside archives and folders; files are read that begin like a record or end in .sgf,
/// .gib, .ngf, .ugf or .ugi. A game that the database has gets
/// one more source. Ctrl-C stops the import and keeps what was committed; the same command
/// adds the rest. With --dataset, the conditions choose games of the dataset.
#[derive(Debug, clap::Args)]
pub(super) struct Import {
    #[command(flatten)]
    args: ImportArgs,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Commit after this many games, and not only when memory is full
    #[arg(long, value_name = "GAMES", value_parser = number_of_games)]
    commit_every: Option<NonZeroU64>,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn import(global: &Global, import: &Import) -> Result<ExitCode> {
    let stop = interrupt::handled()?;
    // Also while the database is opened.
    let running = stop.start();
    let filter = import.args.filter().map_err(WrongUsage::saying)?;
    let mut paths = import.args.paths(Path::to_owned);
    import.args.require_dataset(&paths)?;
    let spooled = spool(&mut paths, &stop)?;
    let options = ImportOptions {
        commit_every: import.commit_every,
        stop: stop.clone(),
        spooled,
        filter,
        read_unchanged: import.args.report.is_some(),
        with_removed: import.args.removed,
    };
    check_paths(&paths, &global.database_path()?, &global.hash_table()?, &options)?;
    // Before the database, which a wrong path must not create.
    if import.json && import.args.report.as_deref().is_some_and(is_standard) {
        return Err(WrongUsage::saying(
            "--json and --report - both write to standard output; name a file for the report",
        ));
    }
    let mut report = import.args.begin_report(&global.database_path()?, Path::to_owned)?;
    let db = global.open(Access::Write)?;
    let writer = report.as_mut().map(|report| &mut report.writer as &mut dyn Write);
    let mut reporter = ImportReporter::new(!import.quiet, writer);
    let outcome = import_with(&db, &paths, &options, &mut reporter);
    drop(reporter);
    drop(running);
    let reported = report.map_or(Ok(()), |report| report.complete(outcome.is_ok()));
    let outcome = match outcome {
        // As text, as a closed pipe is no reason to be silent here.
        Err(ImportError::Report(error)) => bail!("{}: {error}", unwritable(import)),
        Err(ImportError::Stopped(kept)) => {
            if import.json {
                print_json(&kept)?;
            }
            bail!(ImportError::Stopped(kept));
        }
        outcome => outcome?,
    };
    reported?;
    if import.json {
        print_json(&outcome.summary)?;
    } else if !import.quiet {
        let text = summary_text(&outcome.summary) + &import.args.reasons("bgo import", &outcome.summary);
        if import.args.report.as_deref().is_some_and(is_standard) {
            tell(text.trim_end())
        } else {
            print(text)?
        }
    }
    for failure in &outcome.failures {
        tell(format_args!("bgo: {failure}"));
    }
    Ok(if outcome.failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn number_of_games(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "expected a number of games from 1 on")
}

fn unwritable(import: &Import) -> String {
    let path = import.args.report.as_deref().unwrap_or(Path::new(""));
    format!("the report {} cannot be written", path.display())
}

/// Import the new games of a folder, and remove those whose files are gone
///
/// Reads the records and the archives in the folder. A game that has another source stays. A game
/// whose record changed is imported anew and gets a new number. If other games would be removed,
/// asks for confirmation; without a terminal, --yes is required. What cannot be read stays in the
/// database.
#[derive(Debug, clap::Args)]
pub(super) struct Sync {
    /// The folder
    folder: PathBuf,
    /// Say what would be done, and change nothing
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

pub(super) fn sync(global: &Global, sync: &Sync) -> Result<ExitCode> {
    ensure!(
        sync.folder.is_dir(),
        "{}: there is no such folder; nothing was changed",
        sync.folder.display()
    );
    let db = if sync.dry_run {
        global.open_existing()?
    } else {
        global.open(Access::Write)?
    };
    let options = ImportOptions {
        stop: interrupt::handled()?,
        ..ImportOptions::default()
    };
    let plan = {
        let _running = options.stop.start();
        plan_sync(&db, &sync.folder, &options)?
    };
    // The document that `--json` prints: the work that was done, or that would be.
    let mut document = vec![
        // The numbers of records that are new or changed, and of those that changed at their places.
        ("new", json(&plan.new)),
        ("changed", json(&plan.changed)),
        // The number of sources that are gone, changed ones included.
        ("gone", json(&plan.gone.sources.len())),
        // The numbers of games to remove, and of those that are imported anew.
        ("games", json(&plan.games)),
        ("anew", json(&plan.anew)),
        // The number of records that are left out because their games were removed before.
        ("removed_before", json(&plan.removed)),
    ];
    if sync.dry_run {
        document.extend(["imported", "removed"].map(|work| (work, json(&()))));
        return finish(sync, &document, plan_text(&plan) + "\n", &plan.failures);
    }
    let (anew, removed) = (plan.anew, plan.removed);
    let change = Change::Remove {
        games: plan.games,
        elsewhere: 0,
    };
    confirm(sync.yes, sync.quiet, change, || {
        Ok(format!("{}\n{}", plan_text(&plan), change.question()))
    })?;
    let synced = apply(&db, plan, &options, sync)?;
    document.push(("imported", json(&synced.imported)));
    document.push(("removed", json(&synced.removed)));
    let mut text = String::new();
    if !sync.quiet {
        text += &match &synced.imported {
            Some(imported) => summary_text(imported),
            None => removed_before_text(removed),
        };
        text.extend(synced.removed.as_ref().map(removed_text));
        if anew > 0 {
            text.push_str(&format!("{}\n", anew_text(anew)));
        }
        if text.is_empty() {
            text = format!("{}: nothing is new, changed or gone\n", sync.folder.display());
        }
    }
    finish(sync, &document, text, &synced.failures)
}

/// Prints what was done, or would be, and what could not be read.
fn finish(sync: &Sync, document: &[(&str, String)], text: String, failures: &[ReadFailure]) -> Result<ExitCode> {
    if sync.json {
        print(json_fields(document))?
    } else {
        print(text)?
    }
    for failure in failures {
        tell(format_args!("bgo: {failure}"));
    }
    Ok(if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn apply(db: &Database, plan: SyncPlan, options: &ImportOptions, sync: &Sync) -> Result<Synced> {
    let _running = options.stop.start();
    let mut reporter = ImportReporter::new(!sync.quiet, None);
    Ok(apply_sync(db, plan, options, &mut reporter)?)
}

fn plan_text(plan: &SyncPlan) -> String {
    let [new_are, games_are] = [plan.new, plan.games].map(|count| if count == 1 { "is" } else { "are" });
    let all = if plan.is_everything {
        ", which are all that came from there,"
    } else {
        ""
    };
    let mut text = format!(
        "{} in the folder {new_are} new or changed; {}{all} {games_are} gone from it",
        counted(plan.new, "record"),
        counted(plan.games, "game"),
    );
    if plan.anew > 0 {
        text.push_str("; ");
        text.push_str(&anew_text(plan.anew));
    }
    match plan.removed {
        0 => {}
        1 => text.push_str("; 1 was removed before"),
        more => text.push_str(&format!("; {more} were removed before")),
    }
    text
}

fn anew_text(games: u64) -> String {
    match games {
        1 => "1 game whose record changed gets a new number".to_owned(),
        _ => format!("{games} games whose records changed get new numbers"),
    }
}
