use super::super::interrupt;
use super::super::output::{print, print_json, tell};
use crate::dataset::{DatasetOptions, Made, make_all};
use crate::formats::kgs::{Encoding, KoPlane, Version};
use crate::render::{CountBar, counted};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Games that are named that give no records.
const TOLD: usize = 10;

/// Which games, and where to.
#[derive(Args, Debug)]
pub(super) struct MakeArgs {
    /// Archives, folders and files of games, as of import
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Which sets: all is every game, archives in the order given, games by name
    #[arg(long, value_enum, value_delimiter = ',', required = true, value_name = "SETS")]
    sets: Vec<Set>,
    /// The folder to make the files in
    #[arg(long, value_name = "FOLDER", default_value = "data")]
    dir: PathBuf,
    /// What is in the ko plane: what the preprocessor puts there, or the forbidden point alone
    #[arg(long, value_enum, default_value_t = Ko::Compat)]
    ko: Ko,
    /// Replace files that are there
    #[arg(long)]
    overwrite: bool,
    /// Print what was made as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// The same for version 2.
#[derive(Args, Debug)]
pub(super) struct V2Args {
    #[command(flatten)]
    make: MakeArgs,
    /// As it was before December 2015: planes 2 and 5 have all stones
    #[arg(long)]
    legacy: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Set {
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ko {
    Compat,
    Strict,
}

pub(super) fn run_v1(args: &MakeArgs) -> Result<ExitCode> {
    run(args, Version::V1, false)
}

pub(super) fn run_v2(args: &V2Args) -> Result<ExitCode> {
    run(&args.make, Version::V2, args.legacy)
}

fn run(args: &MakeArgs, version: Version, legacy: bool) -> Result<ExitCode> {
    let unmade = || format!("the folder {} cannot be made", args.dir.display());
    std::fs::create_dir_all(&args.dir).with_context(unmade)?;
    let stop = interrupt::flag()?;
    stop.store(false, Ordering::Relaxed);
    let options = DatasetOptions {
        encoding: Encoding {
            version,
            legacy,
            ko: match args.ko {
                Ko::Compat => KoPlane::Compat,
                Ko::Strict => KoPlane::Strict,
            },
        },
        overwrite: args.overwrite,
        stop: stop.clone(),
    };
    let name = match version {
        Version::V1 => "kgsgo-all.dat",
        Version::V2 => "kgsgo-all-v2.dat",
    };
    let bar = CountBar::new(!args.quiet, "games");
    let made = make_all(&args.inputs, &args.dir.join(name), &options, |done, all| {
        bar.tell(done, all)
    });
    drop(bar);
    stop.store(true, Ordering::Relaxed);
    tell_made(args, &made?)?;
    Ok(ExitCode::SUCCESS)
}

fn tell_made(args: &MakeArgs, made: &Made) -> Result<()> {
    for skipped in made.skipped.iter().take(TOLD) {
        tell(format_args!(
            "bgo: {}: {}: {}",
            skipped.archive, skipped.member, skipped.reason
        ));
    }
    if made.skipped.len() > TOLD {
        let more = counted((made.skipped.len() - TOLD) as u64, "game");
        tell(format_args!("bgo: {more} more give no records; --json names all"));
    }
    if args.json {
        return print_json(made);
    }
    print(&format!(
        "{}  {}: {} of {}, {} bytes\n",
        made.md5,
        made.file,
        counted(made.records, "record"),
        counted(made.games, "game"),
        made.bytes
    ))
}
