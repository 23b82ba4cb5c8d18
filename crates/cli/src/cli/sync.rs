use super::confirm::confirm;
use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell};
use crate::args::{Change, YesArgs, removed_text};
use crate::render::{ImportReporter, counted, summary_text};
use anyhow::{Result, ensure};
use bgo::import::{ImportOptions, ImportSummary, ReadFailure, SyncPlan, Synced, apply_sync, plan_sync};
use bgo::store::{Access, Database, Removed};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Import what is new in a folder, and remove what is gone from it
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
    #[command(flatten)]
    yes: YesArgs,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

/// The document that `--json` prints: the work that was done, or that would be.
#[derive(Serialize)]
struct Document {
    /// The number of records that are new or changed.
    new: u64,
    /// The number of records that changed at their places.
    changed: u64,
    /// The number of sources that are gone, changed ones included.
    gone: u64,
    /// The number of games to remove.
    games: u64,
    /// The number of games that are imported anew.
    anew: u64,
    imported: Option<ImportSummary>,
    removed: Option<Removed>,
}

impl Document {
    fn new(plan: &SyncPlan) -> Self {
        Self {
            new: plan.new,
            changed: plan.changed,
            gone: plan.gone.sources.len() as u64,
            games: plan.games,
            anew: plan.anew,
            imported: None,
            removed: None,
        }
    }

    /// Returns what was done, in a few lines.
    fn text(&self) -> String {
        let mut text = self.imported.as_ref().map(summary_text).unwrap_or_default();
        text.push_str(&self.removed.as_ref().map(removed_text).unwrap_or_default());
        if self.anew > 0 {
            text.push_str(&anew_text(self.anew));
            text.push('\n');
        }
        text
    }
}

pub(super) fn run(global: &Global, sync: &Sync) -> Result<ExitCode> {
    ensure!(
        sync.folder.is_dir(),
        "{}: there is no such folder; nothing was changed",
        sync.folder.display()
    );
    let db = match sync.dry_run {
        true => global.open_existing()?,
        false => global.open(Access::Write)?,
    };
    let options = ImportOptions {
        stop: interrupt::handled()?,
        ..ImportOptions::default()
    };
    let plan = {
        let _running = options.stop.start();
        plan_sync(&db, &sync.folder, &options)?
    };
    let mut document = Document::new(&plan);
    if sync.dry_run {
        return finish(sync, &document, plan_text(&plan) + "\n", &plan.failures);
    }
    let change = Change::Remove(plan.games);
    let question = || Ok(format!("{}\n{}", plan_text(&plan), change.question()));
    confirm(sync.yes, sync.quiet, change, question)?;
    let synced = apply(&db, plan, &options, sync)?;
    (document.imported, document.removed) = (synced.imported, synced.removed);
    let text = if sync.quiet { String::new() } else { document.text() };
    finish(sync, &document, text, &synced.failures)
}

/// Prints what was done, or would be, and what could not be read.
fn finish(sync: &Sync, document: &Document, text: String, failures: &[ReadFailure]) -> Result<ExitCode> {
    match sync.json {
        true => print_json(document)?,
        false => print(text)?,
    }
    for failure in failures {
        tell(format_args!("bgo: {failure}"));
    }
    Ok(match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn apply(db: &Database, plan: SyncPlan, options: &ImportOptions, sync: &Sync) -> Result<Synced> {
    let _running = options.stop.start();
    let mut reporter = ImportReporter::new(!sync.quiet, None);
    Ok(apply_sync(db, plan, options, &mut reporter)?)
}

/// Returns what would be done.
fn plan_text(plan: &SyncPlan) -> String {
    let is = |count| if count == 1 { "is" } else { "are" };
    let all = if plan.is_everything {
        ", which are all that came from there,"
    } else {
        ""
    };
    let mut text = format!(
        "{} in the folder {} new or changed; {}{all} {} gone from it",
        counted(plan.new, "record"),
        is(plan.new),
        counted(plan.games, "game"),
        is(plan.games),
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
