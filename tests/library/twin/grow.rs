//! A database that grows by tiny commits, loses games and is optimized, in random
//! order.

use super::games::{self, Game};
use super::known::Known;
use super::made_up;
use crate::database::{import_with_notes, new_database};
use bgo::internal::import::{ImportOptions, Verdict};
use bgo::internal::record::game_trees;
use bgo::internal::store::{Database, Selection, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::path::PathBuf;
use tempfile::TempDir;
use testkit::Rng;

const ARCHIVES: usize = 12;

const GAMES: usize = 25;

pub struct Growing {
    pub db: Database,
    archives: Vec<(PathBuf, Vec<Game>)>,
    /// The archives with stored games, in the order of their first import.
    known: Vec<usize>,
    /// The places of each stored game, in the order of import: the numbers of the archive and of the
    /// game in it.
    stored: BTreeMap<i64, Vec<(usize, usize)>>,
    last: i64,
    _folder: TempDir,
}

impl Growing {
    pub fn new(rng: &mut Rng) -> Self {
        let (db, folder) = new_database();
        let archives = (0..ARCHIVES).map(|number| {
            let path = folder.path().join(format!("{number}.sgf"));
            std::fs::write(&path, made_up::sgf(rng, GAMES)).expect("a file");
            let (games, _) = games::read(&path);
            (path, games)
        });
        Self {
            archives: archives.collect(),
            db,
            known: Vec::new(),
            stored: BTreeMap::new(),
            last: 0,
            _folder: folder,
        }
    }

    pub fn snapshot(&self) -> Snapshot {
        self.db.snapshot().expect("a snapshot")
    }

    pub fn stored(&self) -> Vec<&Game> {
        self.stored.values().map(|places| self.game(places[0])).collect()
    }

    pub fn known(&self) -> Vec<Known<'_>> {
        let snapshot = self.snapshot();
        let known = |(&number, places): (&i64, &Vec<(usize, usize)>)| {
            let repair = snapshot.description(number).expect("a game").repair;
            Known::new(number, self.game(places[0]), repair.is_some())
        };
        self.stored.iter().map(known).collect()
    }

    fn game(&self, (archive, game): (usize, usize)) -> &Game {
        &self.archives[archive].1[game]
    }

    pub fn step(&mut self, rng: &mut Rng) -> &'static str {
        match rng.below(8) {
            0 => {
                self.db.optimize(|_, _| ()).expect("is optimized");
                assert_eq!(
                    self.snapshot().state().expect("a state").segments,
                    self.stored.len().min(1) as u64
                );
                "optimize"
            }
            1 if !self.known.is_empty() => {
                self.remove_archive(*rng.pick(&self.known));
                "remove an archive"
            }
            2 | 3 if !self.stored.is_empty() => {
                self.remove_games(rng);
                "remove games"
            }
            _ => {
                self.import(rng.below(ARCHIVES), 1 + rng.below(9) as u64);
                "import"
            }
        }
    }

    fn import(&mut self, archive: usize, commit_every: u64) {
        let options = ImportOptions {
            commit_every: NonZeroU64::new(commit_every),
            read_unchanged: true,
            with_removed: true,
            ..ImportOptions::default()
        };
        let (path, games) = &self.archives[archive];
        let (_, notes) = import_with_notes(&self.db, path, &options);
        assert!(self.snapshot().state().expect("a state").segments <= 7);
        if !self.known.contains(&archive) {
            self.known.push(archive);
        }
        let duplicates: BTreeMap<usize, i64> = notes
            .iter()
            .filter(|note| note.verdict == Verdict::Duplicate)
            .map(|note| (note.member_game, note.game.expect("a number")))
            .collect();
        for (number, game) in games.iter().enumerate() {
            let stored = duplicates.get(&game.member_game).copied().unwrap_or(self.last + 1);
            self.last = self.last.max(stored);
            let places = self.stored.entry(stored).or_default();
            if !places.contains(&(archive, number)) {
                places.push((archive, number));
            }
        }
    }

    fn remove_archive(&mut self, archive: usize) {
        let number = self
            .snapshot()
            .find_archive(&self.archives[archive].0)
            .expect("an archive");
        let selection = Selection {
            archives: BTreeSet::from([number]),
            ..Selection::default()
        };
        let removed = self.db.remove(&selection).expect("is removed");
        let before = self.stored.len();
        let row = |archive| self.known.iter().position(|known| *known == archive);
        for places in self.stored.values_mut() {
            let first_goes = places[0].0 == archive;
            places.retain(|place| place.0 != archive);
            if first_goes {
                places.sort_by_key(|place| (row(place.0), place.1));
            }
        }
        self.stored.retain(|_, places| !places.is_empty());
        assert_eq!(removed.games, (before - self.stored.len()) as u64);
        self.forget_archives();
    }

    fn remove_games(&mut self, rng: &mut Rng) {
        let numbers: Vec<i64> = self.stored.keys().copied().collect();
        let first = *rng.pick(&numbers);
        let games = vec![
            first..=first + rng.below(20) as i64,
            *rng.pick(&numbers)..=first.max(self.last),
        ];
        let games: Vec<_> = games
            .into_iter()
            .take(1 + usize::from(rng.one_in(6)))
            .filter(|range| !range.is_empty())
            .collect();
        let before = self.stored.len();
        self.stored
            .retain(|number, _| !games.iter().any(|range| range.contains(number)));
        let selection = Selection {
            games,
            ..Selection::default()
        };
        let removed = self.db.remove(&selection).expect("is removed");
        assert_eq!(removed.games, (before - self.stored.len()) as u64);
        self.forget_archives();
    }

    fn forget_archives(&mut self) {
        let named: BTreeSet<usize> = self.stored.values().flatten().map(|place| place.0).collect();
        self.known.retain(|archive| named.contains(archive));
    }

    /// Compares the database with the games that it should have. Panics if they differ,
    /// or if the database is not sound.
    pub fn check(&self) {
        let snapshot = self.snapshot();
        let state = snapshot.state().expect("a state");
        let sources: usize = self.stored.values().map(Vec::len).sum();
        assert_eq!((state.games, state.sources), (self.stored.len() as u64, sources as u64));
        assert_eq!((state.last_game, state.archives), (self.last, self.known.len() as u64));
        for (&number, places) in &self.stored {
            let record = snapshot.record(number).expect("a record");
            let text = record.text();
            let tree = game_trees(&text).next().expect("a game tree");
            assert_eq!(text[tree.span], self.game(places[0]).text);
        }
        let checked = self.db.check(&mut |_| {}).expect("a check");
        assert_eq!(checked.problems, Vec::<String>::new());
        assert_eq!(checked.games, state.games);
    }
}
