//! `bgo import` and `bgo sync`: games into the database.

use super::global::Global;
use super::interrupt;
use super::output::{WrongUsage, confirm, print, print_json, tell};
use crate::args::{Change, ImportArgs, Out, database_files, inputs, is_standard, removed_text, spool};
use crate::render::{ImportReporter, counted, json, json_fields, summary_text};
use anyhow::{Result, bail, ensure};
use bgo::internal::import::{
    ImportError, ImportOptions, ReadFailure, SyncPlan, Synced, apply_sync, check_paths, import_with, plan_sync,
};
use bgo::internal::store::{Access, Database};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn import(
    global: &Global,
    args: &ImportArgs,
    json: bool,
    commit_every: Option<NonZeroU64>,
    report: Option<&Path>,
    overwrite: bool,
    quiet: bool,
) -> Result<ExitCode> {
    let stop = interrupt::handled()?;
    // Also while the database is opened.
    let running = stop.start();
    let filter = args.filter().map_err(WrongUsage::saying)?;
    let mut paths = args.paths(Path::to_owned);
    args.require_dataset(&paths)?;
    let spooled = spool(&mut paths, &stop)?;
    let options = ImportOptions {
        commit_every,
        stop: stop.clone(),
        spooled: spooled.as_ref().map(|spooled| spooled.path().to_owned()),
        filter,
    };
    check_paths(&paths, &global.database_path()?, &global.hash_table()?, &options)?;
    // Before the database, which a wrong path must not create.
    let mut begun = begin_report(global, args, json, report, overwrite)?;
    let db = global.open(Access::Write)?;
    let writer = begun.as_mut().map(|(_, writer)| writer as &mut dyn Write);
    let mut reporter = ImportReporter::new(!quiet, writer);
    let outcome = import_with(&db, &paths, &options, &mut reporter);
    drop(reporter);
    drop(running);
    let reported = begun.map_or(Ok(()), |(out, writer)| complete_report(out, writer, outcome.is_ok()));
    let outcome = match outcome {
        // As text, as a closed pipe is no reason to be silent here.
        Err(ImportError::Report(error)) => bail!("{}: {error}", unwritable(report)),
        Err(ImportError::Stopped(kept)) => {
            if json {
                print_json(&kept)?;
            }
            bail!(ImportError::Stopped(kept));
        }
        outcome => outcome?,
    };
    reported?;
    if json {
        print_json(&outcome.summary)?;
    } else if !quiet {
        let text = summary_text(&outcome.summary);
        if report.is_some_and(is_standard) {
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

/// Begins the report that is asked for, unless that would replace a file of the import.
fn begin_report(
    global: &Global,
    args: &ImportArgs,
    json: bool,
    report: Option<&Path>,
    overwrite: bool,
) -> Result<Option<(Out, Box<dyn Write + Send>)>> {
    let Some(path) = report else { return Ok(None) };
    if json && is_standard(path) {
        return Err(WrongUsage::saying(
            "--json and --report - both write to standard output; name a file for the report",
        ));
    }
    let mut used = database_files(&global.database_path()?);
    used.extend(inputs(&args.paths(Path::to_owned)));
    let out = Out::begin(path, overwrite, &used)?;
    let writer = out.writer()?;
    Ok(Some((out, writer)))
}

/// Gives a report its name, unless the import failed before its first line. What was
/// committed is in the report whatever happened next.
fn complete_report(out: Out, mut writer: Box<dyn Write + Send>, is_done: bool) -> Result<()> {
    let flushed = writer.flush().map_err(|error| out.failed(error));
    drop(writer);
    if is_done && flushed.is_ok() || out.has_content() {
        out.complete()?;
    }
    Ok(flushed?)
}

pub(super) fn number_of_games(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "expected a number of games from 1 on")
}

fn unwritable(report: Option<&Path>) -> String {
    let path = report.unwrap_or(Path::new(""));
    format!("the report {} cannot be written", path.display())
}

pub(super) fn sync(
    global: &Global,
    folder: &Path,
    dry_run: bool,
    yes: bool,
    is_json: bool,
    quiet: bool,
) -> Result<ExitCode> {
    ensure!(
        folder.is_dir(),
        "{}: there is no such folder; nothing was changed",
        folder.display()
    );
    let db = if dry_run {
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
        plan_sync(&db, folder, &options)?
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
    ];
    if dry_run {
        document.extend(["imported", "removed"].map(|work| (work, json(&()))));
        return finish(is_json, &document, plan_text(&plan) + "\n", &plan.failures);
    }
    let anew = plan.anew;
    let change = Change::Remove(plan.games);
    confirm(yes, quiet, change, || {
        Ok(format!("{}\n{}", plan_text(&plan), change.question()))
    })?;
    let synced = apply(&db, plan, &options, quiet)?;
    document.push(("imported", json(&synced.imported)));
    document.push(("removed", json(&synced.removed)));
    let mut text = String::new();
    if !quiet {
        text.extend(synced.imported.as_ref().map(summary_text));
        text.extend(synced.removed.as_ref().map(removed_text));
        if anew > 0 {
            text.push_str(&format!("{}\n", anew_text(anew)));
        }
    }
    finish(is_json, &document, text, &synced.failures)
}

/// Prints what was done, or would be, and what could not be read.
fn finish(is_json: bool, document: &[(&str, String)], text: String, failures: &[ReadFailure]) -> Result<ExitCode> {
    if is_json {
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

fn apply(db: &Database, plan: SyncPlan, options: &ImportOptions, quiet: bool) -> Result<Synced> {
    let _running = options.stop.start();
    let mut reporter = ImportReporter::new(!quiet, None);
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
    text
}

fn anew_text(games: u64) -> String {
    match games {
        1 => "1 game whose record changed gets a new number".to_owned(),
        _ => format!("{games} games whose records changed get new numbers"),
    }
}
