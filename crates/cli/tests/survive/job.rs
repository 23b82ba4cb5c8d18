//! Operations on a database that may be cut short.

use crate::games::Game;
use crate::history::{History, history};
use crate::place::Place;
use crate::questions::Questions;
use bgo::internal::store::{Access, Database, Snapshot};
use std::fs;
use testkit::tar;

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Imports games; the database does not exist yet.
    Create,
    /// Adds games, a few per commit, so that segments are merged now and then.
    Import,
    /// Adds the games of another database, a few per commit.
    TakeOver,
    /// Adds the games of a dataset, a few per commit.
    FromDataset,
    /// Adds a game that makes all segments merge.
    Merge,
    /// Removes half of the games.
    Remove,
    /// Merges segments and shrinks the file.
    Optimize,
}

impl Kind {
    pub const ALL: [Self; 7] = [
        Self::Create,
        Self::Import,
        Self::TakeOver,
        Self::FromDataset,
        Self::Merge,
        Self::Remove,
        Self::Optimize,
    ];
}

/// An operation, the database before it, and the states in which it may leave the
/// database when it is cut short.
pub struct Job {
    pub kind: Kind,
    /// The sandbox, with archives and databases.
    pub place: Place,
    arguments: Vec<String>,
    questions: Questions,
    /// The answers before the job and at each of its commits.
    states: History,
    /// The number of games after the job.
    games: u64,
    /// The answers after importing all archives at once.
    complete: Vec<String>,
}

const ARCHIVES: [&str; 2] = ["first.tar", "second.tar"];

/// So many games of a move that the postings of the empty board have rows of their own.
const MANY: &str = "many.sgf";

/// A database with the games of the second archive.
const OTHER: &str = "other.sqlite";

/// A dataset of that database.
const DATASET: &str = "dataset";

/// A copy of the database before the job.
const BASE: &str = "base.sqlite";

impl Job {
    /// Creates a job on these games. Runs it once without interruption to record the
    /// expected answers.
    pub fn new(kind: Kind, games: &[Game]) -> Self {
        let place = Place::new();
        let questions = Questions::about(games, 12);
        let (first, second) = games.split_at(match kind {
            Kind::Merge => games.len() - 1,
            _ => games.len() / 2,
        });
        let archives = [
            place.write(ARCHIVES[0], tar(first)),
            place.write(ARCHIVES[1], tar(second)),
        ];
        place.write(
            MANY,
            (0..1500)
                .map(|number| format!("(;PB[{number}];B[pd])"))
                .collect::<String>(),
        );
        let every = match kind {
            // One more than seven segments makes all of them merge. The many games are one.
            Kind::Merge => first.len().div_ceil(6),
            _ => games.len().div_ceil(20),
        };
        let few = every.to_string();
        let prepare: &[&[&str]] = match kind {
            Kind::Create => &[],
            Kind::TakeOver => &[
                &["import", "-q", "first.tar", "--commit-every", &few],
                &["--db", OTHER, "import", "-q", "second.tar"],
            ],
            Kind::FromDataset => &[
                &["import", "-q", "first.tar", "--commit-every", &few],
                &["--db", OTHER, "import", "-q", "second.tar"],
                &["--db", OTHER, "export", "--dataset", DATASET],
            ],
            Kind::Import => &[&["import", "-q", "first.tar", "--commit-every", &few]],
            Kind::Merge => &[
                &["import", "-q", MANY],
                &["import", "-q", "first.tar", "--commit-every", &few],
            ],
            Kind::Remove => &[
                &["import", "-q", MANY],
                &["import", "-q", "first.tar", "second.tar", "--commit-every", &few],
            ],
            Kind::Optimize => &[
                &["import", "-q", MANY],
                &["import", "-q", "first.tar", "second.tar", "--commit-every", &few],
                &["remove", "-q", "--archive", "first.tar"],
            ],
        };
        let arguments: &[&str] = match kind {
            Kind::Create => &["import", "-q", "first.tar", "second.tar", "--commit-every", &few],
            Kind::Import => &["import", "-q", "second.tar", "--commit-every", &few],
            Kind::TakeOver => &["import", "-q", OTHER, "--commit-every", &few],
            Kind::FromDataset => &["import", "-q", "--dataset", DATASET, "--commit-every", &few],
            Kind::Merge => &["import", "-q", "second.tar"],
            Kind::Remove => &["remove", "-q", "--archive", "first.tar"],
            Kind::Optimize => &["optimize", "-q"],
        };
        let mut job = Self {
            kind,
            place,
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            questions,
            states: History::new(),
            games: 0,
            complete: Vec::new(),
        };
        job.import_all();
        job.complete = job.answers();
        job.reset();
        for arguments in prepare {
            job.place.succeed(arguments);
        }
        if kind != Kind::Create {
            fs::copy(job.place.database_path(), job.place.path(BASE)).expect("is copied");
        }
        if job.has_many() {
            let rows = "SELECT count(*) FROM posting_list WHERE first_game >= 0";
            let base = rusqlite::Connection::open(job.place.path(BASE)).expect("opens");
            let rows: i64 = base.query_row(rows, [], |row| row.get(0)).expect("a number");
            assert!(rows > 0, "no postings have rows of their own");
        }
        job.states.insert(job.games(), job.answers());
        let others = [OTHER, DATASET].map(|name| job.place.path(name));
        let imported = match kind {
            Kind::Create => Some(&archives[..]),
            Kind::Import => Some(&archives[1..]),
            Kind::TakeOver => Some(&others[..1]),
            Kind::FromDataset => Some(&others[1..]),
            _ => None,
        };
        match imported {
            Some(archives) => job.states.extend(history(&job.place, archives, every, &job.questions)),
            None => job.place.succeed(&job.arguments()),
        }
        job.states.insert(job.games(), job.answers());
        job.games = job.games();
        job
    }

