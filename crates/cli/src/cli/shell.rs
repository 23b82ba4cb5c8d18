use super::global::Global;
use super::interrupt;
use crate::shell::{Session, run_interactive, run_script};
use anyhow::{Context, Result};
use bgo::store::{Access, Database, StoreError};
use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;

/// Explore the database in the shell, as `bgo` alone does
///
/// Type `help` there to see the commands. Commands from a pipe are run without a prompt, up to
/// the first one that fails.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct ShellArgs {
    /// Show no start-up lines
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Run these commands, separated by ";", and end
    #[arg(short, value_name = "COMMANDS")]
    commands: Option<String>,
    /// Of -c and of a pipe, also run the commands after one that fails
    #[arg(long)]
    keep_going: bool,
}

pub(super) fn run(global: &Global, args: &ShellArgs) -> Result<ExitCode> {
    start(open(global)?, args)
}

/// Opens the shell on a database.
pub(super) fn start(database: Database, args: &ShellArgs) -> Result<ExitCode> {
    let directory = std::env::current_dir().context("there is no working directory")?;
    let mut session = Session::new(database, directory);
    interrupt::handled()?;
    let status = match &args.commands {
        Some(commands) => run_script(&mut session, commands.as_bytes(), args.keep_going)?,
        None if stdin().is_terminal() && stdout().is_terminal() => run_interactive(&mut session, args.quiet)?,
        None => run_script(&mut session, stdin().lock(), args.keep_going)?,
    };
    Ok(status.into())
}

/// Opens the database to read and write, or only to read if the file system allows no
/// more.
fn open(global: &Global) -> Result<Database> {
    match global.open(Access::Write) {
        Err(error) if is_refusal(&error) && global.database_path()?.exists() => global.open(Access::Read),
        other => other,
    }
}

fn is_refusal(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(StoreError::Sqlite { .. } | StoreError::OlderReadOnly(_))
    )
}
