//! `bgo analyses`: analyses of positions by engines.

use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell};
use crate::render::{CountBar, counted};
use anyhow::Result;
use bgo::evaluation::katago::Perspective;
use bgo::import::{ImportedAnalyses, check_analysis_files, import_analyses, read_stored_analyses};
use bgo::query::analyses;
use bgo::store::{Access, AnalysisFile, Database, Snapshot, StoreError};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Import evaluations of positions by engines, which searches show beside the counts
///
/// `bgo analyses import` reads files of KataGo's analysis engine. `bgo import` reads the
/// evaluations in game records by Lizzie, LizzieYzy, Sabaki and KaTrain.
#[derive(Debug, Args)]
pub(super) struct AnalysesArgs {
    #[command(subcommand)]
    command: AnalysesCommand,
}

#[derive(Debug, Subcommand)]
enum AnalysesCommand {
    Import(ImportAnalysesArgs),
    List(ListAnalysesArgs),
    Read(ReadAnalysesArgs),
    /// Remove imported files of analyses from the database
    ///
    /// Analyses from game records are removed with their records (`bgo remove`).
    Remove(ImportedFilesArgs),
}

pub(super) fn run(global: &Global, args: &AnalysesArgs) -> Result<ExitCode> {
    match &args.command {
        AnalysesCommand::Import(args) => import(global, args),
        AnalysesCommand::List(args) => list(global, args),
        AnalysesCommand::Read(args) => read(global, args),
        AnalysesCommand::Remove(args) => remove(global, args),
    }
}

/// The maximum number of faulty lines to print without --json.
const TOLD: usize = 10;

/// Import files of KataGo's analysis engine: its queries and its responses
///
/// A response does not say what position it is about; its query does. Both may stand in one file
/// or in several, in any order, plain or compressed by gzip. Either all files are stored or none.
/// Importing a file again replaces its analyses, unless the file no longer has any.
#[derive(Debug, clap::Args)]
struct ImportAnalysesArgs {
    /// Files with a query or a response on each line
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The side whose win rates the engine reported (its setting reportAnalysisWinratesAs). A
    /// query that overrides the setting takes precedence
    #[arg(long, value_name = "SIDE", value_enum, default_value = "black")]
    win_rates: Side,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    /// BLACK, as in KataGo's analysis_example.cfg
    Black,
    /// WHITE
    White,
    /// SIDETOMOVE, the colour to play
    ToPlay,
}

impl From<Side> for Perspective {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
            Side::ToPlay => Self::ToPlay,
        }
    }
}

fn import(global: &Global, args: &ImportAnalysesArgs) -> Result<ExitCode> {
    // Before the database, which a wrong name must not create.
    check_analysis_files(&args.files)?;
    let db = global.open(Access::Write)?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::of_bytes(!args.quiet);
    let imported = import_analyses(&db, &args.files, args.win_rates.into(), &stop, |done, all| {
        bar.tell(done, all)
    });
    drop(bar);
    drop(watch);
    let imported = imported?;
    if args.json {
        print_json(&imported)?;
    } else {
        if !args.quiet {
            print(summary(&imported))?;
        }
        for fault in imported.faults.iter().take(TOLD) {
            tell(format_args!(
                "bgo: {}, line {}: {}",
                fault.file, fault.line, fault.reason
            ));
        }
        if imported.faulty_lines > TOLD as u64 {
            let more = counted(imported.faulty_lines - TOLD as u64, "more line");
            tell(format_args!("bgo: {more} could not be used; --json names up to 1,000"));
        }
    }
    Ok(if imported.faulty_lines == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn summary(imported: &ImportedAnalyses) -> String {
    let ImportedAnalyses {
        files,
        queries,
        analyses,
        repeated,
        faulty_lines,
        ..
    } = imported;
    let queries = match queries {
        1 => "1 query".to_owned(),
        queries => format!("{queries} queries"),
    };
    let analyses = match analyses {
        1 => "1 analysis".to_owned(),
        analyses => format!("{analyses} analyses"),
    };
    format!(
        "{analyses} in {} for {queries}; {repeated} of positions with more visits, {} without use\n",
        counted(*files, "file"),
        counted(*faulty_lines, "line")
    )
}

/// List the imported files of analyses
#[derive(Debug, clap::Args)]
struct ListAnalysesArgs {
    /// Print the list as one JSON document
    #[arg(long)]
    json: bool,
}

fn list(global: &Global, args: &ListAnalysesArgs) -> Result<ExitCode> {
    let list = analyses(&global.snapshot()?)?;
    if args.json {
        print_json(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    let lines = list.files.iter().map(|file| {
        let AnalysisFile {
            analyses,
            imported_at,
            path,
            ..
        } = file;
        format!("{analyses:>10}  {imported_at}  {path}\n")
    });
    let lines: String = lines.collect();
    let files = counted(list.files.len() as u64, "file");
    print(format!(
        "{lines}{:>10}  from game records\n{files}\n",
        list.from_records
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Read the evaluations in the game records of the database
///
/// Imports read evaluations, so only databases from an earlier version need this command.
/// Evaluations that were already read stay unchanged.
#[derive(Debug, clap::Args)]
struct ReadAnalysesArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

fn read(global: &Global, args: &ReadAnalysesArgs) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::new(!args.quiet, "records");
    let read = read_stored_analyses(&db, &stop, |done, all| bar.tell(done, all));
    drop(bar);
    drop(watch);
    let read = read?;
    if args.json {
        print_json(&read)?;
    } else if !args.quiet {
        let positions = counted(read.analyses, "position");
        let records = counted(read.records, "record");
        let unreadable = read.unreadable_analyses;
        print(format!(
            "evaluations of {positions} in {records}; {unreadable} could not be read\n"
        ))?;
    }
    if read.damaged_records == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let damaged = counted(read.damaged_records, "record");
    tell(format_args!("bgo: {damaged} could not be read; \"bgo check\" says why"));
    Ok(ExitCode::FAILURE)
}

fn remove(global: &Global, args: &ImportedFilesArgs) -> Result<ExitCode> {
    let removed = args.remove(global, Snapshot::find_analysis_file, |db, id| {
        db.remove_analysis_file(id, db.stop())
    })?;
    let analyses = if removed == 1 { "analysis" } else { "analyses" };
    print(format!("{removed} {analyses} removed\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Files that were imported beside games.
#[derive(Args, Debug)]
pub(super) struct ImportedFilesArgs {
    /// The files: the path, or the name if only one imported file has that name
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl ImportedFilesArgs {
    /// Removes the files one after another, none if one is unknown: `find` returns the row of a
    /// file, and `remove` removes that row and returns the number of entries that it had. Returns
    /// the number of all.
    pub fn remove(
        &self,
        global: &Global,
        find: impl Fn(&Snapshot, &Path) -> Result<i64, StoreError>,
        remove: impl Fn(&Database, i64) -> Result<u64, StoreError>,
    ) -> Result<u64> {
        let db = global.open_existing()?;
        let snapshot = db.snapshot()?;
        let files: Result<Vec<i64>, _> = self.files.iter().map(|path| find(&snapshot, path)).collect();
        let files = files?;
        drop(snapshot);
        let mut removed = 0;
        for file in files {
            removed += remove(&db, file)?;
        }
        Ok(removed)
    }
}
