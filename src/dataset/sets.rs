use super::published::PublishedArchives;
use super::spool::{Spool, WaitingGame};
use md5::{Digest, Md5};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Games of the set `test`, and the share of all games that it takes at most where
/// games are split with a seed.
const TEST: usize = 100;
const TEST_SHARE: usize = 10;

/// Games of the set `train10k`.
const TRAIN_10K: usize = 10_000;

/// The sets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SetName {
    /// A hundred games.
    Test,
    /// Ten thousand others.
    Train10k,
    /// All but those of `test`.
    TrainAll,
    /// All, in their order.
    All,
}

impl SetName {
    /// As it is in the names of files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Train10k => "train10k",
            Self::TrainAll => "trainall",
            Self::All => "all",
        }
    }
}

/// How games came into the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// As the preprocessor selects among its archives.
    Published,
    /// By a seed and what the games are.
    Seeded(u64),
    /// All of them.
    All,
}

/// The games of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameSet {
    pub name: SetName,
    /// Which of those that wait.
    pub games: Vec<u32>,
    /// Of the published sets, where the games of each input are.
    pub parts: Vec<(u32, Range<usize>)>,
}

impl GameSet {
    fn new(name: SetName, games: Vec<u32>) -> Self {
        Self {
            name,
            games,
            parts: Vec::new(),
        }
    }

    /// All games.
    pub fn all(spool: &Spool) -> Self {
        Self::new(SetName::All, (0..spool.games.len() as u32).collect())
    }

    /// A published set: archive by archive.
    pub fn published(name: SetName, archives: &PublishedArchives, spool: &Spool) -> Self {
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

    /// Records of all games.
    pub fn records(&self, spool: &Spool) -> u64 {
        self.waiting(spool).map(|game| u64::from(game.records)).sum()
    }

    /// The games as they wait.
    pub fn waiting<'a>(&'a self, spool: &'a Spool) -> impl Iterator<Item = &'a WaitingGame> {
        self.games.iter().map(|game| &spool.games[*game as usize])
    }
}

/// Games in an order that a seed makes, each once however often it was found. The
/// order of two games depends on nothing but the seed and them.
pub(super) struct SeededSplit {
    order: Vec<u32>,
    /// How many games are there more than once, so that they were left out.
    pub repeated: u64,
}

impl SeededSplit {
    /// The split of those games that give records.
    pub fn new(spool: &Spool, seed: u64) -> Self {
        let rank = |game: &WaitingGame| -> [u8; 16] {
            let mut md5 = Md5::new();
            md5.update(seed.to_le_bytes());
            md5.update(game.digest);
            md5.finalize().into()
        };
        let mut seen = HashSet::new();
        let mut repeated = 0;
        let mut ranked: Vec<([u8; 16], u32)> = Vec::new();
        for (place, game) in (0..).zip(&spool.games).filter(|(_, game)| game.records > 0) {
            if seen.insert(game.digest) {
                ranked.push((rank(game), place));
            } else {
                repeated += 1;
            }
        }
        ranked.sort_unstable();
        let order = ranked.into_iter().map(|(_, place)| place).collect();
        Self { order, repeated }
    }

    /// A set.
    pub fn set(&self, name: SetName) -> GameSet {
        let all = self.order.len();
        let test = TEST.min(all.div_ceil(TEST_SHARE));
        let range = match name {
            SetName::Test => 0..test,
            SetName::Train10k => test..all.min(test + TRAIN_10K),
            SetName::TrainAll => test..all,
            SetName::All => 0..all,
        };
        GameSet::new(name, self.order[range].to_vec())
    }
}
