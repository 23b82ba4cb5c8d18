//! The choice of games for sets.

use super::options::{SetName, SetSelection};
use super::published::{PublishedArchives, TEST, TRAIN_10K};
use super::source::{GameSource, GameSpool, SpooledGame};
use crate::Strictness;
use crate::formats::kgs::{Encoding, RecordFormat, header};
use bgo::internal::files::hex;
use md5::{Digest, Md5};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// With a seed, the set `test` has at most one in this many games.
const TEST_SHARE: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TrainingSet {
    pub name: SetName,
    /// The indexes of its games in the spool.
    pub games: Vec<u32>,
    /// In published sets, the indexes of each input's games.
    pub parts: Vec<(u32, Range<usize>)>,
}

impl TrainingSet {
    fn new(name: SetName, games: Vec<u32>) -> Self {
        Self {
            name,
            games,
            parts: Vec::new(),
        }
    }

    fn published(name: SetName, archives: &PublishedArchives, spool: &GameSpool) -> Self {
        let places: HashMap<(u32, i64), u32> = (0..)
            .zip(&spool.games)
            .map(|(place, game)| ((game.input, game.file), place))
            .collect();
        let mut set = Self::new(name, Vec::new());
        for (input, files) in archives.files_of(name) {
            let first = set.games.len();
            set.games
                .extend(files.iter().filter_map(|file| places.get(&(input, *file))));
            set.parts.push((input, first..set.games.len()));
        }
        set
    }

    pub fn records(&self, spool: &GameSpool) -> u64 {
        self.spooled(spool).map(|game| u64::from(game.records)).sum()
    }

    pub fn spooled<'a>(&'a self, spool: &'a GameSpool) -> impl Iterator<Item = &'a SpooledGame> {
        self.games.iter().map(|game| &spool.games[*game as usize])
    }

    /// Returns the MD5 of all data that determine a file of the set.
    pub fn fingerprint(&self, spool: &GameSpool, encoding: Encoding) -> String {
        let mut md5 = Md5::new();
        md5.update(header(encoding.format, self.records(spool)));
        md5.update([
            encoding.format.version(),
            u8::from(encoding.format == RecordFormat::V2Legacy),
            u8::from(encoding.ko == Strictness::Strict) | u8::from(encoding.setup == Strictness::Strict) << 1,
        ]);
        for game in self.spooled(spool) {
            md5.update(game.digest);
            md5.update(game.number.to_le_bytes());
        }
        hex(md5)
    }
}

impl GameSource<'_> {
    /// Returns the reading of games that makes the published sets if these are the archives of KGS, and
    /// no seed speaks against it; the sound one of other sources.
    pub fn usual_setup(&self, seed: Option<u64>) -> Strictness {
        match (self, seed) {
            (Self::Archives(paths), None) if PublishedArchives::have_names(paths) => Strictness::Compat,
            _ => Strictness::Strict,
        }
    }
}

/// Returns the way of choosing the games of these sets from a source, and the archives if it is that of the
/// published sets.
pub(super) fn selection(
    source: &GameSource<'_>,
    names: &[SetName],
    seed: Option<u64>,
) -> (SetSelection, Option<PublishedArchives>) {
    let published = match (source, seed) {
        (GameSource::Archives(paths), None) => PublishedArchives::new(paths),
        _ => None,
    };
    match published {
        _ if names.iter().all(|name| *name == SetName::All) => (SetSelection::All, None),
        None => (SetSelection::Seeded(seed.unwrap_or_default()), None),
        archives => (SetSelection::Published, archives),
    }
}

/// Returns the sets, and the number of games that are left out because an equal game is in a set.
pub(super) fn choose(
    selection: SetSelection,
    archives: Option<&PublishedArchives>,
    names: &[SetName],
    spool: &GameSpool,
) -> (Vec<TrainingSet>, u64) {
    let (order, repeated) = match selection {
        SetSelection::Seeded(seed) => seeded_order(spool, seed),
        SetSelection::Published | SetSelection::All => (Vec::new(), 0),
    };
    let (test, others) = order.split_at(TEST.min(order.len().div_ceil(TEST_SHARE)));
    let sets = names.iter().map(|name| match (name, archives) {
        (SetName::All, _) => TrainingSet::new(*name, (0..spool.games.len() as u32).collect()),
        (_, Some(archives)) => TrainingSet::published(*name, archives, spool),
        (SetName::Test, None) => TrainingSet::new(*name, test.to_vec()),
        (SetName::Train10k, None) => TrainingSet::new(*name, others[..TRAIN_10K.min(others.len())].to_vec()),
        (SetName::TrainAll, None) => TrainingSet::new(*name, others.to_vec()),
    });
    (sets.collect(), repeated)
}

/// Returns the different games that give records in the order given by a seed, and the number of games that
/// equal an earlier one. The order of two games depends only on them and the seed.
fn seeded_order(spool: &GameSpool, seed: u64) -> (Vec<u32>, u64) {
    let mut seen = HashSet::new();
    let mut repeated = 0;
    let mut ranked: Vec<([u8; 16], u32)> = Vec::new();
    for (place, game) in (0..).zip(&spool.games).filter(|(_, game)| game.records > 0) {
        if seen.insert(game.digest) {
            let mut md5 = Md5::new();
            md5.update(seed.to_le_bytes());
            md5.update(game.digest);
            ranked.push((md5.finalize().into(), place));
        } else {
            repeated += 1;
        }
    }
    ranked.sort_unstable();
    (ranked.into_iter().map(|(_, place)| place).collect(), repeated)
}
