use super::interrupt;
use super::output::tell;
use crate::args::{Change, YesArgs, is_yes};
use anyhow::{Result, bail};
use std::io::{BufRead, IsTerminal, stdin};

/// Fails unless the user consents to a change: by --yes, which says so unless `quiet`, or
/// on the terminal, by the answer to `question`.
pub(super) fn confirm(
    YesArgs { yes }: YesArgs,
    quiet: bool,
    change: Change,
    question: impl FnOnce() -> Result<String>,
) -> Result<()> {
    match () {
        () if change.is_nothing() || yes && quiet => {}
        () if yes => tell(change.notice()),
        () if !stdin().is_terminal() => bail!(change.refusal()),
        () if !ask(&question()?)? => bail!(change.nothing()),
        () => {}
    }
    Ok(())
}

/// Asks on the terminal.
fn ask(question: &str) -> Result<bool> {
    format!("{question} [y/N]").lines().for_each(tell);
    let mut answer = String::new();
    let _waiting = interrupt::interrupt().wait();
    stdin().lock().read_line(&mut answer)?;
    Ok(is_yes(&answer))
}
