//! The answers of a database at each commit of an import.

use crate::place::Place;
use crate::questions::Questions;
use bgo::internal::import::{ImportOptions, ImportProgress, Note, Reporter, import_with};
use bgo::internal::store::Access;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::PathBuf;

/// The answers of a database, by its number of games.
pub type History = BTreeMap<u64, Vec<String>>;

/// A reporter that records the answers of a separate reader at every commit.
struct Historian<'a> {
    place: &'a Place,
    questions: &'a Questions,
    history: History,
}

impl Historian<'_> {
    fn ask(&mut self) {
        let database = self.place.open(Access::Read);
        let games = database.snapshot().expect("a snapshot").state().expect("a state").games;
        self.history.insert(games, self.questions.answers(&database));
    }
}

impl Reporter for Historian<'_> {
    fn note(&mut self, _: &Note) -> std::io::Result<()> {
        Ok(())
    }

    fn commit(&mut self) -> std::io::Result<()> {
        // This commit is about to happen; the reader sees the one before.
        self.ask();
        Ok(())
    }

    fn progress(&mut self, _: ImportProgress) {}
}

/// Imports archives into the database of a place, committing after `every` games,
/// and returns the answers at each commit.
pub fn history(place: &Place, archives: &[PathBuf], every: usize, questions: &Questions) -> History {
    let mut historian = Historian {
        place,
        questions,
        history: History::new(),
    };
    let options = ImportOptions {
        commit_every: NonZeroU64::new(every as u64),
        ..ImportOptions::default()
    };
    let database = place.open(Access::Write);
    let outcome = import_with(&database, archives, &options, &mut historian).expect("is imported");
    assert!(outcome.failures.is_empty(), "{outcome:?}");
    historian.ask();
    historian.history
}
