use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell};
use crate::args::ImportArgs;
use crate::render::{ImportReporter, summary_text};
use anyhow::{Context, Result, bail, ensure};
use bgo::files::resolved;
use bgo::import::{ImportError, ImportOptions, check_paths, import as import_archives};
use bgo::store::Access;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Import archives, folders and files of game records, or other databases
///
/// Archives are tar (also compressed with gzip) and zip; in archives and folders, files
/// that end in .sgf are read. A game that the database has gets one more source. Ctrl-C
/// stops the import and keeps what was committed; the same command adds the rest.
#[derive(Debug, clap::Args)]
pub(super) struct Import {
    #[command(flatten)]
    args: ImportArgs,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Commit after this many games, and not only when memory is full
    #[arg(long, value_name = "GAMES", value_parser = number_of_games)]
    commit_every: Option<NonZeroU64>,
    /// Write one JSON line for every rejected, repaired or duplicate game
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, import: &Import) -> Result<ExitCode> {
    check_paths(&import.args.paths, &global.database_path()?)?;
    // Before the database, which a wrong path must not create.
    let mut report = import
        .report
        .as_deref()
        .map(|path| create(path, global, import))
        .transpose()?;
    let db = global.open(Access::Write)?;
    let options = ImportOptions {
        commit_every: import.commit_every,
        stop: interrupt::handled()?,
    };
    let watch = options.stop.start();
    let mut reporter = ImportReporter::new(!import.quiet, report.as_mut().map(|file| file as &mut dyn Write));
    let outcome = import_archives(&db, &import.args.paths, &options, &mut reporter);
    drop(reporter);
    drop(watch);
    let outcome = match outcome {
        // As text, as a closed pipe is no reason to be silent here.
        Err(ImportError::Report(error)) => bail!("{}: {error}", unwritable(import)),
        Err(ImportError::Stopped(kept)) => {
            if import.json {
                print_json(&kept)?;
            }
            bail!(ImportError::Stopped(kept));
        }
        outcome => outcome?,
    };
    if import.json {
        print_json(&outcome.summary)?;
    } else if !import.quiet {
        print(summary_text(&outcome.summary))?;
    }
    for failure in &outcome.failures {
        tell(format_args!("bgo: {failure}"));
    }
    Ok(if outcome.failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Creates the report, unless that would overwrite a file of the import.
fn create(path: &Path, global: &Global, import: &Import) -> Result<File> {
    let database = global.database_path()?;
    let journals = ["-wal", "-shm", "-journal"].map(|suffix| {
        let mut journal = database.clone().into_os_string();
        journal.push(suffix);
        PathBuf::from(journal)
    });
    let mut used = import.args.paths.iter().chain([&database]).chain(&journals);
    let taken = used.any(|other| resolved(other) == resolved(path));
    ensure!(
        !taken,
        "{}: it would overwrite a file of this import",
        unwritable(import)
    );
    File::create(path).with_context(|| unwritable(import))
}

fn number_of_games(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "expected a number of games from 1 on")
}

fn unwritable(import: &Import) -> String {
    let path = import.report.as_deref().unwrap_or(Path::new(""));
    format!("the report {} cannot be written", path.display())
}
