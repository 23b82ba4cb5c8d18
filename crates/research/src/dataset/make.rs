//! Makes training sets, and reports about them.

use super::arrays::ArraySet;
use super::choice::Split;
use super::options::{DatasetOptions, SetFormat, SetName, SetSelection, hash_file, unreadable};
use super::published::{PublishedArchives, is_published_archive, published_md5};
use super::record_file::{self, not_this_set};
use super::sets::{TrainingSet, choose, selection};
use super::source::{GameSource, GameSpool, InputGames, SkippedGame};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::kgs::{END, RecordFormat, header};
use bgo::internal::files::{NewFile, resolved};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

const BUFFER: usize = 1 << 20;

/// The report of training sets that were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Datasets {
    /// The way in which games were divided into sets.
    pub selection: SetSelection,
    /// The games of each input.
    pub inputs: Vec<InputGames>,
    /// The sets in the order of the request.
    pub sets: Vec<MadeSet>,
    /// The number of games that are only in the set `all`, because they equal another game.
    pub repeated: u64,
    /// The games that give no records.
    pub skipped: Vec<SkippedGame>,
    /// Sentences for the user.
    pub warnings: Vec<String>,
}

/// A set that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MadeSet {
    /// The name of the set.
    pub set: SetName,
    /// The number of games.
    pub games: u64,
    /// The number of records.
    pub records: u64,
    /// The number of games that an interrupted run had written.
    pub resumed_games: u64,
    /// The file of records with the files for each archive, or the arrays with the list of games.
    pub files: Vec<SetFile>,
}

/// A file of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetFile {
    /// The split whose rows a file for KataGo has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// The number of rows of a file for KataGo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The path.
    pub file: String,
    /// The length.
    pub bytes: u64,
    /// The MD5, as 32 hex digits.
    pub md5: String,
    /// The published MD5 of a file with this name.
    pub published_md5: Option<&'static str>,
    /// True if the file existed.
    pub was_there: bool,
}

impl SetFile {
    pub(super) fn new(path: &Path, (bytes, md5): (u64, String), was_there: bool) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self {
            split: None,
            rows: None,
            published_md5: published_md5(&name),
            file: path.display().to_string(),
            bytes,
            md5,
            was_there,
        }
    }
}

/// Makes training sets of games. Existing sets are verified and not made again. An interrupted file
/// of records is continued. After an error, complete sets are kept, and incomplete ones do not have
/// their final names. Calls `progress` with what is counted, bytes of archives if it has no name, and with how many are
/// done so far and in all.
pub fn make(
    source: &GameSource<'_>,
    names: &[SetName],
    options: &DatasetOptions,
    progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
) -> Result<Datasets, ResearchError> {
    if let GameSource::Archives(paths) = source {
        let mut seen = HashSet::new();
        if let Some(path) = paths.iter().find(|path| !seen.insert(resolved(path))) {
            let path = path.display();
            return Err(ErrorKind::Other.error(format!("{path} is given twice; a set has each game once")));
        }
    }
    let (selection, archives) = selection(source, names, options.seed);
    let needs_all = archives.is_none() || names.contains(&SetName::All);
    let needed = archives.as_ref().map(|archives| archives.needed(names));
    let mut spool = GameSpool::fill(source, needs_all, &needed.unwrap_or_default(), options, progress)?;
    let (sets, repeated) = choose(selection, archives.as_ref(), names, &spool);
    verify(source, &spool, &sets, options)?;
    let mut made = Datasets {
        selection,
        sets: Vec::new(),
        repeated,
        warnings: warnings(source, selection, archives.as_ref(), &sets, &spool, options),
        inputs: std::mem::take(&mut spool.inputs),
        skipped: std::mem::take(&mut spool.skipped),
    };
    for set in &sets {
        made.sets.push(make_set(&spool, set, &made.inputs, options, progress)?);
    }
    Ok(made)
}

