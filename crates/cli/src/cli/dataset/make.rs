use super::super::output::{print, print_json, tell, wrong_usage};
use super::super::{Global, interrupt};
use super::ARCHIVES;
use crate::ask::FilterArgs;
use crate::render::{CountBar, counted};
use anyhow::{Context, Result, ensure};
use bgo::query::{Filter, Find};
use bgo_research::dataset::{
    ArrayFormat, DatasetOptions, DatasetProgress, Datasets, GameSource, MadeSet, Output, PlaneLayout, Reading, SetName,
    SkippedGame, is_published_archive, make,
};
use bgo_research::formats::kgs::{Encoding, KoPlane, Version};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

/// Reasons that are told of why games give no records.
const TOLD: usize = 10;

/// Which games, and where to.
#[derive(Args, Debug)]
pub(super) struct MakeArgs {
    /// Archives, folders and files of games, as of import [default: the archives of KGS in the folder]
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Which sets, separated by commas: test is 100 games, train10k 10,000 others, trainall all but those of test, all every game in its
    /// order [default: test, train10k, and in version 2 trainall]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SETS")]
    sets: Vec<Set>,
    /// Take the games of the database, those that meet the conditions below
    #[arg(long, conflicts_with = "inputs")]
    database: bool,
    /// The folder to make the files in
    #[arg(long, value_name = "FOLDER", default_value = "data")]
    dir: PathBuf,
    /// Split games with this seed [default: archives of KGS as the preprocessor does it, others with 0]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// What is in the ko plane: what the preprocessor puts there, or the forbidden point alone
    #[arg(long, value_enum, default_value_t = Ko::Compat)]
    ko: Ko,
    /// The files: dat is that of the preprocessor, npz and npy are arrays for NumPy
    #[arg(long, value_enum, default_value_t = Format::Dat)]
    format: Format,
    /// Planes in arrays: a byte a point, or bits as in the records
    #[arg(long, value_enum, default_value_t = PlanesArg::Uint8)]
    planes: PlanesArg,
    /// Make a file for each archive besides, as the preprocessor does (archives of KGS)
    #[arg(long)]
    parts: bool,
    /// Replace files that are there
    #[arg(long)]
    overwrite: bool,
    /// Print what was made as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Games that have these words; see find. May be given several times
    #[arg(long, value_name = "WORD", requires = "database", help_heading = "Games that count")]
    word: Vec<String>,
    #[command(flatten)]
    filter: FilterArgs,
}

