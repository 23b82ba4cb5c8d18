use super::options::{DatasetOptions, Selection, SetName};
use super::published::{PublishedArchives, is_published_archive, published_md5};
use super::sets::{GameSet, Selector};
use super::source::GameSource;
use super::spool::{InputGames, SkippedGame, Spool};
use serde::Serialize;
use std::path::Path;

/// The report of training sets that were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Datasets {
    /// The way in which games were divided into sets.
    pub selection: Selection,
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
    pub(super) fn new(path: &Path, bytes: u64, md5: String, was_there: bool) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Self {
            published_md5: published_md5(&name),
            file: path.display().to_string(),
            bytes,
            md5,
            was_there,
        }
    }
}

/// Returns sentences about inputs and sets that may surprise the user.
pub(super) fn warnings(
    source: &GameSource<'_>,
    selector: &Selector,
    sets: &[GameSet],
    spool: &Spool,
    options: &DatasetOptions,
) -> Vec<String> {
    let mut warnings = Vec::new();
    let archives = selector.archives();
    if let Some((here, games)) = archives.and_then(PublishedArchives::incomplete) {
        warnings.push(format!(
            "archives: {here}, games: {games}; the published sets are of 91 and 171562, so the same rule selects others \
             here; a seed splits them by what they are"
        ));
    }
    if let (GameSource::Archives(paths), Selection::Seeded(seed), None) = (source, selector.selection(), options.seed)
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
    let find = |name| sets.iter().find(|set| set.name == name);
    if let (Some(some), Some(all)) = (find(SetName::Train10k), find(SetName::TrainAll))
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
