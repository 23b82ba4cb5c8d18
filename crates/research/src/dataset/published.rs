use super::options::{SetName, TEST, TRAIN_10K};
use super::python2::{Random, hash_pair, hash_text, set_order};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// The numbers of archives and games from which the published sets were chosen.
const ARCHIVES: usize = 91;
const GAMES: usize = 171_562;

/// The last year of these archives.
const LAST_YEAR: u32 = 2014;

/// The number of games to choose from. With fewer, nothing would be left besides the set `test`;
/// with more, the names of the archives must be wrong.
const POSSIBLE_GAMES: std::ops::RangeInclusive<usize> = 101..=10_000_000;

/// The MD5 of the published files, made by the preprocessor's author in February and March 2015. In
/// files of version 2, planes 2 and 5 have all stones.
const MD5: [(&str, &str); 5] = [
    ("kgsgo-test.dat", "850d2c91b684de45f39a205378fd7967"),
    ("kgsgo-train10k.dat", "80cfa39797fa1ea32af30191b2fb962c"),
    ("kgsgo-test-v2.dat", "57382be81ef419a5f1b1cf2632a8debf"),
    ("kgsgo-train10k-v2.dat", "6172e980f348103be3ad06ae7f946b47"),
    ("kgsgo-trainall-v2.dat", "20440801e72452b6714d5dd061673973"),
];

/// Returns the published MD5 of a file with this name, as 32 hex digits.
pub(super) fn published_md5(file_name: &str) -> Option<&'static str> {
    MD5.iter().find(|(name, _)| *name == file_name).map(|(_, md5)| *md5)
}

/// Returns whether a file has the name of an archive from which the published sets are chosen:
/// `KGS-2014_12-19-876-.zip`, of 2014 or earlier.
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

/// A game: the index of its archive, and its number in the archive, from 0.
type Pair = (usize, usize);

/// Archives of KGS, from which sets are chosen as for the published ones. They are in the order of
/// the index pages, which is by name, from the last to the first.
pub(super) struct PublishedArchives {
    archives: Vec<Archive>,
    games: usize,
}

/// An archive, with the number of games in its name.
struct Archive {
    /// Python's hash of the name.
    hash: i64,
    games: usize,
    /// The number of games in the archives before it.
    before: usize,
    /// The index of the archive in the user's list.
    input: u32,
}

impl PublishedArchives {
    /// Recognises archives by their names. Returns `None` if one has an unknown name, or if they
    /// have too few or too many games.
    pub fn new(paths: &[PathBuf]) -> Option<Self> {
        Self::by_name(paths).filter(|archives| POSSIBLE_GAMES.contains(&archives.games))
    }

    /// Returns whether all archives have names of KGS, each its own.
    pub fn have_names(paths: &[PathBuf]) -> bool {
        Self::by_name(paths).is_some()
    }

    fn by_name(paths: &[PathBuf]) -> Option<Self> {
        let mut names: Vec<(&str, u32)> = Vec::new();
        for (input, path) in (0..).zip(paths) {
            let name = path.file_name()?.to_str()?;
            if !is_published_archive(name) || names.iter().any(|(known, _)| *known == name) {
                return None;
            }
            names.push((name, input));
        }
        names.sort_unstable_by(|a, b| b.cmp(a));
        let mut published = Self {
            archives: Vec::new(),
            games: 0,
        };
        for (name, input) in names {
            let games = name.rsplit('-').nth(1)?.parse().ok()?;
            published.archives.push(Archive {
                hash: hash_text(name),
                games,
                before: published.games,
                input,
            });
            published.games = published.games.saturating_add(games);
        }
        Some(published)
    }

    /// Returns the numbers of archives and games if they differ from those of the published sets.
    pub fn incomplete(&self) -> Option<(usize, usize)> {
        let here = (self.archives.len(), self.games);
        (here != (ARCHIVES, GAMES)).then_some(here)
    }

    /// Returns the number of games in the name of an archive.
    pub fn games(&self, input: u32) -> Option<u64> {
        let archive = self.archives.iter().find(|archive| archive.input == input)?;
        Some(archive.games as u64)
    }

    /// Returns the games that these sets need, as numbers of inputs and files.
    pub fn needed(&self, sets: &[SetName]) -> HashSet<(u32, i64)> {
        let chosen = sets.iter().filter(|set| **set != SetName::All);
        let files = chosen.flat_map(|set| self.files_of(*set));
        files
            .flat_map(|(input, files)| files.into_iter().map(move |file| (input, file)))
            .collect()
    }

    /// Returns the games of a set: inputs in the order in which their parts are joined, each with
    /// the numbers of its files.
    pub fn files_of(&self, set: SetName) -> Vec<(u32, Vec<i64>)> {
        let pairs = self.pairs(set);
        let mut files: HashMap<usize, Vec<i64>> = HashMap::new();
        for (archive, file) in &pairs {
            files.entry(*archive).or_default().push(*file as i64);
        }
        let order = self.archive_order(&pairs);
        let part = |archive: usize| Some((self.archives[archive].input, files.remove(&archive)?));
        order.into_iter().filter_map(part).collect()
    }

