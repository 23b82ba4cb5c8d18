use super::options::{Selection, SetName, TEST, TRAIN_10K};
use super::published::PublishedArchives;
use super::source::GameSource;
use super::spool::{NeededFiles, Spool, SpooledGame};
use crate::formats::kgs::{Encoding, KoPlane, RecordFormat, SetupRule, header};
use bgo::files::hex;
use md5::{Digest, Md5};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// With a seed, the set `test` has at most one in this many games.
const TEST_SHARE: usize = 10;

/// The games of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameSet {
    pub name: SetName,
    /// The indexes of its games in the spool.
    pub games: Vec<u32>,
    /// In published sets, the indexes of each input's games.
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

    /// Makes the set of all games.
    fn all(spool: &Spool) -> Self {
        Self::new(SetName::All, (0..spool.games.len() as u32).collect())
    }

    /// Makes a published set, archive by archive.
    fn published(name: SetName, archives: &PublishedArchives, spool: &Spool) -> Self {
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

    /// Returns the number of records of all games.
    pub fn records(&self, spool: &Spool) -> u64 {
        self.spooled(spool).map(|game| u64::from(game.records)).sum()
    }

    /// Returns the games in the spool.
    pub fn spooled<'a>(&'a self, spool: &'a Spool) -> impl Iterator<Item = &'a SpooledGame> {
        self.games.iter().map(|game| &spool.games[*game as usize])
    }

    /// Returns the MD5 of all data that determine a file of the set.
    pub fn fingerprint(&self, spool: &Spool, encoding: Encoding) -> String {
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

    /// Returns the selection for the report.
    pub const fn selection(&self) -> Selection {
        match self {
            Self::All => Selection::All,
            Self::Published(_) => Selection::Published,
            Self::Seeded(seed) => Selection::Seeded(*seed),
        }
    }

    /// Returns the archives if sets are chosen as for the published ones.
    pub const fn archives(&self) -> Option<&PublishedArchives> {
        match self {
            Self::Published(archives) => Some(archives),
            Self::All | Self::Seeded(_) => None,
        }
    }

    /// Returns the files needed for these sets.
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
    pub fn sets(&self, names: &[SetName], spool: &Spool) -> (Vec<GameSet>, u64) {
        let split = match self {
            Self::Seeded(seed) => Some(SeededSplit::new(spool, *seed)),
            Self::All | Self::Published(_) => None,
        };
        let set = |name: &SetName| match (self, &split) {
            _ if *name == SetName::All => GameSet::all(spool),
            (Self::Published(archives), _) => GameSet::published(*name, archives, spool),
            (_, Some(split)) => split.set(*name),
            (_, None) => GameSet::all(spool),
        };
        let repeated = split.as_ref().map_or(0, |split| split.repeated);
        (names.iter().map(set).collect(), repeated)
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
    fn new(spool: &Spool, seed: u64) -> Self {
        let rank = |game: &SpooledGame| -> [u8; 16] {
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

    fn set(&self, name: SetName) -> GameSet {
        let all = self.order.len();
        let test = TEST.min(all.div_ceil(TEST_SHARE));
        let range = match name {
            SetName::Test => 0..test,
            SetName::Train10k => test..all.min(test + TRAIN_10K),
            SetName::TrainAll | SetName::All => test..all,
        };
        GameSet::new(name, self.order[range].to_vec())
    }
}
