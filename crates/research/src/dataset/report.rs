use super::options::DatasetOptions;
use super::published::{PublishedArchives, is_published_archive, published_md5};
use super::set_name::{Selection, SetName};
use super::sets::{GameSet, Selector};
use super::source::GameSource;
use super::spool::{InputGames, SkippedGame, Spool};
use serde::Serialize;
use std::path::Path;

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
    /// Games that are in no set but `all`, because an equal one is.
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
    /// Its files: one, or one for each array with the list of games, and those of its
    /// archives.
    pub files: Vec<SetFile>,
}

/// A file of a set.
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
    /// Whether it was there already.
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

/// What the user should know of the inputs and the sets.
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
             here; --seed splits them by what they are"
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
            // None of its games need be wanted.
            Some(_) => {}
            None if found.games == 0 => warnings.push(format!("{}: no game in it gives a record", found.input)),
            None => {}
        }
    }
    warnings
}