    /// Returns the games of a set in its order.
    fn pairs(&self, set: SetName) -> Vec<Pair> {
        let test = || -> HashSet<Pair> { self.choose(TEST, &HashSet::new()).into_iter().collect() };
        match set {
            SetName::Test => self.choose(TEST, &HashSet::new()),
            SetName::Train10k => self.choose(TRAIN_10K, &test()),
            SetName::TrainAll | SetName::All => {
                let test = test();
                let all = (0..self.games).map(|game| self.pair(game));
                self.in_set_order(all.filter(|pair| !test.contains(pair)).collect())
            }
        }
    }

    /// Draws `count` different games, or all if there are fewer, in the order of a Python set.
    fn choose(&self, count: usize, without: &HashSet<Pair>) -> Vec<Pair> {
        let count = count.min(self.games.saturating_sub(without.len()));
        let mut random = Random::new(0);
        let mut seen = HashSet::new();
        let mut chosen = Vec::with_capacity(count);
        while chosen.len() < count {
            let pair = self.pair(random.choice(self.games));
            if !without.contains(&pair) && seen.insert(pair) {
                chosen.push(pair);
            }
        }
        self.in_set_order(chosen)
    }

    fn in_set_order(&self, pairs: Vec<Pair>) -> Vec<Pair> {
        let hash = |&(archive, game): &Pair| hash_pair(self.archives[archive].hash, game as i64);
        let hashes: Vec<i64> = pairs.iter().map(hash).collect();
        set_order(&hashes).into_iter().map(|place| pairs[place]).collect()
    }

    /// Returns the archives of a set in the order in which their parts are joined.
    fn archive_order(&self, set: &[Pair]) -> Vec<usize> {
        let mut seen = HashSet::new();
        let archives: Vec<usize> = set
            .iter()
            .map(|pair| pair.0)
            .filter(|archive| seen.insert(*archive))
            .collect();
        let hashes: Vec<i64> = archives.iter().map(|archive| self.archives[*archive].hash).collect();
        set_order(&hashes).into_iter().map(|place| archives[place]).collect()
    }

    /// Returns the game with this number among all games.
    fn pair(&self, game: usize) -> Pair {
        let archive = self.archives.partition_point(|archive| archive.before <= game) - 1;
        (archive, game - self.archives[archive].before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

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
    fn few_games_and_other_names_are_not_published_archives() {
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

    #[test]
    fn sets_and_orders_are_the_published_ones() {
        let Some(folder) = testkit::golden("kgs") else { return };
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("reads");
        let index = read("zips-index-order.txt");
        let names: Vec<PathBuf> = index
            .lines()
            .filter_map(|line| Some(line.split(' ').next()?.into()))
            .collect();
        let archives = PublishedArchives::new(&names).expect("names of KGS");
        assert_eq!((archives.games, archives.incomplete()), (171_562, None));
        let name = |archive: usize| names[archives.archives[archive].input as usize].display();
        let pairs = |set: &[Pair]| -> String {
            let line = |(archive, game): &Pair| format!("{} {game}\n", name(*archive));
            set.iter().map(line).collect()
        };
        let order = |set: &[Pair]| -> String {
            let order = archives.archive_order(set);
            order
                .into_iter()
                .map(|archive| format!("{}\n", name(archive)))
                .collect()
        };
        let [test, train, all] = [SetName::Test, SetName::Train10k, SetName::TrainAll].map(|set| archives.pairs(set));
        assert!(pairs(&test) == read("selection-test.txt"));
        let mut selection = String::new();
        let file = std::fs::File::open(folder.join("selection-train10k.txt.gz")).expect("opens");
        flate2::read::GzDecoder::new(file)
            .read_to_string(&mut selection)
            .expect("unpacks");
        assert!(pairs(&train) == selection);
        assert_eq!(order(&test), read("zip-order-test.txt"));
        assert_eq!(order(&train), read("zip-order-train10k.txt"));
        assert_eq!(order(&all), read("zip-order-trainall.txt"));
        let test: HashSet<Pair> = test.into_iter().collect();
        assert_eq!(all.len(), 171_462);
        assert!(!train.iter().chain(&all).any(|pair| test.contains(pair)));
    }

    #[test]
    fn few_games_are_all_in_the_set_test() {
        let names = |names: &[&str]| PublishedArchives::by_name(&names.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert!(names(&["games.tgz"]).is_none());
        let small = names(&["KGS-2013-19-2-.zip", "KGS-2014_01-19-3-.zip"]).expect("names of KGS");
        let [test, train] = [SetName::Test, SetName::TrainAll].map(|set| small.pairs(set).len());
        assert_eq!((small.games, test, train), (5, 5, 0));
        // The last name comes first.
        assert_eq!((small.archives[0].games, small.archives[0].input), (3, 1));
    }
}
