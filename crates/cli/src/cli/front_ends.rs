//! Subcommands that start another front end: the shell, the GTP engine.

use super::global::{self, Global, data_folder};
use super::interrupt;
use super::output::{WrongUsage, tell};
use crate::args::{DEMO, set_aside, with_archives, write_games};
use crate::gtp::{Engine, EngineArgs, converse};
use crate::render::{ImportReporter, counted, summary_text};
use crate::shell::{FirstScreen, Session, SessionDatabase, run_interactive, run_script};
use anyhow::{Context, Result};
use bgo::internal::go::BoardSize;
use bgo::internal::import::{ImportOptions, import_with};
use bgo::internal::query::{Question, SearchBoard};
use bgo::internal::store::{Access, Database, StoreError};
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

/// Explore the database in the shell, as `bgo` alone does
///
/// Type `help` there to see the commands. Commands from a pipe are run without a prompt, up to
/// the first one that fails.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct ShellArgs {
    /// Start without the welcome screen
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Also show folders, the path of the database and all commands on the welcome screen
    #[arg(long, conflicts_with = "quiet")]
    verbose: bool,
    /// Run these commands, separated by ";", and end
    #[arg(short, value_name = "COMMANDS")]
    commands: Option<String>,
    /// With -c or piped commands, print every answer as a line of JSON, and no boards
    #[arg(long)]
    json: bool,
    /// With -c or piped commands, go on after an error
    #[arg(long)]
    keep_going: bool,
}

impl ShellArgs {
    const fn first_screen(&self) -> FirstScreen {
        match (self.quiet, self.verbose) {
            (true, _) => FirstScreen::None,
            (false, true) => FirstScreen::Long,
            (false, false) => FirstScreen::Short,
        }
    }

    pub(super) fn is_only_json(&self) -> bool {
        self.json && !self.quiet && !self.verbose && !self.keep_going && self.commands.is_none()
    }
}

pub(super) fn shell(global: &Global, args: &ShellArgs) -> Result<ExitCode> {
    start_shell(open(global)?, args)
}

pub(super) fn start_shell(database: SessionDatabase, args: &ShellArgs) -> Result<ExitCode> {
    let directory = std::env::current_dir().context("there is no working directory")?;
    let mut session = Session::new(database, directory);
    session.is_json = args.json;
    interrupt::handled()?;
    let status = match &args.commands {
        Some(commands) => {
            session.has_standard_input = true;
            run_script(&mut session, commands.as_bytes(), args.keep_going)?
        }
        None if stdin().is_terminal() && stdout().is_terminal() => {
            if args.json {
                return Err(WrongUsage::saying("--json needs -c or piped commands"));
            }
            run_interactive(&mut session, args.first_screen())?;
            0
        }
        None => run_script(&mut session, stdin().lock(), args.keep_going)?,
    };
    Ok(ExitCode::from(status))
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

pub(super) fn is_refusal(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(StoreError::Sqlite { .. } | StoreError::ReadOnly(_))
    )
}

pub(super) fn demo(global: &Global, args: &ShellArgs) -> Result<ExitCode> {
    let folder = data_folder()?;
    // BGO_DB names the user's own database.
    let path = match &global.db {
        Some(path) => path.clone(),
        None => {
            let kept = set_aside(&folder).with_context(|| format!("{} cannot be written", folder.display()))?;
            kept.iter().for_each(tell);
            folder.join(DEMO)
        }
    };
    let db = global::open(&path, global.hash_table()?, Access::Write)?;
    let games = db.snapshot()?.state()?.games;
    if games == 0 {
        import_archive(&db, &folder)?;
    } else if !args.quiet {
        tell(format_args!(
            "Using {} with {}.",
            path.display(),
            counted(games, "game")
        ));
    }
    start_shell(db.into(), args)
}

fn import_archive(db: &Database, folder: &Path) -> Result<()> {
    let archive = write_games(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
    tell(format_args!(
        "Importing {} into {} ...",
        archive.display(),
        db.path().display()
    ));
    let mut reporter = ImportReporter::new(true, None);
    let outcome = import_with(db, &[archive], &ImportOptions::default(), &mut reporter)?;
    drop(reporter);
    tell(summary_text(&outcome.summary).trim_end());
    match outcome.failures.into_iter().next() {
        Some(failure) => Err(failure.into()),
        None => Ok(()),
    }
}

pub(super) fn gtp(global: &Global, args: EngineArgs) -> Result<ExitCode> {
    let database = global.open(Access::Read)?;
    let snapshot = database.snapshot()?;
    let filter = with_archives(args.filter.filter(), &snapshot, Path::to_path_buf)?;
    // A name that no game has is told at once.
    let empty = Question::new(SearchBoard::new(BoardSize::MAX)).under(filter.clone());
    empty.swapping(args.swap).count(&snapshot)?;
    drop(snapshot);
    converse(&mut Engine::new(database, args, filter), stdin(), &mut stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
