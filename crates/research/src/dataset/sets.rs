//! The choice of games for sets.

use super::options::{SetName, SetSelection};
use super::published::{PublishedArchives, TEST, TRAIN_10K};
use super::source::{GameSource, GameSpool, NeededFiles, SpooledGame};
use crate::formats::kgs::{Encoding, KoPlane, RecordFormat, SetupRule, header};
use bgo::files::hex;
use md5::{Digest, Md5};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// With a seed, the set `test` has at most one in this many games.
const TEST_SHARE: usize = 10;

/// The games of a set.
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

    fn all(spool: &GameSpool) -> Self {
        Self::new(SetName::All, (0..spool.games.len() as u32).collect())
    }

    /// Makes a published set, archive by archive.
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
        md5.update(header(encoding.version(), self.records(spool)));
        md5.update([
            encoding.version().number(),
            u8::from(encoding.format == RecordFormat::V2Legacy),
            u8::from(encoding.ko == KoPlane::Strict) | u8::from(encoding.setup == SetupRule::Strict) << 1,
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
    pub fn usual_setup(&self, seed: Option<u64>) -> SetupRule {
        match (self, seed) {
            (Self::Archives(paths), None) if PublishedArchives::have_names(paths) => SetupRule::Compat,
            _ => SetupRule::Strict,
        }
    }
}

/// The method of choosing the games of sets.
pub(super) enum Selector {
    All,
    Published(PublishedArchives),
    Seeded(u64),
}

impl Selector {
    /// Returns the method of choosing these sets from a source.
    pub fn new(source: &GameSource<'_>, names: &[SetName], seed: Option<u64>) -> Self {
        let published = match (source, seed) {
            (GameSource::Archives(paths), None) => PublishedArchives::new(paths),
            _ => None,
        };
        match published {
            _ if names.iter().all(|name| *name == SetName::All) => Self::All,
            Some(archives) => Self::Published(archives),
            None => Self::Seeded(seed.unwrap_or_default()),
        }
    }

    pub const fn selection(&self) -> SetSelection {
        match self {
            Self::All => SetSelection::All,
            Self::Published(_) => SetSelection::Published,
            Self::Seeded(seed) => SetSelection::Seeded(*seed),
        }
    }

    /// Returns the archives if sets are chosen as for the published ones.
    pub const fn archives(&self) -> Option<&PublishedArchives> {
        match self {
            Self::Published(archives) => Some(archives),
            Self::All | Self::Seeded(_) => None,
        }
    }

    pub fn needed(&self, names: &[SetName]) -> NeededFiles {
        NeededFiles {
            all: self.archives().is_none() || names.contains(&SetName::All),
            games: self
                .archives()
                .map(|archives| archives.needed(names))
                .unwrap_or_default(),
        }
    }

    /// Returns the sets, and the number of games that are left out because an equal game is in a
    /// set.
    pub fn sets(&self, names: &[SetName], spool: &GameSpool) -> (Vec<TrainingSet>, u64) {
        let split = match self {
            Self::Seeded(seed) => Some(SeededSplit::new(spool, *seed)),
            Self::All | Self::Published(_) => None,
        };
        let sets = names.iter().map(|name| match (self, &split) {
            _ if *name == SetName::All => TrainingSet::all(spool),
            (Self::Published(archives), _) => TrainingSet::published(*name, archives, spool),
            (_, Some(split)) => split.set(*name),
            (_, None) => TrainingSet::all(spool),
        });
        (sets.collect(), split.as_ref().map_or(0, |split| split.repeated))
    }
}

/// The different games in the order given by a seed. The order of two games depends only on them
/// and the seed.
struct SeededSplit {
    order: Vec<u32>,
    /// The number of games that equal an earlier one.
    repeated: u64,
}

impl SeededSplit {
    /// Splits the games that give records.
    fn new(spool: &GameSpool, seed: u64) -> Self {
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
        let order = ranked.into_iter().map(|(_, place)| place).collect();
        Self { order, repeated }
    }

    fn set(&self, name: SetName) -> TrainingSet {
        let all = self.order.len();
        let test = TEST.min(all.div_ceil(TEST_SHARE));
        let range = match name {
            SetName::Test => 0..test,
            SetName::Train10k => test..all.min(test + TRAIN_10K),
            SetName::TrainAll | SetName::All => test..all,
        };
        TrainingSet::new(name, self.order[range].to_vec())
    }
}
