//! A database that grows by tiny commits, loses games and is optimized, in
//! any order.

use crate::games::{self, Game};
use crate::known::Known;
use crate::made_up;
use crate::rng::Rng;
use crate::turn::AllTurns;
use crate::world::Notes;
use bgo::go::HashTable;
use bgo::import::{ImportOptions, Verdict, import};
use bgo::record::game_trees;
use bgo::store::{Access, Database, Selection};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::path::PathBuf;
use tempfile::TempDir;

/// Archives that there are to import.
const ARCHIVES: usize = 12;

/// Games of an archive.
const GAMES: usize = 25;

/// Where a game was found: archive and game of it, both as numbers.
type Place = (usize, usize);

pub struct Growing {
    pub db: Database,
    archives: Vec<(PathBuf, Vec<Game>)>,
    /// The archives of which games are stored, in the order of their first
    /// import.
    known: Vec<usize>,
    /// The places of each stored game, in the order in which they came.
    stored: BTreeMap<i64, Vec<Place>>,
    last: i64,
    _folder: TempDir,
}

impl Growing {
    pub fn new(turns: &AllTurns, rng: &mut Rng) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let table = HashTable::built_in().expect("the table");
        let db = Database::open(&folder.path().join("twin.bgo"), table, Access::Write).expect("a database");
        let archives = (0..ARCHIVES).map(|number| {
            let path = folder.path().join(format!("{number}.sgf"));
            std::fs::write(&path, made_up::sgf(turns, rng, GAMES)).expect("a file");
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

    /// The games that should be stored, as the first of their places has them.
    pub fn stored(&self) -> Vec<&Game> {
        self.stored.values().map(|places| self.game(places[0])).collect()
    }

    /// What is known of them.
    pub fn known(&self) -> Vec<Known<'_>> {
        let numbered = self.stored.iter();
        numbered
            .map(|(&number, places)| Known::new((number, self.game(places[0]))))
            .collect()
    }

    fn game(&self, (archive, game): Place) -> &Game {
        &self.archives[archive].1[game]
    }

    /// Does one thing, and says which.
    pub fn step(&mut self, rng: &mut Rng) -> &'static str {
        match rng.below(8) {
            0 => {
                self.db.optimize(|_, _| ()).expect("is optimized");
                let text = record.text();
            let tree = game_trees(&text).next().expect("a game tree");
            assert_eq!(text[tree.span], self.game(places[0]).text);
        }
        let checked = self.db.check(|_| {}).expect("a check");
        assert_eq!(checked.problems, Vec::<String>::new());
        assert_eq!(checked.games, state.games);
    }
}
