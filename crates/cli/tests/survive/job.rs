//! Things that the program does to a database and that may be cut short.

use crate::games::Game;
use crate::history::{History, history};
use crate::place::Place;
use crate::questions::Questions;
use bgo::store::{Access, Database, Snapshot};
use std::fs;
use testkit::tar;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Games are imported where there is no database yet.
    Create,
    /// Games are added, a few at a time; now and then segments are merged.
    Import,
    /// A game is added, for which all segments are merged.
    Merge,
    /// Half of the games are removed.
    Remove,
    /// Segments are merged and the file becomes smaller.
    Optimize,
}

impl Kind {
    pub const ALL: [Self; 5] = [Self::Create, Self::Import, Self::Merge, Self::Remove, Self::Optimize];
}

/// A job, the database before it, and what may be in the database when it is
/// cut short.
pub struct Job {
    pub kind: Kind,
    /// Where archives and databases are, and where it runs.
    pub place: Place,
    arguments: Vec<String>,
    questions: Questions,
    /// The answers before it and at each of its commits.
    states: History,
    /// The games in the end.
    games: u64,
    /// The answers when all archives were imported at once.
    complete: Vec<String>,
}

const ARCHIVES: [&str; 2] = ["first.tar", "second.tar"];

/// The database before the job, if there is one.
const BASE: &str = "base.sqlite";

impl Job {
    /// A job on these games, which is done once without interruption to know
    /// what comes out.
    pub fn new(kind: Kind, games: &[Game]) -> Self {
        let place = Place::new();
        let questions = Questions::about(games, 12);
        let (first, second) = games.split_at(match kind {
            Kind::Merge => games.len() - 1,
            _ => games.len() / 2,
        });
        let archives = ARCHIVES.map(|archive| place.path(archive));
        fs::write(&archives[0], tar(first)).expect("is written");
        fs::write(&archives[1], tar(second)).expect("is written");
        let every = match kind {
            // Seven segments are the most that are not merged.
            Kind::Merge => first.len().div_ceil(7),
            _ => games.len().div_ceil(20),
        };
        let few = every.to_string();
        let prepare: &[&[&str]] = match kind {
            Kind::Create => &[],
            Kind::Import | Kind::Merge => &[&["import", "-q", "first.tar", "--commit-every", &few]],
            Kind::Remove => &[&["import", "-q", "first.tar", "second.tar", "--commit-every", &few]],
            Kind::Optimize => &[
                &["import", "-q", "first.tar", "second.tar", "--commit-every", &few],
                &["remove", "-q", "--archive", "first.tar"],
            ],
        };
        let arguments: &[&str] = match kind {
            Kind::Create => &["import", "-q", "first.tar", "second.tar", "--commit-every", &few],
            Kind::Import => &["import", "-q", "second.tar", "--commit-every", &few],
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
        job.states.insert(job.games(), job.answers());
        match kind {
            Kind::Create => job.states.extend(history(&job.place, &archives, every, &job.questions)),
            Kind::Import => job
                .states
                .extend(history(&job.place, &archives[1..], every, &job.questions)),
            _ => job.place.succeed(&job.arguments()),
        }
        job.states.insert(job.games(), job.answers());
        job.games = job.games();
        job
    }

    /// What the program is called with.
    pub fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    fn import_all(&self) {
        let [first, second] = ARCHIVES;
        self.place.succeed(&["import", "-q", first, second]);
    }

    /// Puts the database back as it was before the job.
    pub fn reset(&self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(self.place.path(&format!("games.sqlite{suffix}")));
        }
        let base = self.place.path(BASE);
        if base.exists() {
            fs::copy(base, self.place.database_path()).expect("is copied");
        }
    }

    /// The database, to be read. A new one may have been left without a
    /// schema, or not at all.
    fn database(&self) -> Database {
        if self.kind == Kind::Create {
            drop(self.place.open(Access::Write));
        }
        self.place.open(Access::Read)
    }

    fn snapshot(&self) -> Snapshot {
        self.database().snapshot().expect("a snapshot")
    }

    /// The games in the database, as another process sees them now.
    pub fn games(&self) -> u64 {
        self.snapshot().state().expect("a state").games
    }

    /// The games in the database when it is done.
    pub const fn games_in_the_end(&self) -> u64 {
        self.games
    }

    fn answers(&self) -> Vec<String> {
        self.questions.answers(&self.database())
    }

    /// That the database is sound, however the job ended, and as one of its
    /// commits left it, the one with `seen` games or a later one; and that
    /// importing again completes it. Returns how many games there were.
    pub fn verify(&self, seen: Option<u64>) -> u64 {
        self.assert_sound();
        let games = self.games();
        let counts: Vec<&u64> = self.states.keys().collect();
        let expected = self.states.get(&games);
        let expected = expected.unwrap_or_else(|| panic!("games games, not one of {counts:?}"));
        assert!(self.answers() == *expected, "other answers than with games games");
        let is_later = |seen| match self.kind {
            Kind::Remove => games <= seen,
            _ => games >= seen,
        };
        assert!(seen.is_none_or(is_later), "games games, and there were {seen:?}");
        self.import_all();
        self.assert_sound();
        assert!(self.answers() == self.complete, "importing again does not complete it");
        games
    }

    fn assert_sound(&self) {
        let database = self.database();
        let checked = database.check(|_| {}).expect("is read");
        assert!(checked.problems.is_empty(), "{:#?}", checked.problems);
        assert_eq!(checked.games, self.snapshot().state().expect("a state").games);
    }
}
