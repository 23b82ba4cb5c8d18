use super::super::global::Global;
use super::super::interrupt;
use super::super::output::{print, print_json, tell};
use crate::render::{CountBar, counted};
use anyhow::Result;
use bgo::evaluation::katago::Perspective;
use bgo::import::{ImportedAnalyses, check_analysis_files, import_analyses};
use bgo::store::Access;
use clap::ValueEnum;
use std::path::PathBuf;
use std::process::ExitCode;

/// The maximum number of faulty lines to print without --json.
const TOLD: usize = 10;

/// Import files of KataGo's analysis engine: its queries and its responses
///
/// A response does not say what position it is about; its query does. Both may stand in one file
/// or in several, in any order, plain or compressed by gzip. Either all files are stored or none.
/// Importing a file again replaces its analyses, unless the file no longer has any.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
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

pub(super) fn run(global: &Global, args: &ImportArgs) -> Result<ExitCode> {
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
