//! Small subcommands: about the games and the file of a database, and about the program itself.

use super::global::Global;
use super::output::{self, confirm, give, print, print_json, tell_written, wrong_usage};
use super::question::QuestionArgs;
use super::{Cli, interrupt};
use crate::args::{
    AliasArgs, Change, DuplicatesArgs, ExportArgs, FilterArgs, OutArgs, Removal, SgfArgs, SqlArgs, check_database,
    checked_text, database_files, removed_text, require_selection, require_sound, with_archives,
};
use crate::render::stdout;
use anyhow::{Context, Result};
use bgo::internal::files::{NewFile, create_folder};
use bgo::internal::go::HashTable;
use bgo::internal::query::{Choice, Filter, Find};
use bgo::internal::sql::SqlError;
use bgo::internal::store::{Access, Checked, Database, Removed, StoreError};
use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::fs;
use std::io::{IsTerminal, Read, Write, stdin};
use std::path::Path;
use std::process::ExitCode;

pub(super) fn duplicates(global: &Global, args: &DuplicatesArgs) -> Result<ExitCode> {
    if !args.remove {
        let snapshot = global.snapshot()?;
        let used = database_files(snapshot.path());
        return give(&args.form.out, &used, || args.ask(&snapshot));
    }
    let db = global.open_existing()?;
    let snapshot = db.snapshot()?;
    let joins = args.redundant(&snapshot)?;
    let change = Change::Join(joins.len() as u64);
    confirm(args.yes, false, change, || {
        Ok(change.question_about(&snapshot, joins.iter().map(|join| join.game))?)
    })?;
    drop(snapshot);
    db.join(&joins)?;
    print(args.joined(&joins))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn alias(global: &Global, args: &AliasArgs) -> Result<ExitCode> {
    if args.is_change() {
        let db = global.open_existing()?;
        return give(&args.form.out, &database_files(db.path()), || args.change(&db));
    }
    let snapshot = global.snapshot()?;
    let used = database_files(snapshot.path());
    give(&args.form.out, &used, || args.ask(&snapshot))
}

pub(super) fn sgf(global: &Global, args: &SgfArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    let out = args.out.begin(Path::to_owned, &database_files(snapshot.path()))?;
    out.write(&args.file(&args.record(&snapshot)?))?;
    tell_written(&args.out);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn export(
    global: &Global,
    args: &ExportArgs,
    asked: &QuestionArgs<false>,
    filter: &FilterArgs,
) -> Result<ExitCode> {
    let is_about_all = !asked.has_subject();
    if let Some(folder) = &args.dataset {
        let is_about_all = is_about_all && args.target.is_none();
        let is_whole = is_about_all && asked.size().is_none() && filter.filter() == Filter::default();
        if !is_whole {
            return Ok(wrong_usage(
                &"--dataset exports the whole database: leave out the target, the moves, the pattern and the conditions",
            ));
        }
        print(args.export_dataset(&global.snapshot()?, folder)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let question = asked.question(None)?;
    let form = match args.form(args.target()) {
        Ok(form) => form,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    if args.all && !is_about_all {
        return Ok(wrong_usage(
            &"--all is about games whatever their positions: leave it out, or moves, --area and --pattern",
        ));
    }
    if is_about_all && asked.swap() {
        return Ok(wrong_usage(
            &"--swap is about a position: give the moves that lead to it",
        ));
    }
    if !is_about_all && !args.word.is_empty() {
        return Ok(wrong_usage(
            &"--word finds games by their words alone: leave it out, or the moves, --stones, --area and --pattern",
        ));
    }
    let snapshot = global.snapshot()?;
    let path = args.target().to_owned();
    let filter = with_archives(filter.filter(), &snapshot, Path::to_path_buf)?;
    let text = if is_about_all {
        let filter = match asked.size() {
            Some(size) => Filter {
                size: size.into(),
                ..filter
            },
            None => filter,
        };
        let (filter, words) = (&filter, &args.word);
        args.export(&snapshot, &Choice::Find(Find { filter, words }), path, form)?
    } else {
        let question = question.under(filter);
        args.export(&snapshot, &Choice::Position(&question), path, form)?
    };
    print(text)?;
    Ok(ExitCode::SUCCESS)
}

/// The most bytes that are read of a query: more than it may have, so that a longer one is refused.
const LONGEST_QUERY: u64 = 128 << 10;

pub(super) fn sql(global: &Global, mut args: SqlArgs) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    if !args.has_query() && !stdin().is_terminal() {
        let mut query = String::new();
        let _waiting = interrupt::interrupt().wait();
        let read = stdin().take(LONGEST_QUERY).read_to_string(&mut query);
        read.context("the query on standard input cannot be read")?;
        args.set_query(query);
    }
    let out = args.out.begin(Path::to_owned, &database_files(db.path()))?;
    match args.out.file() {
        None if args.is_for_people() => output::print(args.ask(&db)?)?,
        None => args.write(&db, &mut out.writer()?)?,
        Some(_) => match args.write(&db, &mut out.writer()?) {
            Err(SqlError::Output(error)) => return Err(out.failed(error).into()),
            written => written?,
        },
    }
    out.complete()?;
    tell_written(&args.out);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn remove(
    global: &Global,
    filter: &FilterArgs<true>,
    yes: bool,
    json: bool,
    quiet: bool,
) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let snapshot = db.snapshot()?;
    let filter = filter.filter();
    let by_name = match require_selection(&filter) {
        Ok(by_name) => by_name,
        Err(wrong) => return Ok(wrong_usage(&wrong)),
    };
    let removal = Removal::of(filter, &snapshot, Path::to_owned)?;
    let change = removal.change();
    // Whoever names games without a terminal has chosen them.
    if !by_name || stdin().is_terminal() {
        confirm(yes, quiet || by_name, change, || Ok(removal.question_about(&snapshot)?))?;
    }
    drop(snapshot);
    let removed = if change.is_nothing() && !by_name {
        Removed::default()
    } else {
        db.remove(&removal.selection)?
    };
    if json {
        print_json(&removed)?;
    } else if !quiet {
        print(removed_text(&removed))?;
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(clap::Args, Debug)]
pub(super) struct Check {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress, and nothing if there are no problems
    #[arg(long, short)]
    quiet: bool,
    /// Verify checksums and numbers of rows only, and replay no game
    #[arg(long, conflicts_with = "repair")]
    quick: bool,
    /// First rebuild damaged data that other parts of the database determine
    #[arg(long)]
    repair: bool,
}

pub(super) fn check(global: &Global, check: &Check) -> Result<ExitCode> {
    let path = global.database_path()?;
    let mut repaired = None;
    if check.repair {
        let interrupt = interrupt::interrupt().clone();
        repaired = Some(Database::repair(&path, global.hash_table()?, interrupt)?);
    }
    let checked = checked(global, check)?;
    print(checked_text(&checked, repaired.as_deref(), check.json, check.quiet))?;
    require_sound(&checked, &path).map_err(anyhow::Error::msg)?;
    Ok(ExitCode::SUCCESS)
}

fn checked(global: &Global, check: &Check) -> Result<Checked> {
    match global.open(Access::Read) {
        Ok(db) if check.quick => Ok(check_database(&db, check.quiet, Database::check_sums)?),
        Ok(db) => Ok(check_database(&db, check.quiet, Database::check)?),
        // Nothing of such a file can be read.
        Err(error) => match error.downcast()? {
            StoreError::OtherSchema { problems, .. } => Ok(Checked {
                problems,
                ..Checked::default()
            }),
            error => Err(error.into()),
        },
    }
}

pub(super) fn hash_table(global: &Global, seed: u64, out: &OutArgs) -> Result<ExitCode> {
    let used = database_files(&global.database_path()?);
    give(out, &used, || {
        Ok::<_, anyhow::Error>(HashTable::generate(seed).to_json().into())
    })
}

pub(super) fn completions(shell: Shell) -> Result<ExitCode> {
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "bgo", &mut script);
    let mut out = stdout();
    out.write_all(&script)
        .and_then(|()| out.flush())
        .context("standard output cannot be written")?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page of the program, or writes those of all commands to a folder.
pub(super) fn man(folder: Option<&Path>, overwrite: bool) -> Result<ExitCode> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = folder else {
        print(String::from_utf8(page(command)?)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    create_folder(folder).with_context(|| format!("{} is not a folder and cannot be made one", folder.display()))?;
    for command in with_subcommands(command) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        let page = page(command)?;
        // A run that was interrupted goes on.
        if fs::read(&path).ok().as_ref() != Some(&page) {
            NewFile::write(&path, overwrite, &page)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn with_subcommands(command: Command) -> Vec<Command> {
    let below: Vec<Command> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned()
        .flat_map(with_subcommands)
        .collect();
    [command].into_iter().chain(below).collect()
}

fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
