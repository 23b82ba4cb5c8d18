use super::games::{self, Game};
use super::known::Known;
use crate::database::{import_with_notes, new_database};
use bgo::internal::import::{ImportOptions, ImportSummary, Note, Verdict};
use bgo::internal::store::{Database, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tempfile::TempDir;

/// A new database with archives imported one after another, and the outcome of the
/// imports.
pub struct World {
    pub db: Database,
    pub games: Vec<Game>,
    notes: BTreeMap<(String, String, usize), Note>,
    pub summaries: Vec<ImportSummary>,
    _folder: TempDir,
}

impl World {
    /// Imports the archives one by one, so that the database grows by several imports.
    pub fn new(archives: &[PathBuf]) -> Self {
        let (db, folder) = new_database();
        let mut world_games = Vec::new();
        let mut notes = BTreeMap::new();
        let mut unreadable = BTreeSet::new();
        let mut summaries = Vec::new();
        for archive in archives {
            let (outcome, noted) = import_with_notes(&db, archive, &ImportOptions::default());
            let place = |note: &Note| (note.archive.clone(), note.member.clone(), note.member_game);
            notes.extend(noted.into_iter().map(|note| (place(&note), note)));
            assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
            summaries.push(outcome.summary);
            let (games, rejected) = games::read(archive);
            world_games.extend(games);
            let name = archive.display().to_string();
            unreadable.extend(rejected.into_iter().map(|(member, game)| (name.clone(), member, game)));
        }
        let rejected: BTreeSet<_> = notes
            .iter()
            .filter(|(_, note)| note.verdict == Verdict::Rejected)
            .map(|(place, _)| place.clone())
            .collect();
        assert_eq!(rejected, unreadable, "only unreadable games are rejected");
        Self {
            db,
            games: world_games,
            notes,
            summaries,
            _folder: folder,
        }
    }

    pub fn note(&self, game: &Game) -> Option<&Note> {
        self.notes.get(&game.place())
    }

    pub fn is_duplicate(&self, game: &Game) -> bool {
        self.note(game).is_some_and(|note| note.verdict == Verdict::Duplicate)
    }

    pub fn snapshot(&self) -> Snapshot {
        self.db.snapshot().expect("a snapshot")
    }

    pub fn stored(&self) -> Vec<&Game> {
        let stored: Vec<&Game> = self.games.iter().filter(|game| !self.is_duplicate(game)).collect();
        assert_eq!(self.snapshot().state().expect("a state").games, stored.len() as u64);
        for (number, game) in (1..).zip(&stored) {
            if let Some(note) = self.note(game) {
                assert_eq!(note.game, Some(number), "{note:?}");
            }
        }
        stored
    }

    pub fn known(&self) -> Vec<Known<'_>> {
        let is_repaired = |game| self.note(game).is_some_and(|note| note.verdict == Verdict::Repaired);
        let numbered = (1..).zip(self.stored());
        numbered
            .map(|(number, game)| Known::new(number, game, is_repaired(game)))
            .collect()
    }
}
