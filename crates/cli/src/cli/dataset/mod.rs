//! `bgo dataset`: training sets in the formats of the KGS data set preprocessor, and training data for
//! KataGo.

mod katago;
mod view;

use super::global::Global;
use super::interrupt;
use super::output::{print, print_json, tell, wrong_usage};
use crate::args::{FilterArgs, one_of, with_archives};
use crate::render::{CountBar, counted};
use anyhow::{Context, Result, ensure};
use bgo::internal::files::create_folder;
use bgo::internal::query::{Choice, Filter, Find};
use bgo_research::dataset::{
    DatasetOptions, Datasets, GameSource, MadeSet, PlaneLayout, SetFormat, SetName, SkippedGame, is_published_archive,
    make,
};
use bgo_research::formats::kgs::{Encoding, RecordFormat};
use bgo_research::{ResearchError, Strictness};
use clap::{Args, Subcommand};
use katago::{KatagoArgs, make_katago_files};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use view::{show_info, view_record};

const ARCHIVES: &str = "nothing is downloaded: get KGS-2014_12-19-876-.zip and so on from u-go.net/gamerecords";

const DESCRIBED: usize = 10;

/// Make training sets of games, in the KGS formats or for KataGo
///
/// A record of the KGS formats is a position as planes of points, with the move that was played there. The
/// published sets are made from the archives of KGS; other archives or the database give sets
/// of the same kind. Nothing is downloaded; see kgs-v2 --help. Datasets for Spark are something else: see export --dataset.
#[derive(Debug, Subcommand)]
pub(super) enum DatasetCommand {
    /// Make sets in version 1: a byte for each point
    #[command(name = "kgs-v1", long_about = long_about("1: a byte for each point"))]
    KgsV1(MakeArgs),
    /// Make sets in version 2: a header, and a bit for each point and plane
    #[command(name = "kgs-v2", long_about = long_about("2: a header, and a bit for each point and plane"))]
    KgsV2 {
        /// Make it as before December 2015: planes 2 and 5 have all stones
        #[arg(long)]
        legacy: bool,
        #[command(flatten)]
        make: MakeArgs,
    },
    Katago(KatagoArgs),
    /// Verify and summarise a training set
    Info {
        /// The file, of either version
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show a record of a training set: the position, its planes and the move
    ///
    /// Own stones are X, the opponent's O, each with its number of liberties (3 means three or
    /// more), k is the ko plane and # the move. Rows are counted from the bottom.
    View {
        /// The file, of either version
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The record, counted from 1
        #[arg(value_name = "N")]
        record: u64,
        /// Also show each plane separately
        #[arg(long)]
        planes: bool,
    },
}

fn long_about(version: &str) -> String {
    format!(
        "Make sets in version {version}\n\nFrom the archives of KGS in the folder (--dir), from other archives, or from the \
         database; {ARCHIVES}. After an interruption, rerun the command to continue; existing sets are verified and not \
         made again."
    )
}

pub(super) fn run(global: &Global, command: &DatasetCommand) -> Result<ExitCode> {
    match command {
        DatasetCommand::KgsV1(args) => make_sets(global, args, RecordFormat::V1),
        DatasetCommand::KgsV2 { legacy: true, make } => make_sets(global, make, RecordFormat::V2Legacy),
        DatasetCommand::KgsV2 { legacy: false, make } => make_sets(global, make, RecordFormat::V2),
        DatasetCommand::Katago(args) => make_katago_files(global, args),
        DatasetCommand::Info { file, json } => show_info(file, *json),
        DatasetCommand::View { file, record, planes } => view_record(file, *record, *planes),
    }
}

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
    #[arg(long, value_parser = one_of(&Strictness::ALL, Strictness::name), default_value = "compat")]
    ko: Strictness,
    /// The reading of games: with the stones before the first move, or like the preprocessor [default: compat for
    /// archives of KGS without a seed, strict for others]
    #[arg(long, value_parser = one_of(&[Strictness::Strict, Strictness::Compat], Strictness::name))]
    setup: Option<Strictness>,
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

fn make_sets(global: &Global, args: &MakeArgs, format: RecordFormat) -> Result<ExitCode> {
    if let Err(wrong) = args.database.verify() {
        return Ok(wrong_usage(&wrong));
    }
    let is_records = matches!(args.set_format(), SetFormat::Records { .. });
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
    let stages = stages(!args.quiet);
    let made = args.database.with_source(
        global,
        || {
            if args.inputs.is_empty() {
                published_archives(&args.dir)
            } else {
                Ok(args.inputs.clone())
            }
        },
        |source| {
            let options = DatasetOptions {
                encoding: Encoding {
                    format,
                    ko: args.ko,
                    setup: args.setup.unwrap_or_else(|| source.usual_setup(args.seed)),
                },
                format: args.set_format(),
                folder: args.dir.clone(),
                seed: args.seed,
                overwrite: args.overwrite,
                stop: stop.clone(),
            };
            make(source, &names, &options, &stages)
        },
    );
    drop(stages);
    drop(watch);
    made
}

impl MakeArgs {
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

