use super::global::Global;
use super::interrupt;
use crate::shell::{Session, SessionDatabase, run_interactive, run_script};
use anyhow::{Context, Result};
use bgo::store::{Access, StoreError};
use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;

/// Explore the database in the shell, as `bgo` alone does
///
/// Type `help` there to see the commands. Commands from a pipe are run without a prompt, up to
/// the first one that fails.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct ShellArgs {
    /// Show no first screen
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
pub(super) fn start(database: SessionDatabase, args: &ShellArgs) -> Result<ExitCode> {
    let directory = std::env::current_dir().context("there is no working directory")?;
    let mut session = Session::new(database, directory);
    interrupt::handled()?;
    let status = match &args.commands {
        Some(commands) => {
            session.allow_standard_input();
            run_script(&mut session, commands.as_bytes(), args.keep_going)?
        }
        None if stdin().is_terminal() && stdout().is_terminal() => run_interactive(&mut session, args.quiet)?,
        None => run_script(&mut session, stdin().lock(), args.keep_going)?,
    };
    Ok(status.into())
}

/// Opens the database to read and write, or only to read if the file system allows no
/// more. A missing one is not made.
fn open(global: &Global) -> Result<SessionDatabase> {
    let path = global.database_path()?;
    if !path.exists() {
        return Ok(SessionDatabase::missing(
            path,
            global.hash_table()?,
            interrupt::interrupt().clone(),
        ));
    }
    let opened = match global.open(Access::Write) {
        Err(error) if is_refusal(&error) => global.open(Access::Read),
        other => other,
    };
    Ok(opened?.into())
}

fn is_refusal(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(StoreError::Sqlite { .. } | StoreError::ReadOnly(_) | StoreError::OlderReadOnly(_))
    )
}