/// How version 2 is made.
#[derive(Args, Debug)]
pub(super) struct V2Args {
    /// As it was before December 2015: planes 2 and 5 have all stones
    #[arg(long)]
    pub legacy: bool,
    #[command(flatten)]
    pub make: MakeArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Set {
    Test,
    #[value(name = "train10k")]
    Train10k,
    #[value(name = "trainall")]
    TrainAll,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ko {
    Compat,
    Strict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Dat,
    Npz,
    Npy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlanesArg {
    Uint8,
    Bits,
}

pub(super) fn run(global: &Global, args: &MakeArgs, version: Version, legacy: bool) -> Result<ExitCode> {
    if !args.database && args.filter.filter() != Filter::default() {
        return Ok(wrong_usage(
            &"conditions on games are for those of the database (--database); an archive has all its games",
        ));
    }
    if args.parts && args.format != Format::Dat {
        return Ok(wrong_usage(
            &"files for each archive (--parts) are made with --format dat",
        ));
    }
    if args.planes == PlanesArg::Bits && args.format == Format::Dat {
        return Ok(wrong_usage(&"--planes is for arrays (--format npz or npy)"));
    }
    let is_new = !args.dir.exists();
    let unmade = || format!("{} is no folder and cannot be made one", args.dir.display());
    fs::create_dir_all(&args.dir).with_context(unmade)?;
    let made = make_in_folder(global, args, version, legacy);
    if made.is_err() && is_new {
        // Only if it is empty.
        let _ = fs::remove_dir(&args.dir);
    }
    tell_made(args, &made?)?;
    Ok(ExitCode::SUCCESS)
}

fn make_in_folder(global: &Global, args: &MakeArgs, version: Version, legacy: bool) -> Result<Datasets> {
    let names = args.names(version);
    let stop = interrupt::handled()?;
    let watch = stop.watch();
    let options = DatasetOptions {
        encoding: Encoding {
            version,
            legacy,
            ko: match args.ko {
                Ko::Compat => KoPlane::Compat,
                Ko::Strict => KoPlane::Strict,
            },
        },
        output: args.output(),
        folder: args.dir.clone(),
        seed: args.seed,
        overwrite: args.overwrite,
        stop: stop.clone(),
    };
    let progress = Progress::new(!args.quiet);
    let tell_progress = |at| progress.tell(at);
    let made = if args.database {
        let snapshot = global.snapshot()?;
        let filter = args.filter.filter();
        let find = Find {
            filter: &filter,
            words: &args.word,
        };
        make(&GameSource::Database(&snapshot, find), &names, &options, &tell_progress)
    } else {
        let inputs = match args.inputs.is_empty() {
            true => published_archives(&args.dir)?,
            false => args.inputs.clone(),
        };
        make(&GameSource::Archives(&inputs), &names, &options, &tell_progress)
    };
    drop(progress);
    drop(watch);
    Ok(made?)
}

impl Set {
    const fn name(self) -> SetName {
        match self {
            Self::Test => SetName::Test,
            Self::Train10k => SetName::Train10k,
            Self::TrainAll => SetName::TrainAll,
            Self::All => SetName::All,
        }
    }
}

impl MakeArgs {
    /// The sets that are wanted, each once.
    fn names(&self, version: Version) -> Vec<SetName> {
        let wanted = match (&self.sets[..], version) {
            ([], Version::V1) => &[Set::Test, Set::Train10k],
            ([], Version::V2) => &[Set::Test, Set::Train10k, Set::TrainAll][..],
            (sets, _) => sets,
        };
        let mut names = Vec::new();
        for set in wanted.iter().map(|set| set.name()) {
            if !names.contains(&set) {
                names.push(set);
            }
        }
        names
    }

    const fn output(&self) -> Output {
        let layout = match self.planes {
            PlanesArg::Uint8 => PlaneLayout::Uint8,
            PlanesArg::Bits => PlaneLayout::Bits,
        };
        match self.format {
            Format::Dat => Output::Records { parts: self.parts },
            Format::Npz => Output::Arrays(ArrayFormat::Npz(layout)),
            Format::Npy => Output::Arrays(ArrayFormat::Npy(layout)),
        }
    }
}

/// The archives of KGS in a folder, by name.
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

/// A bar for each thing that is done.
struct Progress {
    visible: bool,
    shown: Mutex<Option<(Doing, CountBar)>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Reading,
    Writing(SetName),
}

impl Progress {
    const fn new(visible: bool) -> Self {
        Self {
            visible,
            shown: Mutex::new(None),
        }
    }

    fn tell(&self, at: DatasetProgress) {
        let (doing, unit, done, all) = match at {
            DatasetProgress::Reading(Reading::Bytes(done, all)) => (Doing::Reading, None, done, all),
            DatasetProgress::Reading(Reading::Games(done, all)) => (Doing::Reading, Some("games read"), done, all),
            DatasetProgress::Writing(set, done, all) => (Doing::Writing(set), Some(unit(set)), done, all),
        };
        let Ok(mut shown) = self.shown.lock() else { return };
        if shown.as_ref().is_none_or(|(before, _)| *before != doing) {
            *shown = None;
            *shown = Some((
                doing,
                match unit {
                    Some(unit) => CountBar::new(self.visible, unit),
                    None => CountBar::of_bytes(self.visible),
                },
            ));
        }
        if let Some((_, bar)) = &*shown {
            bar.tell(done, all);
        }
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
        tell_skipped(made);
    }
    for warning in &made.warnings {
        tell(format_args!("bgo: warning: {warning}"));
    }
    if made.repeated > 0 {
        let repeated = counted(made.repeated, "game");
        tell(format_args!(
            "bgo: {repeated} left out of the sets (but not of all), as an equal one is there"
        ));
    }
    if args.json {
        return print_json(made);
    }
    made.sets.iter().try_for_each(|set| print(text(set)))
}

/// Tells how many games give no records for each reason, whatever numbers it has in it.
fn tell_skipped(made: &Datasets) {
    let mut reasons: Vec<(String, &SkippedGame, u64)> = Vec::new();
    for skipped in &made.skipped {
        let reason = skipped.reason.replace(|c: char| c.is_ascii_digit(), "");
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((.., games)) => *games += 1,
            None => reasons.push((reason, skipped, 1)),
        }
    }
    reasons.sort_by_key(|(.., games)| std::cmp::Reverse(*games));
    for (_, first, games) in reasons.iter().take(TOLD) {
        let SkippedGame { input, member, reason } = first;
        let of = match games {
            1 => "left out:",
            _ => "left out, the first one is",
        };
        let games = counted(*games, "game");
        tell(format_args!("bgo: {games} {of} {input}: {member}: {reason}"));
    }
    if reasons.len() > TOLD {
        let more = reasons[TOLD..].iter().map(|(.., games)| games).sum();
        tell(format_args!(
            "bgo: {} more left out for other reasons; --json names all",
            counted(more, "game")
        ));
    }
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
