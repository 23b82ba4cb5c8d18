//! Subcommands that start another front end: the shell, the GTP engine, the server.

use super::global::{self, Global, data_folder};
use super::interrupt;
use super::output::tell;
use crate::args::with_archives;
use crate::gtp::{Engine, EngineArgs, converse};
use crate::render::{ImportReporter, counted, summary_text};
use crate::shell::{Session, SessionDatabase, run_interactive, run_script};
use crate::web::{self, FAREWELL, host_name};
use anyhow::{Context, Result};
use axum::http::HeaderValue;
use bgo::internal::bundled::GAMES;
use bgo::internal::files::{NewFile, create_folder};
use bgo::internal::go::BoardSize;
use bgo::internal::import::{ImportOptions, import_with};
use bgo::internal::query::{Question, SearchBoard};
use bgo::internal::store::{Access, Database, StoreError};
use std::io::{IsTerminal, stdin, stdout};
use std::net::{Ipv6Addr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

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

pub(super) fn shell(global: &Global, args: &ShellArgs) -> Result<ExitCode> {
    start_shell(open(global)?, args)
}

pub(super) fn start_shell(database: SessionDatabase, args: &ShellArgs) -> Result<ExitCode> {
    let directory = std::env::current_dir().context("there is no working directory")?;
    let mut session = Session::new(database, directory);
    interrupt::handled()?;
    let status = match &args.commands {
        Some(commands) => {
            session.has_standard_input = true;
            run_script(&mut session, commands.as_bytes(), args.keep_going)?
        }
        None if stdin().is_terminal() && stdout().is_terminal() => {
            run_interactive(&mut session, args.quiet)?;
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

fn is_refusal(error: &anyhow::Error) -> bool {
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
        None => folder.join("demo.sqlite"),
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
    // In a file, so that the user can look at the source of every game.
    let archive = folder.join("selfplay.tgz");
    create_folder(folder).with_context(|| format!("{} cannot be written", archive.display()))?;
    NewFile::write(&archive, true, GAMES)?;
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

pub(super) fn address(text: &str) -> Result<String, &'static str> {
    let is_address = match text.rsplit_once(':') {
        _ if text.parse::<SocketAddr>().is_ok() => true,
        Some((name, port)) => is_name(name) && port.parse::<u16>().is_ok(),
        None => false,
    };
    if is_address {
        Ok(text.to_owned())
    } else {
        Err("an address is a host and a port, such as 127.0.0.1:5000, [::1]:5000 or localhost:5000")
    }
}

pub(super) fn host(text: &str) -> Result<String, &'static str> {
    let ipv6 = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if ipv6.is_some_and(|text| text.parse::<Ipv6Addr>().is_ok()) || is_name(text) {
        Ok(host_name(text))
    } else {
        Err("a host is a name or an IP address without a port, such as go.example or [2001:db8::1]")
    }
}

fn is_name(text: &str) -> bool {
    !host_name(text).is_empty() && has_only(text, "-._")
}

fn has_only(text: &str, others: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

/// Reads a path, and returns it with a slash at both ends.
pub(super) fn base(text: &str) -> Result<String, &'static str> {
    const WRONG: &str = "a path is made of letters, digits and -._~ between slashes, such as /bgo/";
    let path = text.strip_prefix('/').ok_or(WRONG)?;
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.is_empty() {
        Ok("/".to_owned())
    } else if path
        .split('/')
        .all(|folder| !["", ".", ".."].contains(&folder) && has_only(folder, "-._~"))
    {
        Ok(format!("/{path}/"))
    } else {
        Err(WRONG)
    }
}

/// Reads an origin as browsers send it.
pub(super) fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    const WRONG: &str = "an origin is a scheme and a host, and a port if there is one: https://go.example:8080";
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && has_only(host, "-.:[]") => HeaderValue::from_str(text).map_err(|_| WRONG),
        _ => Err(WRONG),
    }
}

pub(super) fn serve(
    global: &Global,
    listen: &str,
    mut hosts: Vec<String>,
    base: &str,
    origins: Vec<HeaderValue>,
) -> Result<ExitCode> {
    let database = global.open(Access::Read)?;
    // The host of the address, unless it is an IP address.
    if let Some((name, _)) = listen
        .rsplit_once(':')
        .filter(|_| listen.parse::<SocketAddr>().is_err())
    {
        hosts.push(host_name(name));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the server cannot start")?;
    let _running = interrupt::start()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let listening = web::bind(database, listen, hosts, base, origins).await;
        let listening = listening.and_then(|(listener, app)| Ok((listener.local_addr()?, listener, app)));
        let (address, listener, app) = listening.with_context(|| format!("cannot listen on {listen}"))?;
        if !address.ip().is_loopback() {
            tell(format_args!(
                "bgo: warning: {address} can be reached by other computers; anyone who can reach it can read the whole database"
            ));
        }
        tell(format_args!("listening on http://{address}{base}"));
        web::serve(listener, app, stop).await;
        Ok::<_, anyhow::Error>(())
    })?;
    // Nobody waits for the answers that are still being computed.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// Returns a future that is ready when the program is told to stop. A program that then does not
/// end, because the system lets its threads wait for something, is ended.
fn stop_signal() -> Result<impl Future<Output = ()>> {
    const LOOK: Duration = Duration::from_millis(50);
    let interrupt = interrupt::handled()?;
    let (tell, told) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let started = thread.spawn(move || {
        while !interrupt.is_set() {
            sleep(LOOK);
        }
        let _ = tell.send(());
        sleep(2 * FAREWELL);
        std::process::exit(0);
    });
    started.context("the server cannot start")?;
    Ok(async {
        let _ = told.await;
    })
}
