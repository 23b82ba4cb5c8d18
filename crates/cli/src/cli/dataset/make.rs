use super::super::global::Global;
use super::super::interrupt;
use super::super::output::{print, print_json, tell, wrong_usage};
use super::files::ARCHIVES;
use super::folder::make_in;
use super::skipped::tell_skipped;
use super::source::DatabaseArgs;
use super::stages::Stages;
use crate::args::one_of;
use crate::render::counted;
use anyhow::{Context, Result, ensure};
use bgo_research::dataset::{
    ArrayFormat, DatasetOptions, DatasetProgress, Datasets, MadeSet, Output, PlaneLayout, SetName,
    is_published_archive, make,
};
use bgo_research::formats::kgs::{Encoding, KoPlane, RecordFormat, SetupRule};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The games of training sets, and the files to make.
#[derive(Args, Debug)]
pub(super) struct MakeArgs {
    /// Archives, folders and files of games, as for import [default: the archives of KGS in the folder]
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Sets, separated by commas: test has 100 games, train10k 10,000 others, trainall all games except those of test, all every game in
    /// its order [default: test, train10k, and in version 2 trainall]
    #[arg(long, value_parser = one_of(&SetName::ALL, SetName::name), value_delimiter = ',', value_name = "SETS")]
    sets: Vec<SetName>,
    /// The folder to make the files in
    #[arg(long, value_name = "FOLDER", default_value = "data")]
    dir: PathBuf,
    /// Split games with this seed [default: archives of KGS like the preprocessor, others with 0]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// The points of the ko plane: those of the preprocessor, or only the forbidden point
    #[arg(long, value_parser = one_of(&KoPlane::ALL, KoPlane::name), default_value = "compat")]
    ko: KoPlane,
    /// The reading of games: with the stones before the first move, or like the preprocessor [default: compat for
    /// archives of KGS without a seed, strict for others]
    #[arg(long, value_parser = one_of(&SetupRule::ALL, SetupRule::name))]
    setup: Option<SetupRule>,
    /// The format of the files: dat of the preprocessor, or arrays for NumPy
    #[arg(long, value_parser = ["dat", "npz", "npy"], default_value = "dat")]
    format: String,
    /// The planes in arrays: a byte for each point, or the bits of the records
    #[arg(long, value_parser = one_of(&PlaneLayout::ALL, PlaneLayout::name), default_value = "uint8")]
    planes: PlaneLayout,
    /// Also make a file for each archive, like the preprocessor (archives of KGS)
    #[arg(long)]
    parts: bool,
    /// Replace existing files
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

/// Arguments for version 2.
#[derive(Args, Debug)]
pub(super) struct V2Args {
    /// Make it as before December 2015: planes 2 and 5 have all stones
    #[arg(long)]
    legacy: bool,
    #[command(flatten)]
    pub make: MakeArgs,
}

impl V2Args {
    pub const fn format(&self) -> RecordFormat {
        match self.legacy {
            true => RecordFormat::V2Legacy,
            false => RecordFormat::V2,
        }
    }
}

pub(super) fn run(global: &Global, args: &MakeArgs, format: RecordFormat) -> Result<ExitCode> {
    if let Err(wrong) = args.database.verify() {
        return Ok(wrong_usage(&wrong));
    }
    let is_records = matches!(args.output(), Output::Records { .. });
    if args.parts && !is_records {
        return Ok(wrong_usage(
            &"files for each archive (--parts) are made with --format dat",
        ));
    }
    if args.planes == PlaneLayout::Bits && is_records {
        return Ok(wrong_usage(&"--planes is for arrays (--format npz or npy)"));
    }
    let made = make_in(&args.dir, || datasets(global, args, format))?;
    tell_made(args, &made)?;
    Ok(ExitCode::SUCCESS)
}

fn datasets(global: &Global, args: &MakeArgs, format: RecordFormat) -> Result<Datasets> {
    let names = args.names(format);
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let options = |setup| DatasetOptions {
        encoding: Encoding {
            format,
            ko: args.ko,
            setup,
        },
        output: args.output(),
        folder: args.dir.clone(),
        seed: args.seed,
        overwrite: args.overwrite,
        stop: stop.clone(),
    };
    let stages = Stages::new(!args.quiet);
    let tell = |at| tell_stage(&stages, at);
    let published = || match args.inputs.is_empty() {
        true => published_archives(&args.dir),
        false => Ok(args.inputs.clone()),
    };
    let made = args.database.with_source(global, published, |source| {
        let setup = args.setup.unwrap_or_else(|| source.usual_setup(args.seed));
        make(source, &names, &options(setup), &tell)
    });
    drop(stages);
    drop(watch);
    made
}

impl MakeArgs {
    /// Returns the sets to make, each once.
    fn names(&self, format: RecordFormat) -> Vec<SetName> {
        let sets = match (&self.sets[..], format) {
            ([], RecordFormat::V1) => &[SetName::Test, SetName::Train10k],
            ([], _) => &[SetName::Test, SetName::Train10k, SetName::TrainAll][..],
            (sets, _) => sets,
        };
        let mut names = Vec::new();
        for set in sets {
            if !names.contains(set) {
                names.push(*set);
            }
        }
        names
    }

