use super::dat;
use super::error::DatasetFailure;
use super::existing::{are_arrays_made, is_made};
use super::numpy::{self, NumpyFormat};
use super::parts;
use super::published::{PublishedArchives, published_md5};
use super::sets::{GameSet, SeededSplit, Selection, SetName};
use super::source::GameSource;
use super::spool::{InputGames, Reading, SkippedGame, Spool};
use super::work_file::{hash, hex};
use crate::export::resolved;
use crate::formats::kgs::{Encoding, Version};
use md5::{Digest, Md5};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How training sets are made.
#[derive(Clone, Debug)]
pub struct DatasetOptions {
    /// Of the records.
    pub encoding: Encoding,
    /// Arrays for NumPy in place of a file of records.
    pub numpy: Option<NumpyFormat>,
    /// The folder that the files are made in.
    pub folder: PathBuf,
    /// What games are split with; archives of KGS, without, as the preprocessor splits
    /// them, and others with 0.
    pub seed: Option<u64>,
    /// Whether the published sets get a file for each archive besides.
    pub parts: bool,
    /// Whether files that are there may be replaced.
    pub overwrite: bool,
    /// Set by whoever wants it to end.
    pub stop: Arc<AtomicBool>,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetProgress {
    /// Games are read and counted.
    Reading(Reading),
    /// So many games of so many of a set are written.
    Writing(SetName, u64, u64),
}

/// Training sets that were made. Serialised, it is the document that
/// `bgo dataset kgs-v1 --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Datasets {
    /// How the games came into the sets.
    pub selection: Selection,
    /// What was found in each input.
    pub inputs: Vec<InputGames>,
    /// The sets, in the order in which they were asked for.
    pub sets: Vec<MadeSet>,
    /// Games that are in no set because an equal one is.
    pub repeated: u64,
    /// Games that give no records, and why.
    pub skipped: Vec<SkippedGame>,
    /// What the user should know besides.
    pub warnings: Vec<String>,
}

/// A set that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MadeSet {
    /// Which.
    pub set: SetName,
    /// Games that it has.
    pub games: u64,
    /// Records.
    pub records: u64,
    /// Games that were in the file of an interrupted run already.
    pub resumed_games: u64,
    /// Whether it was there already.
    pub was_there: bool,
    /// Its files: one, or one for each array, and those of its archives.
    pub files: Vec<SetFile>,
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetFile {
    /// Its path.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// MD5 of its bytes, 32 hex digits.
    pub md5: String,
    /// The MD5 that was published for a file of its name.
    pub published_md5: Option<&'static str>,
}

/// Makes training sets of games. Those that are there already are not made again; one
/// that was interrupted is gone on with.
///
/// # Errors
/// An archive that cannot be read to its end, a set without records, a file that is
/// there and is another, and what cannot be written. Nothing that looks complete is
/// left then, and sets that were complete stay.
pub fn make(
    source: &GameSource<'_>,
    names: &[SetName],
    options: &DatasetOptions,
    progress: &(dyn Fn(DatasetProgress) + Sync),
) -> Result<Datasets, DatasetFailure> {
    let archives = match source {
        GameSource::Archives(paths) => {
            let mut seen = HashSet::new();
            if let Some(path) = paths.iter().find(|path| !seen.insert(resolved(path))) {
                return Err(DatasetFailure::Twice(path.clone()));
            }
            let is_all = names.iter().all(|name| *name == SetName::All);
            match options.seed.is_none() && !is_all {
                true => PublishedArchives::new(paths),
                false => None,
            }
        }
        GameSource::Database(..) => None,
    };
    let needed = match &archives {
        Some(archives) if !names.contains(&SetName::All) => Some(archives.needed(names)),
        _ => None,
    };
    let reading = |reading| progress(DatasetProgress::Reading(reading));
    let mut spool = Spool::fill(source, needed.as_ref(), &options.folder, &options.stop, &reading)?;
    spool.number_games(|game, place| match (source, &archives) {
        (GameSource::Database(..), _) => game.file,
        (_, Some(archives)) => archives.number(game.input, game.file).unwrap_or(place),
        _ => place,
    });
    let seed = options.seed.unwrap_or_default();
    let split = match &archives {
        None if names.iter().any(|name| *name != SetName::All) => Some(SeededSplit::new(&spool, seed)),
        _ => None,
    };
    let sets: Vec<GameSet> = names
        .iter()
        .map(|name| match (name, &archives, &split) {
            (SetName::All, ..) | (_, None, None) => GameSet::all(&spool),
            (name, Some(archives), _) => GameSet::published(*name, archives, &spool),
            (name, None, Some(split)) => split.set(*name),
        })
        .collect();
    verify(source, &spool, &sets, options)?;
    let mut made = Datasets {
        selection: match (&archives, &split) {
            (Some(_), _) => Selection::Published,
            (None, Some(_)) => Selection::Seeded(seed),
            (None, None) => Selection::All,
        },
        sets: Vec::new(),
        repeated: split.as_ref().map_or(0, |split| split.repeated),
        warnings: warnings(&spool, archives.as_ref()),
        inputs: std::mem::take(&mut spool.inputs),
        skipped: std::mem::take(&mut spool.skipped),
    };
    for set in &sets {
        made.sets
            .push(make_set(&mut spool, set, &made.inputs, options, progress)?);
    }
    Ok(made)
}