    /// Returns the arguments of the program.
    pub fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    const fn has_many(&self) -> bool {
        matches!(self.kind, Kind::Merge | Kind::Remove | Kind::Optimize)
    }

    fn import_all(&self) {
        if self.has_many() {
            self.place.succeed(&["import", "-q", MANY]);
        }
        let [first, second] = ARCHIVES;
        self.place.succeed(&["import", "-q", first, second]);
    }

    /// Restores the database to its state before the job.
    pub fn reset(&self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(self.place.path(&format!("games.sqlite{suffix}")));
        }
        let base = self.place.path(BASE);
        if base.exists() {
            fs::copy(base, self.place.database_path()).expect("is copied");
        }
    }

    /// Opens the database for reading. An interrupted [`Kind::Create`] may have left no
    /// file or one without a schema, so that is created first.
    fn database(&self) -> Database {
        if self.kind == Kind::Create {
            drop(self.place.open(Access::Write));
        }
        self.place.open(Access::Read)
    }

    fn snapshot(&self) -> Snapshot {
        self.database().snapshot().expect("a snapshot")
    }

    /// Returns the number of games that another process sees now.
    pub fn games(&self) -> u64 {
        self.snapshot().state().expect("a state").games
    }

    /// Returns the number of games after the whole job.
    pub const fn games_in_the_end(&self) -> u64 {
        self.games
    }

    fn answers(&self) -> Vec<String> {
        self.questions.answers(&self.database())
    }

    /// Checks that the database is sound and in the state of one of the job's commits:
    /// the one with `seen` games or a later one. Then checks that importing again
    /// completes the database. Returns the number of games before that import.
    pub fn verify(&self, seen: Option<u64>) -> u64 {
        self.assert_sound();
        let games = self.games();
        let counts: Vec<&u64> = self.states.keys().collect();
        let expected = self.states.get(&games);
        let expected = expected.unwrap_or_else(|| panic!("{games} games, expected one of {counts:?}"));
        assert!(
            self.answers() == *expected,
            "the answers are not those of the commit with {games} games"
        );
        let is_later = |seen| match self.kind {
            Kind::Remove => games <= seen,
            _ => games >= seen,
        };
        assert!(
            seen.is_none_or(is_later),
            "{games} games, but {seen:?} were seen before"
        );
        self.import_all();
        self.assert_sound();
        assert!(
            self.answers() == self.complete,
            "importing again does not complete the database"
        );
        games
    }

    fn assert_sound(&self) {
        let database = self.database();
        let checked = database.check(&mut |_| {}).expect("is read");
        assert!(checked.problems.is_empty(), "{:#?}", checked.problems);
        assert_eq!(checked.games, self.snapshot().state().expect("a state").games);
    }
}
