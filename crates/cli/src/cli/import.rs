use super::global::Global;
use super::interrupt;
use super::output::{WrongUsage, print, print_json, tell};
use crate::args::{ImportArgs, Out, Used, is_standard, spool};
use crate::render::{ImportReporter, summary_text};
use anyhow::{Result, bail};
use bgo::import::{ImportError, ImportOptions, check_paths, import as import_archives};
use bgo::store::Access;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Import archives, folders and files of game records, or other databases
///
/// Archives are tar (also compressed with gzip, bzip2, xz or Zstandard), zip and 7z, also
/// inside archives and folders; files are read that begin like a record or end in .sgf,
/// .gib, .ngf, .ugf or .ugi. A game that the database has gets
/// one more source. Ctrl-C stops the import and keeps what was committed; the same command
/// adds the rest. With --dataset, the conditions choose games of the dataset.
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
    /// Write one JSON line for every rejected, repaired or duplicate game; - is standard output
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace an existing report
    #[arg(long, requires = "report")]
    overwrite: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(global: &Global, import: &Import) -> Result<ExitCode> {
    let stop = interrupt::handled()?;
    // Also while the database is opened.
    let running = stop.start();
    let filter = import.args.filter().map_err(WrongUsage::saying)?;
    let mut paths = import.args.paths(Path::to_owned);
    import.args.require_dataset(&paths)?;
    let spooled = spool(&mut paths, &stop)?;
    let options = ImportOptions {
        commit_every: import.commit_every,
        stop: stop.clone(),
        spooled: spooled.as_ref().map(|spooled| spooled.path().to_owned()),
        filter,
    };
    check_paths(&paths, &global.database_path()?, &global.hash_table()?, &options)?;
    // Before the database, which a wrong path must not create.
    let mut report = Report::begin(global, import)?;
    let db = global.open(Access::Write)?;
    let mut reporter = ImportReporter::new(
        !import.quiet,
        report.as_mut().map(|report| &mut report.writer as &mut dyn Write),
    );
    let outcome = import_archives(&db, &paths, &options, &mut reporter);
    drop(reporter);
    drop(running);
    let reported = report.map_or(Ok(()), |report| report.complete(outcome.is_ok()));
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
    reported?;
    if import.json {
        print_json(&outcome.summary)?;
    } else if !import.quiet {
        let text = summary_text(&outcome.summary);
        match import.report.as_deref().is_some_and(is_standard) {
            true => tell(text.trim_end()),
            false => print(text)?,
        }
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

/// The file of a report.
struct Report {
    out: Out,
    writer: Box<dyn Write + Send>,
}

impl Report {
    /// Begins the report that is asked for, unless that would replace a file of the import.
    fn begin(global: &Global, import: &Import) -> Result<Option<Self>> {
        let Some(path) = &import.report else { return Ok(None) };
        if import.json && is_standard(path) {
            return Err(WrongUsage::saying(
                "--json and --report - both write to standard output; name a file for the report",
            ));
        }
        let used = Used::database(&global.database_path()?).and_inputs(&import.args.paths(Path::to_owned));
        let out = Out::begin(path, import.overwrite, &used)?;
        let writer = out.writer()?;
        Ok(Some(Self { out, writer }))
    }

    /// Gives the report its name, unless the import failed before its first line. What was
    /// committed is in the report whatever happened next.
    fn complete(mut self, is_done: bool) -> Result<()> {
        let flushed = self.writer.flush().map_err(|error| self.out.failed(error));
        drop(self.writer);
        if is_done && flushed.is_ok() || self.out.has_content() {
            self.out.complete()?;
        }
        Ok(flushed?)
    }
}

fn number_of_games(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "expected a number of games from 1 on")
}

fn unwritable(import: &Import) -> String {
    let path = import.report.as_deref().unwrap_or(Path::new(""));
    format!("the report {} cannot be written", path.display())
}