/// Fails if a set cannot be made, before any is made.
fn verify(
    source: &GameSource<'_>,
    spool: &GameSpool,
    sets: &[TrainingSet],
    options: &DatasetOptions,
) -> Result<(), ResearchError> {
    let games = spool.games.iter().filter(|game| game.records > 0).count();
    if games == 0 {
        return Err(nothing_to_learn(source, &spool.inputs).unwrap_or_else(|| {
            let names = source.names();
            ErrorKind::Other.error(format!("no game of {names} gives a record; nothing was written"))
        }));
    }
    let has_parts = matches!(options.format, SetFormat::Records { parts: true });
    for set in sets {
        let name = set.name.name();
        if set.records(spool) == 0 {
            return Err(ErrorKind::EmptySet.error(format!(
                "the set {name} would have no records: only {games} of the games give some, and test has the first \
                 choice; nothing was written"
            )));
        }
        if has_parts && set.parts.is_empty() {
            return Err(ErrorKind::NoArchiveFiles.error(format!(
                "files for each archive are made of the published sets only, not of {name}"
            )));
        }
    }
    Ok(())
}

/// Makes the error of a source without games, if it has none.
pub(super) fn nothing_to_learn(source: &GameSource<'_>, inputs: &[InputGames]) -> Option<ResearchError> {
    let is_empty = inputs.iter().all(|input| input.games + input.skipped == 0);
    is_empty.then(|| {
        let names = source.names();
        ErrorKind::Other.error(format!(
            "there is no game record (.sgf, .gib, .ngf, .ugf, .ugi) in {names}, or none that meets the conditions; \
             nothing was written"
        ))
    })
}

fn make_set(
    spool: &GameSpool,
    set: &TrainingSet,
    inputs: &[InputGames],
    options: &DatasetOptions,
    progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
) -> Result<MadeSet, ResearchError> {
    let suffix = match options.encoding.format {
        RecordFormat::V1 => "",
        RecordFormat::V2 | RecordFormat::V2Legacy => "-v2",
    };
    let out = options.folder.join(format!("kgsgo-{}{suffix}.dat", set.name.name()));
    let all = set.games.len() as u64;
    let tell: &(dyn Fn(u64) + Sync) = &|done| progress(Some(set.name.unit()), done, all);
    let mut made = MadeSet {
        set: set.name,
        games: all,
        records: set.records(spool),
        resumed_games: 0,
        files: Vec::new(),
    };
    match options.format {
        SetFormat::Records { parts } => {
            let mut there = None;
            if !options.overwrite {
                there = record_file::compare(spool, set, &out, options, tell)?;
            }
            made.files.push(if let Some(md5) = there {
                let bytes = options.encoding.format.file_length(made.records);
                SetFile::new(&out, (bytes, md5), true)
            } else {
                let (content, resumed) = record_file::make(spool, set, &out, options, tell)?;
                made.resumed_games = resumed;
                SetFile::new(&out, content, false)
            });
            if parts {
                make_archive_files(spool, set, &out, suffix, inputs, options, &mut made.files)?;
            }
        }
        SetFormat::Npy(layout) | SetFormat::Npz(layout) => {
            let arrays = ArraySet::new(set, &out, layout, options);
            let were_there = !options.overwrite && arrays.is_made(spool)?;
            if !were_there {
                arrays.make(spool, inputs, tell)?;
            }
            for path in arrays.paths() {
                let file = SetFile::new(path, hash_file(path, &options.stop)?, were_there);
                made.files.push(file);
            }
        }
    }
    Ok(made)
}

