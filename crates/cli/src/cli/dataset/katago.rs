use super::{DatabaseArgs, make_in, stages, tell_skipped};
use crate::args::one_of;
use crate::cli::global::Global;
use crate::cli::interrupt;
use crate::cli::output::{print, print_json, tell, wrong_usage};
use crate::render::counted;
use anyhow::Result;
use bgo_research::dataset::katago::{KatagoOptions, KatagoReport, make_katago};
use bgo_research::dataset::{RowChoice, SetFile};
use bgo_research::formats::katago::RuleSet;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make training data for KataGo: npz files of version 7
///
/// Each position gives a row with the move that was played there. KataGo's training reads the
/// files from the folders train and val of --dir. Targets that only an engine knows have the
/// weight 0. After an interruption, rerun the command to continue.
#[derive(Args, Debug)]
pub(in crate::cli) struct KatagoArgs {
    /// Archives, folders and files of games, as for import
    #[arg(value_name = "INPUT", required_unless_present = "database")]
    inputs: Vec<PathBuf>,
    /// The folder to make the files in
    #[arg(long, value_name = "FOLDER", default_value = "data/katago")]
    dir: PathBuf,
    /// The lines of the arrays; games on larger boards are left out
    #[arg(long, value_name = "LINES", default_value_t = 19)]
    board: usize,
    /// The rules of games whose records name no known rules
    #[arg(long, value_parser = one_of(&RuleSet::ALL, RuleSet::name), default_value = "japanese")]
    default_rules: RuleSet,
    /// The share of the positions to take, such as 0.1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    sample: f64,
    /// The share of the games for validation; none of them is among those to learn from
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    validation: f64,
    /// The seed for sampling, dividing and mixing
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Keep rows in the order of the games and moves
    #[arg(long)]
    in_order: bool,
    /// The number of rows in a file; rows are mixed within a file
    #[arg(long, value_name = "ROWS", default_value_t = 65_536)]
    file_rows: usize,
    /// The number of rows in a batch; every file has whole batches
    #[arg(long, value_name = "ROWS", default_value_t = 256)]
    batch: usize,
    /// Replace existing training data in the folder
    #[arg(long)]
    overwrite: bool,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub(super) fn make_katago_files(global: &Global, args: &KatagoArgs) -> Result<ExitCode> {
    if let Err(wrong) = args.database.verify() {
        return Ok(wrong_usage(&wrong));
    }
    let made = make_in(&args.dir, || training_data(global, args))?;
    tell_made(args, &made)?;
    Ok(ExitCode::SUCCESS)
}

fn training_data(global: &Global, args: &KatagoArgs) -> Result<KatagoReport> {
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let options = KatagoOptions {
        side: args.board,
        rules: args.default_rules,
        choice: RowChoice {
            sample: args.sample,
            validation: args.validation,
            seed: args.seed,
            ..RowChoice::default()
        },
        in_order: args.in_order,
        file_rows: args.file_rows,
        batch: args.batch,
        stop: stop.clone(),
    };
    let stages = stages(!args.quiet);
    let made = args.database.with_source(
        global,
        || Ok(args.inputs.clone()),
        |source| make_katago(source, &args.dir, &options, args.overwrite, &stages),
    );
    drop(stages);
    drop(watch);
    made
}

fn tell_made(args: &KatagoArgs, made: &KatagoReport) -> Result<()> {
    if args.json {
        return print_json(made);
    }
    tell_skipped(&made.skipped);
    if made.repeated > 0 {
        let repeated = counted(made.repeated, "game");
        tell(format_args!(
            "bgo: {repeated} left out, as they have the moves of others"
        ));
    }
    if made.left_over > 0 {
        let rows = counted(made.left_over, "row");
        tell(format_args!(
            "bgo: {rows} left out, as they do not fill a batch of {}",
            args.batch
        ));
    }
    made.files.iter().try_for_each(|file| print(text(file)))
}

fn text(file: &SetFile) -> String {
    let there = if file.was_there { ", there already" } else { "" };
    let rows = counted(file.rows.unwrap_or_default(), "row");
    format!("{}  {}: {rows}, {} bytes{there}\n", file.md5, file.file, file.bytes)
}
