//! Small subcommands: about the games and the file of a database, and about the program itself.

use super::global::Global;
use super::output::{self, confirm, give, print, print_json, wrong_usage};
use super::question::QuestionArgs;
use super::{Cli, interrupt};
use crate::args::{
    Change, CheckArgs, CheckReport, DuplicatesArgs, ExportArgs, FilterArgs, OutArgs, RemoveArgs, SgfArgs, SqlArgs,
    Used, YesArgs, removal_question, removed_text, with_archives,
};
use crate::render::stdout;
use anyhow::{Context, Result};
use bgo::files::{NewFile, create_folder};
use bgo::go::HashTable;
use bgo::query::{Choice, Filter, Find};
use bgo::sql::SqlError;
use bgo::store::{Access, Checked, Database, Removed, StoreError};
use clap::{Args, Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::fs;
use std::io::{IsTerminal, Read, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn duplicates(global: &Global, args: &DuplicatesArgs) -> Result<ExitCode> {
    if !args.remove {
        let snapshot = global.snapshot()?;
        let used = Used::database(snapshot.path());
        return give(&args.form.out, &used, || args.ask(&snapshot));
    }
    let db = global.open_existing()?;
    let joins = args.redundant(&db.snapshot()?)?;
    let change = Change::Join(joins.len() as u64);
    confirm(args.yes, false, change, || Ok(change.question()))?;
    db.join(&joins)?;
    print(args.joined(&joins))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn sgf(global: &Global, args: &SgfArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    let out = args.out.begin(Path::to_owned, &Used::database(snapshot.path()))?;
    out.write(&args.file(&args.record(&snapshot)?))?;
    Ok(ExitCode::SUCCESS)
}

const SIZE: &str = "Lines of the board; without moves, an area or a diagram, only games on such a board";
const SWAP: &str = "Also count the position with the colours exchanged; only with moves";

/// Export games as SGF files or tables
///
/// Exports all games that meet the conditions; with moves, only those that reach the
/// position they lead to; with an area or a diagram, only those that have this part. With
/// --dataset, exports the whole database.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |size| size.help(SIZE)), mut_arg("swap", |swap| swap.help(SWAP)))]
pub(super) struct Export {
    #[command(flatten)]
    args: ExportArgs,
    #[command(flatten)]
    question: QuestionArgs<false>,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn export(global: &Global, export: &Export) -> Result<ExitCode> {
    let is_about_all = !export.question.has_subject();
    if let Some(folder) = &export.args.dataset {
        let is_about_all = is_about_all && export.args.target.is_none();
        let is_whole = is_about_all && export.question.size().is_none() && export.filter.filter() == Filter::default();
        if !is_whole {
            return Ok(wrong_usage(
                &"--dataset exports the whole database: leave out the target, the moves, the pattern and the conditions",
            ));
        }
        print(export.args.export_dataset(&global.snapshot()?, folder)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let question = export.question.question(None)?;
    let form = match export.args.form(export.args.target()) {
        Ok(form) => form,
        Err(error) => return Ok(wrong_usage(&error)),
    };
    if export.args.all && !is_about_all {
        return Ok(wrong_usage(
            &"--all is about games whatever their positions: leave it out, or moves, --area and --pattern",
        ));
    }
    if is_about_all && export.question.swap() {
        return Ok(wrong_usage(
            &"--swap is about a position: give the moves that lead to it",
        ));
    }
    if !is_about_all && !export.args.word.is_empty() {
        return Ok(wrong_usage(
            &"--word finds games by their words alone: leave it out, or the moves, --stones, --area and --pattern",
        ));
    }
    let snapshot = global.snapshot()?;
    let path = export.args.target().to_owned();
    let filter = with_archives(export.filter.filter(), &snapshot, Path::to_path_buf)?;
    let text = if is_about_all {
        let filter = match export.question.size() {
            Some(size) => Filter {
                size: size.into(),
                ..filter
            },
            None => filter,
        };
        let (filter, words) = (&filter, &export.args.word);
        export
            .args
            .export(&snapshot, &Choice::Find(Find { filter, words }), path, form)?
    } else {
        let question = question.under(filter);
        export
            .args
            .export(&snapshot, &Choice::Position(&question), path, form)?
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
    let out = args.out.begin(Path::to_owned, &Used::database(db.path()))?;
    match args.out.file() {
        None if args.is_for_people() => output::print(args.ask(&db)?)?,
        None => args.write(&db, &mut out.writer()?)?,
        Some(_) => match args.write(&db, &mut out.writer()?) {
            Err(SqlError::Output(error)) => return Err(out.failed(error).into()),
            written => written?,
        },
    }
    out.complete()?;
    Ok(ExitCode::SUCCESS)
}

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

pub(super) fn remove(global: &Global, remove: &Remove) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let snapshot = db.snapshot()?;
    if let Err(wrong) = remove.args.verify() {
        return Ok(wrong_usage(&wrong));
    }
    let (selection, games) = remove.args.selection(&snapshot, Path::to_owned)?;
    let by_name = remove.args.by_name();
    // Whoever names games without a terminal has chosen them.
    if !by_name || stdin().is_terminal() {
        let change = Change::Remove(games.len() as u64);
        confirm(remove.yes, remove.quiet || by_name, change, || {
            Ok(removal_question(&snapshot, &games)?)
        })?;
    }
    drop(snapshot);
    let removed = if games.is_empty() && !by_name {
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

/// Verify the database from top to bottom
///
/// Replays every stored game, finds it in the index, and verifies that the index has
/// nothing else. Each problem is printed on a line; the exit status is 1 if there are any.
///
/// With --repair, first rebuilds damaged data that other parts determine: views, indexes,
/// and the columns, labels, words and courses of games. Games, records and sources are not changed.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    #[command(flatten)]
    check: CheckArgs,
    /// First rebuild damaged data that other parts of the database determine
    #[arg(long)]
    repair: bool,
}

pub(super) fn check(global: &Global, args: &Check) -> Result<ExitCode> {
    let path = global.database_path()?;
    let repaired = if args.repair {
        Some(Database::repair(
            &path,
            global.hash_table()?,
            interrupt::interrupt().clone(),
        )?)
    } else {
        None
    };
    let checked = checked(global, args.check)?;
    let report = CheckReport { checked, repaired };
    print(args.check.text(&report))?;
    report.require_sound(&path)?;
    Ok(ExitCode::SUCCESS)
}

fn checked(global: &Global, args: CheckArgs) -> Result<Checked> {
    match global.open(Access::Read) {
        Ok(db) => Ok(args.check(&db)?),
        // Nothing of such a file can be read.
        Err(error) => match error.downcast() {
            Ok(StoreError::OtherSchema { problems, .. }) => Ok(Checked {
                problems,
                ..Checked::default()
            }),
            Ok(error) => Err(error.into()),
            Err(error) => Err(error),
        },
    }
}

/// Print a hash table, the random numbers of all hashes
///
/// A few of the numbers are the same for every seed, so that the board hashes published with the
/// first version of the program stay valid.
#[derive(Debug, clap::Args)]
pub(super) struct HashTableArgs {
    /// The seed of the table; 0 is the built-in one
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
}

pub(super) fn hash_table(global: &Global, args: &HashTableArgs) -> Result<ExitCode> {
    let used = Used::database(&global.database_path()?);
    give(&args.out, &used, || {
        Ok::<_, anyhow::Error>(HashTable::generate(args.seed).to_json().into())
    })
}

/// Print the completions of a shell, which complete commands and options of bgo
///
/// bash: bgo completions bash > ~/.local/share/bash-completion/completions/bgo
/// zsh: bgo completions zsh > _bgo, in a folder of $fpath
/// fish: bgo completions fish > ~/.config/fish/completions/bgo.fish
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "bgo", &mut script);
    let mut out = stdout();
    out.write_all(&script)
        .and_then(|()| out.flush())
        .context("standard output cannot be written")?;
    Ok(ExitCode::SUCCESS)
}

/// Print the manual page of bgo, or write the pages of all commands
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The folder for the pages bgo.1, bgo-search.1 and so on
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace existing pages
    #[arg(long, requires = "out")]
    overwrite: bool,
}

pub(super) fn man(args: &ManArgs) -> Result<ExitCode> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
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
            NewFile::write(&path, args.overwrite, &page)?;
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