/// Makes the files that the preprocessor makes of each archive before joining them:
/// `KGS-2014_12-19-876-test.dat` of `KGS-2014_12-19-876-.zip`. They are cut out of the file
/// `whole`.
fn make_archive_files(
    spool: &GameSpool,
    set: &TrainingSet,
    whole: &Path,
    suffix: &str,
    inputs: &[InputGames],
    options: &DatasetOptions,
    files: &mut Vec<SetFile>,
) -> Result<(), ResearchError> {
    let format = options.encoding.format;
    let file = File::open(whole).map_err(unreadable(whole))?;
    let mut offset = format.header_length() as u64;
    for (input, games) in &set.parts {
        let records = set.games[games.clone()]
            .iter()
            .map(|game| u64::from(spool.games[*game as usize].records))
            .sum();
        let bytes = records * format.record_length() as u64;
        let name = Path::new(&inputs[*input as usize].input)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let path = options.folder.join(format!("{name}{}{suffix}.dat", set.name.name()));
        (&file).seek(SeekFrom::Start(offset)).map_err(unreadable(whole))?;
        let head = Cursor::new(header(format, records));
        let mut part = head.chain((&file).take(bytes)).chain(&END[..]);
        let was_there = !options.overwrite && path.exists();
        if was_there {
            if !is_same(part, &path)? {
                return Err(not_this_set(&path, "other bytes are in it"));
            }
        } else {
            let new = NewFile::new(&path, options.overwrite, &[])?;
            io::copy(&mut part, &mut new.file()?).map_err(|error| new.failed(error))?;
            new.complete()?;
        }
        offset += bytes;
        files.push(SetFile::new(&path, hash_file(&path, &options.stop)?, was_there));
    }
    Ok(())
}

fn is_same(mut part: impl Read, path: &Path) -> Result<bool, ResearchError> {
    let failed = unreadable(path);
    let mut there = BufReader::new(File::open(path).map_err(failed)?);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    loop {
        a.clear();
        b.clear();
        part.by_ref().take(BUFFER as u64).read_to_end(&mut a).map_err(failed)?;
        there.by_ref().take(BUFFER as u64).read_to_end(&mut b).map_err(failed)?;
        if a != b {
            return Ok(false);
        }
        if a.is_empty() {
            return Ok(true);
        }
    }
}

/// Returns sentences about inputs and sets that may surprise the user.
fn warnings(
    source: &GameSource<'_>,
    selection: SetSelection,
    archives: Option<&PublishedArchives>,
    sets: &[TrainingSet],
    spool: &GameSpool,
    options: &DatasetOptions,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some((here, games)) = archives.and_then(PublishedArchives::incomplete) {
        warnings.push(format!(
            "archives: {here}, games: {games}; the published sets are of 91 and 171562, so the same rule selects others \
             here; a seed splits them by what they are"
        ));
    }
    if let (GameSource::Archives(paths), SetSelection::Seeded(seed), None) = (source, selection, options.seed)
        && paths.iter().any(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            is_published_archive(&name)
        })
    {
        warnings.push(format!(
            "games are split with the seed {seed}, and not as the published sets are: these are too few games, or some \
             archives are not called like those of KGS until 2014, or two are called the same"
        ));
    }
    let [some, all] = [SetName::Train10k, SetName::TrainAll].map(|name| sets.iter().find(|set| set.name == name));
    if let (Some(some), Some(all)) = (some, all)
        && some.games.len() == all.games.len()
    {
        warnings.push("train10k and trainall have the same games, as there are fewer than 10,100".to_owned());
    }
    for (input, found) in (0..).zip(&spool.inputs) {
        match archives.and_then(|archives| archives.games(input)) {
            Some(games) if games > found.files => warnings.push(format!(
                "{}: by its name it has {games} games, and {} files are there; those that are missing are in no set",
                found.input, found.files
            )),
            Some(games) if games < found.files => warnings.push(format!(
                "{}: by its name it has {games} games, and {} files are there; the last ones are in no published set",
                found.input, found.files
            )),
            // The sets may not need any of its games.
            Some(_) => {}
            None if found.games == 0 => warnings.push(format!("{}: no game in it gives a record", found.input)),
            None => {}
        }
    }
    warnings
}
