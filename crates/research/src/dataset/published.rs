use super::selection::{Pair, Universe};
use super::set_name::SetName;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// Archives and games that the published sets were chosen from.
const ARCHIVES: usize = 91;
const GAMES: usize = 171_562;

/// The last year that they are of.
const LAST_YEAR: u32 = 2014;

/// So many games at least, as with fewer nothing would be left beside the set `test`, and at
/// most, as a name may say anything.
const GAMES_HERE: std::ops::RangeInclusive<usize> = 101..=10_000_000;

/// MD5 of the published files, as the preprocessor's author made them in February and
/// March 2015. Those of version 2 are of a time when planes 2 and 5 had all stones.
const MD5: [(&str, &str); 5] = [
    ("kgsgo-test.dat", "850d2c91b684de45f39a205378fd7967"),
    ("kgsgo-train10k.dat", "80cfa39797fa1ea32af30191b2fb962c"),
    ("kgsgo-test-v2.dat", "57382be81ef419a5f1b1cf2632a8debf"),
    ("kgsgo-train10k-v2.dat", "6172e980f348103be3ad06ae7f946b47"),
    ("kgsgo-trainall-v2.dat", "20440801e72452b6714d5dd061673973"),
];

/// The MD5 that was published for a file of this name, 32 hex digits.
pub fn published_md5(file_name: &str) -> Option<&'static str> {
    MD5.iter().find(|(name, _)| *name == file_name).map(|(_, md5)| *md5)
}

/// Whether a file is called like an archive that the published sets are chosen from:
/// `KGS-2014_12-19-876-.zip`, of 2014 at the latest.
pub fn is_published_archive(file_name: &str) -> bool {
    let mut fields = file_name.split('-');
    let is_kgs = fields.next() == Some("KGS");
    let year = fields
        .next()
        .and_then(|date| date.split('_').next())
        .and_then(|year| year.parse::<u32>().ok());
    let is_full_board = fields.next() == Some("19");
    let games = fields.next().is_some_and(|games| games.parse::<u32>().is_ok());
    is_kgs && is_full_board && games && year.is_some_and(|year| year <= LAST_YEAR) && fields.eq(std::iter::once(".zip"))
}

/// The archives of KGS that sets are chosen from as the preprocessor does it.
pub(super) struct PublishedArchives {
    universe: Universe,
    /// Which input each archive of the universe is.
    inputs: Vec<u32>,
}

impl PublishedArchives {
    /// These archives, if all are called like those of KGS and there are enough games.
    pub fn new(paths: &[PathBuf]) -> Option<Self> {
        let mut inputs = HashMap::new();
        for (input, path) in (0..).zip(paths) {
            let name = path.file_name()?.to_str()?.to_owned();
            if !is_published_archive(&name) || inputs.insert(name, input).is_some() {
                return None;
            }
        }
        let universe = Universe::new(inputs.keys().cloned()).ok()?;
        if !GAMES_HERE.contains(&universe.games()) {
            return None;
        }
        let names = (0..inputs.len()).filter_map(|archive| universe.name(archive));
        Some(Self {
            inputs: names.filter_map(|name| inputs.get(name).copied()).collect(),
            universe,
        })
    }

    /// How many archives and games there are, if they are not as many as the published
    /// sets were chosen from.
    pub fn incomplete(&self) -> Option<(usize, usize)> {
        let here = (self.inputs.len(), self.universe.games());
        (here != (ARCHIVES, GAMES)).then_some(here)
    }

    fn pairs(&self, set: SetName) -> Vec<Pair> {
        match set {
            SetName::Test => self.universe.test(),
            SetName::Train10k => self.universe.train_10k(),
            SetName::TrainAll | SetName::All => self.universe.train_all(),
        }
    }

    /// The games of a set: inputs in the order in which their parts are joined, each with
    /// the numbers of its files.
    pub fn files_of(&self, set: SetName) -> Vec<(u32, Vec<i64>)> {
        let pairs = self.pairs(set);
        let mut files: HashMap<usize, Vec<i64>> = HashMap::new();
        for (archive, file) in &pairs {
            files.entry(*archive).or_default().push(*file as i64);
        }
        let order = self.universe.archive_order(&pairs);
        let part = |archive: usize| Some((self.inputs[archive], files.remove(&archive)?));
        order.into_iter().filter_map(part).collect()
    }

    /// The games that these sets need, by the numbers of input and file.
    pub fn needed(&self, sets: &[SetName]) -> HashSet<(u32, i64)> {
        let chosen = sets.iter().filter(|set| **set != SetName::All);
        let files = chosen.flat_map(|set| self.files_of(*set));
        files
            .flat_map(|(input, files)| files.into_iter().map(move |file| (input, file)))
            .collect()
    }

    /// How many games an archive has by its name.
    pub fn games(&self, input: u32) -> Option<u64> {
        let archive = self.inputs.iter().position(|known| *known == input)?;
        self.universe.games_of(archive).map(|games| games as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_known_by_their_names() {
        for (name, is) in [
            ("KGS-2014_12-19-876-.zip", true),
            ("KGS-2004-19-12106-.zip", true),
            ("KGS-2015_01-19-876-.zip", false),
            ("KGS-2014_12-13-876-.zip", false),
            ("KGS-2014_12-19-876.zip", false),
            ("games.tgz", false),
        ] {
            assert_eq!(is_published_archive(name), is, "{name}");
        }
        assert!(published_md5("kgsgo-trainall.dat").is_none());
        assert!(published_md5("kgsgo-test.dat").is_some_and(|md5| md5.starts_with("850d")));
    }

    #[test]
    fn few_games_and_other_names_are_no_published_archives() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert!(PublishedArchives::new(&paths(&["KGS-2014_01-19-100-.zip"])).is_none());
        assert!(PublishedArchives::new(&paths(&["KGS-2014_01-19-300-.zip", "a.tgz"])).is_none());
        assert!(PublishedArchives::new(&paths(&["a/KGS-2014_01-19-300-.zip", "b/KGS-2014_01-19-300-.zip"])).is_none());
        let archives = paths(&["KGS-2013-19-200-.zip", "KGS-2014_01-19-300-.zip"]);
        let archives = PublishedArchives::new(&archives).expect("archives of KGS");
        assert_eq!(archives.incomplete(), Some((2, 500)));
        assert_eq!(
            [0, 1, 2].map(|input| archives.games(input)),
            [Some(200), Some(300), None]
        );
        let train = archives.needed(&[SetName::Train10k]);
        let test = archives.needed(&[SetName::Test]);
        assert_eq!((test.len(), train.len()), (100, 400));
        assert!(test.is_disjoint(&train));
    }
}