    fn output(&self) -> Output {
        let mut arrays = ArrayFormat::ALL.into_iter();
        match arrays.find(|format| format.name() == self.format) {
            Some(format) => Output::Arrays(format, self.planes),
            None => Output::Records { parts: self.parts },
        }
    }
}

/// Returns the archives of KGS in a folder, by name.
fn published_archives(folder: &Path) -> Result<Vec<PathBuf>> {
    let unread = || format!("the folder {} cannot be read", folder.display());
    let mut archives = Vec::new();
    let mut later = 0;
    for entry in fs::read_dir(folder).with_context(unread)? {
        let path = entry.with_context(unread)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_published_archive(&name) {
            archives.push(path);
        } else if name.starts_with("KGS-") && name.ends_with(".zip") {
            later += 1;
        }
    }
    ensure!(
        !archives.is_empty(),
        "there are no archives of KGS in {}; {ARCHIVES}, or name archives of games",
        folder.display()
    );
    if later > 0 {
        tell(format_args!(
            "bgo: {} in {} left out, as the published sets are of games on 19x19 until 2014; name all archives to take them too",
            counted(later, "archive"),
            folder.display()
        ));
    }
    archives.sort();
    Ok(archives)
}

fn tell_stage(stages: &Stages, at: DatasetProgress) {
    match at {
        DatasetProgress::Reading(reading) => stages.reading(reading),
        DatasetProgress::Writing(set, done, all) => stages.tell(Some(unit(set)), done, all),
    }
}

const fn unit(set: SetName) -> &'static str {
    match set {
        SetName::Test => "games of test",
        SetName::Train10k => "games of train10k",
        SetName::TrainAll => "games of trainall",
        SetName::All => "games",
    }
}

fn tell_made(args: &MakeArgs, made: &Datasets) -> Result<()> {
    if !args.json {
        tell_skipped(&made.skipped);
    }
    for warning in &made.warnings {
        tell(format_args!("bgo: warning: {warning}"));
    }
    if made.repeated > 0 {
        let repeated = counted(made.repeated, "game");
        tell(format_args!(
            "bgo: {repeated} left out of the sets (but not of all), as they equal others"
        ));
    }
    if args.json {
        return print_json(made);
    }
    made.sets.iter().try_for_each(|set| print(text(set)))
}

fn text(set: &MadeSet) -> String {
    let mut text = String::new();
    for (place, file) in set.files.iter().enumerate() {
        text.push_str(&format!("{}  {}", file.md5, file.file));
        if place == 0 {
            let (records, games) = (counted(set.records, "record"), counted(set.games, "game"));
            text.push_str(&format!(": {records} of {games}"));
        }
        text.push_str(&format!(", {} bytes", file.bytes));
        if file.was_there {
            text.push_str(", there already");
        }
        if place == 0 && set.resumed_games > 0 {
            let resumed = counted(set.resumed_games, "game");
            text.push_str(&format!(", {resumed} of an earlier run"));
        }
        text.push('\n');
        if let Some(md5) = file.published_md5 {
            let is = if md5 == file.md5 { "the same" } else { "of another file" };
            text.push_str(&format!("{md5}  is the MD5 published for that name, {is}\n"));
        }
    }
    text
}
