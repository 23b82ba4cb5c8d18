use super::confirm::confirm;
use super::global::Global;
use super::output::{print, print_json, wrong_usage};
use crate::args::{Change, RemoveArgs, RemoveError, YesArgs, removal_question, removed_text};
use anyhow::Result;
use bgo::store::Removed;
use std::io::{IsTerminal, stdin};
use std::process::ExitCode;

/// Remove games, as if they had never been imported
///
/// Games that also occur in another archive are kept, with that archive's record. Game
/// numbers are never reused.
///
/// On a terminal, says how many games and which, and asks for confirmation. Without a
/// terminal, games that conditions choose are removed only with --yes.
#[derive(Debug, clap::Args)]
pub(super) struct Remove {
    #[command(flatten)]
    args: RemoveArgs,
    #[command(flatten)]
    yes: YesArgs,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, remove: &Remove) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let snapshot = db.snapshot()?;
    let (selection, games) = match remove.args.selection(&snapshot, |path| path.to_owned()) {
        Err(error @ (RemoveError::Nothing | RemoveError::Both)) => return Ok(wrong_usage(&error)),
        found => found?,
    };
    let by_name = remove.args.by_name();
    // Whoever names games without a terminal has chosen them.
    if !by_name || stdin().is_terminal() {
        let change = Change::Remove(games.len() as u64);
        let question = || Ok(removal_question(&snapshot, &games)?);
        confirm(remove.yes, remove.quiet || by_name, change, question)?;
    }
    drop(snapshot);
    let removed = match games.is_empty() && !by_name {
        true => Removed::default(),
        false => db.remove(&selection)?,
    };
    if remove.json {
        print_json(&removed)?;
    } else if !remove.quiet {
        print(removed_text(&removed))?;
    }
    Ok(ExitCode::SUCCESS)
}
