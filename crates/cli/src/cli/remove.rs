use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell, wrong_usage};
use crate::args::{RemoveArgs, RemoveError, is_yes, removal_question, removed_text};
use crate::render::counted;
use anyhow::{Result, bail};
use bgo::store::Removed;
use std::io::{BufRead, IsTerminal, stdin};
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
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
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
    let count = counted(games.len() as u64, "game");
    match () {
        () if remove.yes => {
            if !(remove.quiet || by_name || games.is_empty()) {
                tell(format_args!("{count} will be removed"));
            }
        }
        () if games.is_empty() => {}
        () if stdin().is_terminal() => {
            if !confirm(&format!("{} [y/N]", removal_question(&snapshot, &games)?))? {
                bail!("nothing was removed");
            }
        }
        () if by_name => {}
        () => bail!("{count} would be removed; --yes removes them"),
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

/// Asks on the terminal.
pub(super) fn confirm(question: &str) -> Result<bool> {
    question.lines().for_each(tell);
    let mut answer = String::new();
    let _waiting = interrupt::interrupt().wait();
    stdin().lock().read_line(&mut answer)?;
    Ok(is_yes(&answer))
}
