use super::global::Global;
use super::output::{print, print_json, tell, wrong_usage};
use crate::args::{RemoveArgs, RemoveError, is_yes, removed_text};
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
/// If conditions choose the games, asks for confirmation and shows their number; without a
/// terminal, --yes is required. --archive and --game remove games without asking.
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
    let (selection, count) = match remove.args.selection(&db.snapshot()?, |path| path.to_owned()) {
        Err(error @ (RemoveError::Nothing | RemoveError::Both)) => return Ok(wrong_usage(&error)),
        found => found?,
    };
    if let Some(count) = count {
        let games = counted(count, "game");
        match () {
            () if count == 0 => {}
            () if remove.yes => {
                if !remove.quiet {
                    tell(format_args!("{games} will be removed"));
                }
            }
            () if !stdin().is_terminal() => bail!("{games} would be removed; --yes removes them"),
            () if !confirm(&format!("Remove {games}? [y/N]"))? => bail!("nothing was removed"),
            () => {}
        }
    }
    let removed = if count == Some(0) {
        Removed::default()
    } else {
        db.remove(&selection)?
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
    tell(question);
    let mut answer = String::new();
    stdin().lock().read_line(&mut answer)?;
    Ok(is_yes(&answer))
}
