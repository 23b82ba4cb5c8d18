//! `bgo analyses`: analyses of positions by engines.

use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell};
use crate::args::explained;
use crate::render::{CountBar, counted};
use anyhow::Result;
use bgo::internal::evaluation::katago::Perspective;
use bgo::internal::import::{ImportedAnalyses, check_analysis_files, import_analyses, read_stored_analyses};
use bgo::internal::query::analyses;
use bgo::internal::store::{Access, AnalysisFile, Database, Snapshot, StoreError};
use clap::Subcommand;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Import evaluations of positions by engines, which searches show beside the counts
///
/// `bgo analyses import` reads files of KataGo's analysis engine. `bgo import` reads the
/// evaluations in game records by Lizzie, LizzieYzy, Sabaki and KaTrain.
#[derive(Debug, Subcommand)]
pub(super) enum AnalysesCommand {
    /// Import files of KataGo's analysis engine: its queries and its responses
    ///
    /// A response does not say what position it is about; its query does. Both may stand in one file
    /// or in several, in any order, plain or compressed by gzip. Either all files are stored or none.
    /// Importing a file again replaces its analyses, unless the file no longer has any.
    Import {
        /// Files with a query or a response on each line
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The side whose win rates the engine reported (its setting reportAnalysisWinratesAs). A
        /// query that overrides the setting takes precedence
        #[arg(long, value_name = "SIDE", value_parser = explained(&PERSPECTIVES), default_value = "black")]
        win_rates: Perspective,
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress and no summary
        #[arg(long, short)]
        quiet: bool,
    },
    /// List the imported files of analyses
    List {
        /// Print the list as one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Read the evaluations in the game records of the database
    ///
    /// Imports read evaluations, so this finds more only after an update of bgo that understands more of them.
    /// Evaluations that were already read stay unchanged.
    Read {
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress and no summary
        #[arg(long, short)]
        quiet: bool,
    },
    /// Remove imported files of analyses from the database
    ///
    /// Analyses from game records are removed with their records (`bgo remove`).
    Remove {
        /// The files: the path, or the name if only one imported file has that name
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// The words of the colour that win rates are of.
const PERSPECTIVES: [(&str, &str, Perspective); 3] = [
    (
        "black",
        "BLACK, as in KataGo's analysis_example.cfg",
        Perspective::Black,
    ),
    ("white", "WHITE", Perspective::White),
    ("to-play", "SIDETOMOVE, the colour to play", Perspective::ToPlay),
];

pub(super) fn run(global: &Global, command: &AnalysesCommand) -> Result<ExitCode> {
    match command {
        AnalysesCommand::Import {
            files,
            win_rates,
            json,
            quiet,
        } => import(global, files, *win_rates, *json, *quiet),
        AnalysesCommand::List { json } => list(global, *json),
        AnalysesCommand::Read { json, quiet } => read(global, *json, *quiet),
        AnalysesCommand::Remove { files } => {
            let removed = remove_files(global, files, Snapshot::find_analysis_file, |db, id| {
                db.remove_analysis_file(id, db.stop())
            })?;
            let analyses = if removed == 1 { "analysis" } else { "analyses" };
            print(format!("{removed} {analyses} removed\n"))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

const TOLD: usize = 10;

fn import(global: &Global, files: &[PathBuf], win_rates: Perspective, json: bool, quiet: bool) -> Result<ExitCode> {
    // Before the database, which a wrong name must not create.
    check_analysis_files(files)?;
    let db = global.open(Access::Write)?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::of_bytes(!quiet);
    let imported = import_analyses(&db, files, win_rates, &stop, |done, all| bar.tell(done, all));
    drop(bar);
    drop(watch);
    let imported = imported?;
    if json {
        print_json(&imported)?;
    } else {
        if !quiet {
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

fn list(global: &Global, json: bool) -> Result<ExitCode> {
    let list = analyses(&global.snapshot()?)?;
    if json {
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

fn read(global: &Global, json: bool, quiet: bool) -> Result<ExitCode> {
    let db = global.open_existing()?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::new(!quiet, "records");
    let read = read_stored_analyses(&db, &stop, |done, all| bar.tell(done, all));
    drop(bar);
    drop(watch);
    let read = read?;
    if json {
        print_json(&read)?;
    } else if !quiet {
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

/// Removes files that were imported beside games one after another, none if one is unknown: `find`
/// returns the row of a file, and `remove` removes that row and returns the number of entries that it
/// had. Returns the number of all.
pub(super) fn remove_files(
    global: &Global,
    files: &[PathBuf],
    find: impl Fn(&Snapshot, &Path) -> Result<i64, StoreError>,
    remove: impl Fn(&Database, i64) -> Result<u64, StoreError>,
) -> Result<u64> {
    let db = global.open_existing()?;
    let snapshot = db.snapshot()?;
    let files: Result<Vec<i64>, _> = files.iter().map(|path| find(&snapshot, path)).collect();
    drop(snapshot);
    let mut removed = 0;
    for file in files? {
        removed += remove(&db, file)?;
    }
    Ok(removed)
}