    fn set_format(&self) -> SetFormat {
        match self.format.as_str() {
            "npz" => SetFormat::Npz(self.planes),
            "npy" => SetFormat::Npy(self.planes),
            _ => SetFormat::Records { parts: self.parts },
        }
    }
}

fn published_archives(folder: &Path) -> Result<Vec<PathBuf>> {
    let unread = format!("the folder {} cannot be read", folder.display());
    let mut archives = Vec::new();
    let mut later = 0;
    for entry in fs::read_dir(folder).context(unread.clone())? {
        let path = entry.context(unread.clone())?.path();
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
    made.sets.iter().try_for_each(|set| print(set_text(set)))
}

fn set_text(set: &MadeSet) -> String {
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

/// The games of the database as a source, beside the argument `inputs`.
#[derive(Args, Debug)]
struct DatabaseArgs {
    /// Take games from the database: those that meet the conditions below
    #[arg(long, conflicts_with = "inputs")]
    database: bool,
    /// Games with this word; see find. Can be repeated
    #[arg(long, value_name = "WORD", requires = "database", help_heading = "Filters")]
    word: Vec<String>,
    #[command(flatten)]
    filter: FilterArgs,
}

impl DatabaseArgs {
    pub fn verify(&self) -> Result<(), &'static str> {
        if !self.database && self.filter.filter() != Filter::default() {
            return Err("conditions on games are for those of the database (--database); an archive has all its games");
        }
        Ok(())
    }

    /// Calls `make` with the games of the database, or with archives.
    pub fn with_source<T>(
        &self,
        global: &Global,
        archives: impl FnOnce() -> Result<Vec<PathBuf>>,
        make: impl FnOnce(&GameSource<'_>) -> Result<T, ResearchError>,
    ) -> Result<T> {
        if !self.database {
            return Ok(make(&GameSource::Archives(&archives()?))?);
        }
        let snapshot = global.snapshot()?;
        let filter = with_archives(self.filter.filter(), &snapshot, Path::to_path_buf)?;
        let find = Find {
            filter: &filter,
            words: &self.word,
        };
        Ok(make(&GameSource::Database(&snapshot, Choice::Find(find)))?)
    }
}

/// Makes something in a folder, which is made if it is missing, and removed again if nothing is in
/// it after a failure.
fn make_in<T>(folder: &Path, make: impl FnOnce() -> Result<T>) -> Result<T> {
    let is_new = !folder.exists();
    create_folder(folder).with_context(|| format!("{} is not a folder and cannot be made one", folder.display()))?;
    let made = make();
    if made.is_err() && is_new {
        // This removes only an empty folder.
        let _ = fs::remove_dir(folder);
    }
    made
}

/// Returns a function that shows how much is done, on a bar for each stage: of what the unit names, or of bytes. Another
/// unit begins another bar, and dropping the function removes the last bar.
fn stages(visible: bool) -> impl Fn(Option<&'static str>, u64, u64) + Sync {
    let shown: Mutex<Option<(Option<&'static str>, CountBar)>> = Mutex::new(None);
    move |unit, done, all| {
        let Ok(mut shown) = shown.lock() else { return };
        if shown.as_ref().is_none_or(|(before, _)| *before != unit) {
            *shown = None;
            let bar = match unit {
                Some(unit) => CountBar::new(visible, unit),
                None => CountBar::of_bytes(visible),
            };
            *shown = Some((unit, bar));
        }
        if let Some((_, bar)) = &*shown {
            bar.tell(done, all);
        }
    }
}

/// Prints the number of games that are left out for each reason, ignoring numbers in it.
fn tell_skipped(skipped: &[SkippedGame]) {
    let mut reasons: Vec<(String, &SkippedGame, u64)> = Vec::new();
    for skipped in skipped {
        let reason = skipped.reason.replace(|c: char| c.is_ascii_digit(), "");
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((.., games)) => *games += 1,
            None => reasons.push((reason, skipped, 1)),
        }
    }
    reasons.sort_by_key(|(.., games)| std::cmp::Reverse(*games));
    for (_, first, games) in reasons.iter().take(DESCRIBED) {
        let SkippedGame { input, member, reason } = first;
        let of = match games {
            1 => "left out:",
            _ => "left out, the first one is",
        };
        let games = counted(*games, "game");
        tell(format_args!("bgo: {games} {of} {input}: {member}: {reason}"));
    }
    if reasons.len() > DESCRIBED {
        let more = reasons[DESCRIBED..].iter().map(|(.., games)| games).sum();
        tell(format_args!(
            "bgo: {} more left out for other reasons; --json names all",
            counted(more, "game")
        ));
    }
}