/// Finds out what cannot be made before anything is.
fn verify(
    source: &GameSource<'_>,
    spool: &Spool,
    sets: &[GameSet],
    options: &DatasetOptions,
) -> Result<(), DatasetFailure> {
    let games = spool.games.iter().filter(|game| game.records > 0).count();
    if games == 0 {
        return Err(DatasetFailure::NoRecords(source.names()));
    }
    for set in sets {
        let name = set.name.as_str();
        if set.records(spool) == 0 {
            return Err(DatasetFailure::EmptySet { set: name, games });
        }
        if options.parts && set.parts.is_empty() {
            return Err(DatasetFailure::NoParts(name));
        }
    }
    Ok(())
}

/// What the user should know of the inputs.
fn warnings(spool: &Spool, archives: Option<&PublishedArchives>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some((here, games)) = archives.and_then(PublishedArchives::incomplete) {
        warnings.push(format!(
            "archives: {here}, games: {games}; the published sets are of 91 and 171562, so the same rule selects others here"
        ));
    }
    for (input, found) in (0..).zip(&spool.inputs) {
        match archives.and_then(|archives| archives.games(input)) {
            Some(games) if games > found.files => warnings.push(format!(
                "{}: by its name it has {games} games, and {} files are there; those that are missing are in no set",
                found.input, found.files
            )),
            Some(games) if games < found.files => warnings.push(format!(
                "{}: by its name it has {games} games, and {} files are there; the last ones are in no set",
                found.input, found.files
            )),
            // None of its games need be wanted.
            Some(_) => {}
            None if found.games == 0 => warnings.push(format!("{}: no game in it gives a record", found.input)),
            None => {}
        }
    }
    warnings
}

fn make_set(
    spool: &mut Spool,
    set: &GameSet,
    inputs: &[InputGames],
    options: &DatasetOptions,
    progress: &(dyn Fn(DatasetProgress) + Sync),
) -> Result<MadeSet, DatasetFailure> {
    let encoding = options.encoding;
    let suffix = match encoding.version {
        Version::V1 => "",
        Version::V2 => "-v2",
    };
    let out = options.folder.join(format!("kgsgo-{}{suffix}.dat", set.name.as_str()));
    let told = |done| progress(DatasetProgress::Writing(set.name, done, set.games.len() as u64));
    let records = set.records(spool);
    let mut made = MadeSet {
        set: set.name,
        games: set.games.len() as u64,
        records,
        resumed_games: 0,
        was_there: false,
        files: Vec::new(),
    };
    match options.numpy {
        None => {
            made.was_there = !options.overwrite && is_made(spool, set, &out, encoding)?;
            let file = if made.was_there {
                set_file(&out)?
            } else {
                let file = dat::make(spool, set, &out, options, &told)?;
                made.resumed_games = file.resumed as u64;
                SetFile::new(&out, file.bytes, file.md5)
            };
            made.files.push(file);
        }
        Some(format) => {
            let mut paths = format.paths(&out);
            made.was_there = !options.overwrite && are_arrays_made(records, &paths, format, encoding)?;
            if !made.was_there {
                numpy::make(spool, set, &out, format, options, &told)?;
            }
            paths.push(parts::list_games(spool, set, &out, inputs)?);
            for path in &paths {
                made.files.push(set_file(path)?);
            }
        }
    }
    if options.parts && options.numpy.is_none() {
        for path in parts::make_parts(spool, set, &out, suffix, inputs, options)? {
            made.files.push(set_file(&path)?);
        }
    }
    Ok(made)
}

impl SetFile {
    fn new(path: &Path, bytes: u64, md5: String) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self {
            published_md5: published_md5(&name),
            file: path.display().to_string(),
            bytes,
            md5,
        }
    }
}

/// A file that is there.
fn set_file(path: &Path) -> Result<SetFile, DatasetFailure> {
    let mut md5 = Md5::new();
    let bytes = File::open(path)
        .and_then(|mut file| hash(&mut file, &mut md5))
        .map_err(|error| DatasetFailure::unwritable(path, error))?;
    Ok(SetFile::new(path, bytes, hex(md5)))
}
