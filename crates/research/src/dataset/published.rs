//! The published sets: the archives that they are made of, and the choice of their games. Random
//! numbers, hashes of texts and pairs, and the order of sets are those of CPython 2.7 (64 bits,
//! without hash randomisation), which no library provides but for the generator, MT19937.

use super::options::SetName;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

pub(super) const TEST: usize = 100;

pub(super) const TRAIN_10K: usize = 10_000;

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

/// Archives of KGS, from which sets are chosen as for the published ones. They are in the order of
/// the index pages, which is by name, from the last to the first.
pub(super) struct PublishedArchives {
    archives: Vec<KgsArchive>,
    games: usize,
}

/// An archive, with the number of games in its name.
struct KgsArchive {
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
            published.archives.push(KgsArchive {
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
        order
            .into_iter()
            .filter_map(|archive| Some((self.archives[archive].input, files.remove(&archive)?)))
            .collect()
    }

    /// Returns the games of a set in its order, each as the index of its archive and its number there, from 0.
    fn pairs(&self, set: SetName) -> Vec<(usize, usize)> {
        let test = self.choose(TEST, &HashSet::new());
        if set == SetName::Test {
            return test;
        }
        let test: HashSet<(usize, usize)> = test.into_iter().collect();
        match set {
            SetName::Train10k => self.choose(TRAIN_10K, &test),
            _ => {
                let all = (0..self.games).map(|game| self.pair(game));
                self.in_set_order(all.filter(|pair| !test.contains(pair)).collect())
            }
        }
    }

    /// Draws `count` different games, or all if there are fewer, in the order of a Python set.
    fn choose(&self, count: usize, without: &HashSet<(usize, usize)>) -> Vec<(usize, usize)> {
        let count = count.min(self.games.saturating_sub(without.len()));
        let mut seen = HashSet::new();
        // As `random.choice` chooses.
        let pairs = python_random(0).map(|random| self.pair((random * self.games as f64) as usize));
        let chosen = pairs.filter(|pair| !without.contains(pair) && seen.insert(*pair));
        self.in_set_order(chosen.take(count).collect())
    }

    fn in_set_order(&self, pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
        let hashes: Vec<i64> = pairs
            .iter()
            .map(|(archive, game)| hash_pair(self.archives[*archive].hash, *game as i64))
            .collect();
        set_order(&hashes).into_iter().map(|place| pairs[place]).collect()
    }

    /// Returns the archives of a set in the order in which their parts are joined.
    fn archive_order(&self, set: &[(usize, usize)]) -> Vec<usize> {
        let mut seen = HashSet::new();
        let archives: Vec<usize> = set
            .iter()
            .map(|pair| pair.0)
            .filter(|archive| seen.insert(*archive))
            .collect();
        let hashes: Vec<i64> = archives.iter().map(|archive| self.archives[*archive].hash).collect();
        set_order(&hashes).into_iter().map(|place| archives[place]).collect()
    }

    fn pair(&self, game: usize) -> (usize, usize) {
        let archive = self.archives.partition_point(|archive| archive.before <= game) - 1;
        (archive, game - self.archives[archive].before)
    }
}

/// Returns the results of `random.random()`, numbers of 53 bits, after `random.seed(seed)`. Python's generator is
/// MT19937 (Matsumoto and Nishimura, 1998).
fn python_random(seed: u32) -> impl Iterator<Item = f64> {
    let mut state = [0_u32; 624];
    state[0] = 19_650_218;
    for i in 1..624 {
        let before = state[i - 1];
        state[i] = 1_812_433_253_u32
            .wrapping_mul(before ^ before >> 30)
            .wrapping_add(i as u32);
    }
    // This is `init_by_array` with an array of one number.
    let mut i = 1;
    for round in 0..624 + 623 {
        let before = state[i - 1];
        let mixed = before ^ before >> 30;
        state[i] = if round < 624 {
            (state[i] ^ mixed.wrapping_mul(1_664_525)).wrapping_add(seed)
        } else {
            (state[i] ^ mixed.wrapping_mul(1_566_083_941)).wrapping_sub(i as u32)
        };
        i += 1;
        if i == 624 {
            state[0] = state[623];
            i = 1;
        }
    }
    state[0] = 0x8000_0000;
    let mut next = 624;
    std::iter::from_fn(move || {
        let [a, b] = [5, 6].map(|unused| draw(&mut state, &mut next) >> unused);
        Some((f64::from(a) * 67_108_864.0 + f64::from(b)) / 9_007_199_254_740_992.0)
    })
}

fn draw(state: &mut [u32; 624], next: &mut usize) -> u32 {
    if *next == 624 {
        for i in 0..624 {
            let y = state[i] & 0x8000_0000 | state[(i + 1) % 624] & 0x7fff_ffff;
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            state[i] = state[(i + 397) % 624] ^ y >> 1 ^ odd;
        }
        *next = 0;
    }
    let mut y = state[*next];
    *next += 1;
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c_5680;
    y ^= y << 15 & 0xefc6_0000;
    y ^ y >> 18
}

/// Returns the `hash` of an ASCII text, which is the same for `str` and `unicode`.
fn hash_text(text: &str) -> i64 {
    let Some(first) = text.bytes().next() else { return 0 };
    let mut hash = i64::from(first) << 7;
    for byte in text.bytes() {
        hash = hash.wrapping_mul(1_000_003) ^ i64::from(byte);
    }
    hash ^= text.len() as i64;
    if hash == -1 { -2 } else { hash }
}

fn hash_pair(a: i64, b: i64) -> i64 {
    let (mut hash, mut multiplier) = (0x34_5678_i64, 1_000_003_i64);
    for (item, left) in [(a, 1), (b, 0)] {
        hash = (hash ^ item).wrapping_mul(multiplier);
        multiplier = multiplier.wrapping_add(82_520 + 2 * left);
    }
    hash = hash.wrapping_add(97_531);
    if hash == -1 { -2 } else { hash }
}

/// Returns the indexes of items in the order in which Python iterates over a set of them. The items
/// are different, have these hashes, and were added in this order.
fn set_order(hashes: &[i64]) -> Vec<usize> {
    let mut table: Vec<Option<usize>> = vec![None; 8];
    let mut fill = 0;
    for item in 0..hashes.len() {
        insert(&mut table, item, hashes[item] as u64);
        fill += 1;
        if fill * 3 >= table.len() * 2 {
            let wanted = if fill > 50_000 { fill * 2 } else { fill * 4 };
            let mut size = 8;
            while size <= wanted {
                size *= 2;
            }
            let old = std::mem::replace(&mut table, vec![None; size]);
            for item in old.into_iter().flatten() {
                insert(&mut table, item, hashes[item] as u64);
            }
        }
    }
    table.into_iter().flatten().collect()
}

fn insert(table: &mut [Option<usize>], item: usize, hash: u64) {
    let mask = table.len() - 1;
    let mut at = hash as usize & mask;
    let mut perturb = hash;
    let mut i = hash as usize;
    while table[at].is_some() {
        i = (i << 2).wrapping_add(i).wrapping_add(perturb as usize).wrapping_add(1);
        perturb >>= 5;
        at = i & mask;
    }
    table[at] = Some(item);
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
        let pairs = |set: &[(usize, usize)]| -> String {
            let line = |(archive, game): &(usize, usize)| format!("{} {game}\n", name(*archive));
            set.iter().map(line).collect()
        };
        let order = |set: &[(usize, usize)]| -> String {
            let order = archives.archive_order(set);
            order
                .into_iter()
                .map(|archive| format!("{}\n", name(archive)))
                .collect()
        };
        let [test, train, all] = [SetName::Test, SetName::Train10k, SetName::TrainAll].map(|set| archives.pairs(set));
        assert!(pairs(&test) == read("selection-test.txt"));
        assert!(pairs(&train).into_bytes() == crate::unpacked(&folder.join("selection-train10k.txt.gz")));
        assert_eq!(order(&test), read("zip-order-test.txt"));
        assert_eq!(order(&train), read("zip-order-train10k.txt"));
        assert_eq!(order(&all), read("zip-order-trainall.txt"));
        let test: HashSet<(usize, usize)> = test.into_iter().collect();
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

    /// The expected values come from CPython 2.7.
    #[test]
    fn numbers_and_hashes_are_those_of_python() {
        let drawn: Vec<f64> = python_random(0).take(3).collect();
        assert_eq!(
            drawn,
            [0.844_421_851_525_048_1, 0.757_954_402_940_302_5, 0.420_571_580_830_845]
        );
        assert_eq!((hash_text(""), hash_text("a")), (0, 12_416_037_344));
        assert_eq!(set_order(&[5, 3, 8, 1]), [2, 3, 1, 0]);
    }
}
