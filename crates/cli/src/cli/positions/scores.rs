use super::super::output::{give, print, print_json};
use super::files::{SizeArgs, TableArgs, folders, open};
use crate::args::{FormArgs, Used};
use crate::render::{Text, scores_diff_text, scores_text};
use anyhow::{Result, ensure};
use bgo::position_file::PositionId;
use bgo_research::formats::positions::BoardReader;
use bgo_research::positions::{LookedUp, Scores};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Read files of scored positions
#[derive(Debug, Args)]
pub(super) struct ScoresArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Summary(SummaryArgs),
    Lookup(LookupArgs),
    Diff(DiffArgs),
}

/// Count the positions of a scored file by score and by confidence
#[derive(Debug, Args)]
struct SummaryArgs {
    /// The scored file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    form: FormArgs,
}

/// Look up the scores of positions, by id or as boards
///
/// Prints a line for each: id, score and confidence, or "-" if the file has no score. Boards
/// are read as by parse.
#[derive(Debug, Args)]
struct LookupArgs {
    /// The scored file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The ids, 20 hex digits each
    #[arg(value_name = "ID", required_unless_present = "board")]
    ids: Vec<PositionId>,
    /// A file of boards; - is standard input
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Compare two scored files: their agreement by confidence
///
/// The confidence is the lower one of the two.
#[derive(Debug, Args)]
struct DiffArgs {
    /// The first scored file
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// The second scored file
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    /// The number of positions with different scores to list, the most confident first
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    list: usize,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run(args: &ScoresArgs) -> Result<ExitCode> {
    match &args.command {
        Command::Summary(args) => {
            let used = Used::default().and_inputs([&args.file]);
            give(&args.form.out, &used, || {
                let summary = read(&args.file)?.summary();
                Ok::<_, anyhow::Error>(Text::from(match args.form.json() {
                    true => serde_json::to_string(&summary)? + "\n",
                    false => scores_text(&summary),
                }))
            })
        }
        Command::Lookup(args) => lookup(args),
        Command::Diff(args) => {
            let used = Used::default().and_inputs([&args.first, &args.second]);
            give(&args.form.out, &used, || {
                let diff = read(&args.first)?.diff(&read(&args.second)?, args.list);
                Ok::<_, anyhow::Error>(Text::from(match args.form.json() {
                    true => serde_json::to_string(&diff)? + "\n",
                    false => scores_diff_text(&diff),
                }))
            })
        }
    }
}

/// The document that `--json` prints.
#[derive(Serialize)]
struct Lookup<'a> {
    positions: &'a [LookedUp],
}

fn read(path: &Path) -> Result<Scores> {
    let (source, name) = open(path)?;
    Ok(Scores::read(source, &name)?)
}

fn lookup(args: &LookupArgs) -> Result<ExitCode> {
    let scores = read(&args.file)?;
    let mut found: Vec<LookedUp> = args.ids.iter().map(|&id| scores.look_up(id)).collect();
    if let Some(path) = &args.board {
        let size = args.size.size;
        let table = args.table.require(&folders(&[path.clone(), args.file.clone()]), size)?;
        let zobrist = table.for_size(size)?;
        let (source, name) = open(path)?;
        for text in BoardReader::new(BufReader::new(source), name, size) {
            found.push(scores.find(&text?, &zobrist));
        }
    }
    if args.json {
        print_json(&Lookup { positions: &found })?;
    } else {
        for LookedUp {
            id, score, confidence, ..
        } in &found
        {
            match score.zip(*confidence) {
                Some((score, confidence)) => print(format!("{id} {} {confidence}\n", score.points()))?,
                None => print(format!("{id} - -\n"))?,
            }
        }
    }
    let missing = found.iter().filter(|found| found.score.is_none()).count();
    ensure!(
        missing == 0,
        "{} has no score of {missing} of the {} positions",
        args.file.display(),
        found.len()
    );
    Ok(ExitCode::SUCCESS)
}
