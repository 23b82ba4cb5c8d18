use super::python2::{Random, hash_pair, hash_text, set_order};
use super::set_name::{TEST, TRAIN_10K};
use std::collections::HashSet;

/// A game: which archive, and which of its games, from 0.
pub(super) type Pair = (usize, usize);

/// All games that the published sets are chosen from: archives in the order of the
/// index pages, which is that of their names from the last to the first, with the
/// number of games that their names tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Universe {
    archives: Vec<(String, usize)>,
    /// Games of the archives before each.
    before: Vec<usize>,
    games: usize,
}

impl Universe {
    /// The universe of these archives, each by its name (`KGS-2014_12-19-876-.zip`),
    /// in whatever order. A name that is none of KGS comes back as the error.
    pub fn new(names: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort_unstable_by(|a, b| b.cmp(a));
        let mut universe = Self {
            archives: Vec::new(),
            before: Vec::new(),
            games: 0,
        };
        for name in names {
            let games = name.rsplit('-').nth(1).and_then(|games| games.parse().ok());
            let Some(games) = games.filter(|_| name.starts_with("KGS-")) else {
                return Err(name);
            };
            universe.archives.push((name, games));
            universe.before.push(universe.games);
            universe.games = universe.games.saturating_add(games);
        }
        Ok(universe)
    }

    /// The name of an archive.
    pub fn name(&self, archive: usize) -> Option<&str> {
        self.archives.get(archive).map(|(name, _)| name.as_str())
    }

    /// How many games an archive has.
    pub fn games_of(&self, archive: usize) -> Option<usize> {
        self.archives.get(archive).map(|(_, games)| *games)
    }

    /// How many games there are.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The games of the set `test`, in its order; all of them if there are no more.
    pub fn test(&self) -> Vec<Pair> {
        self.choose(TEST, &HashSet::new())
    }

    /// The games of the set `train10k`, in its order.
    pub fn train_10k(&self) -> Vec<Pair> {
        self.choose(TRAIN_10K, &self.test().into_iter().collect())
    }

    /// The games of the set `trainall`: all but those of `test`.
    pub fn train_all(&self) -> Vec<Pair> {
        let test: HashSet<Pair> = self.test().into_iter().collect();
        let all = (0..self.games).map(|game| self.pair(game));
        self.in_set_order(all.filter(|pair| !test.contains(pair)).collect())
    }

    /// The archives of a set in the order in which its parts are joined.
    pub fn archive_order(&self, set: &[Pair]) -> Vec<usize> {
        let mut seen = HashSet::new();
        let archives: Vec<usize> = set
            .iter()
            .map(|pair| pair.0)
            .filter(|archive| seen.insert(*archive))
            .collect();
        let hashes: Vec<i64> = archives
            .iter()
            .map(|archive| hash_text(&self.archives[*archive].0))
            .collect();
        set_order(&hashes).into_iter().map(|place| archives[place]).collect()
    }

    /// Draws different games, in the order of a set of them.
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
        let names: Vec<i64> = self.archives.iter().map(|(name, _)| hash_text(name)).collect();
        let hashes: Vec<i64> = pairs
            .iter()
            .map(|&(archive, game)| hash_pair(names[archive], game as i64))
            .collect();
        set_order(&hashes).into_iter().map(|place| pairs[place]).collect()
    }

    fn pair(&self, game: usize) -> Pair {
        let archive = self.before.partition_point(|before| *before <= game) - 1;
        (archive, game - self.before[archive])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn sets_and_orders_are_the_published_ones() {
        let Some(folder) = testkit::golden("kgs") else { return };
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("reads");
        let index = read("zips-index-order.txt");
        let names = index
            .lines()
            .filter_map(|line| line.split(' ').next())
            .map(str::to_owned);
        let universe = Universe::new(names).expect("names of KGS");
        assert_eq!(universe.games(), 171_562);
        let pairs = |set: &[Pair]| -> String {
            let line = |(archive, game): &Pair| format!("{} {game}\n", universe.name(*archive).expect("a name"));
            set.iter().map(line).collect()
        };
        let order = |set: &[Pair]| -> String {
            let archives = universe.archive_order(set);
            archives
                .iter()
                .map(|archive| format!("{}\n", universe.name(*archive).expect("a name")))
                .collect()
        };
        let (test, train, all) = (universe.test(), universe.train_10k(), universe.train_all());
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
    fn other_archives_are_no_universe() {
        assert_eq!(Universe::new(["games.tgz".to_owned()]), Err("games.tgz".to_owned()));
        let small = Universe::new(["KGS-2014_01-19-3-.zip".to_owned(), "KGS-2013-19-2-.zip".to_owned()]);
        let small = small.expect("names of KGS");
        assert_eq!((small.games(), small.test().len(), small.train_all().len()), (5, 5, 0));
        assert_eq!(small.name(0), Some("KGS-2014_01-19-3-.zip"));
    }
}
