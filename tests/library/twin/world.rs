use super::games::{self, Game};
use super::known::Known;
use bgo::import::{ImportOptions, ImportProgress, ImportSummary, Note, Reporter, Verdict, import};
use bgo::store::{Access, Database, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tempfile::TempDir;

/// Archives imported one after another into a new database, and what the
/// import said.
pub struct World {
    pub db: Database,
    /// Every game of the archives that could be read, in their order.
    pub games: Vec<Game>,
    notes: BTreeMap<(String, String, usize), Note>,
    pub summaries: Vec<ImportSummary>,
    /// Removes the database in the end.
    _folder: TempDir,
}

/// Keeps what an import notes.
#[derive(Default)]
pub struct Notes(pub Vec<Note>);

impl Reporter for Notes {
    fn note(&mut self, note: &Note) -> std::io::Result<()> {
        self.0.push(note.clone());
        Ok(())
    }

    fn progress(&mut self, _: ImportProgress) {}
}

impl World {
    /// Imports each archive by itself, so that the database grows by several
    /// imports.
    pub fn new(archives: &[PathBuf]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Database::open(&folder.path().join("twin.bgo"), Access::Write).expect("a database");
        let mut world_games = Vec::new();
        let mut notes = Notes::default();
        let mut unreadable = BTreeSet::new();
        let mut summaries = Vec::new();
        for archive in archives {
            let outcome = import(
                &db,
                std::slice::from_ref(archive),
                &ImportOptions::default(),
                &mut notes,
            )
            .expect("an import");
            assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
            summaries.push(outcome.summary);
            let (games, rejected) = games::read(archive);
            world_games.extend(games);
            let name = archive.display().to_string();
            unreadable.extend(rejected.into_iter().map(|(member, game)| (name.clone(), member, game)));
        }
        let notes: BTreeMap<_, _> = notes
            .0
            .into_iter()
            .map(|note| ((note.archive.clone(), note.member.clone(), note.member_game), note))
            .collect();
        let rejected: BTreeSet<_> = notes
            .iter()
            .filter(|(_, note)| note.verdict == Verdict::Rejected)
            .map(|(place, _)| place.clone())
            .collect();
        assert_eq!(rejected, unreadable, "only what cannot be read is rejected");
        Self {
            db,
            games: world_games,
            notes,
            summaries,
            _folder: folder,
        }
    }

    /// What the import noted of a game.
    pub fn note(&self, game: &Game) -> Option<&Note> {
        self.notes.get(&game.place())
    }

    pub fn is_duplicate(&self, game: &Game) -> bool {
        self.note(game).is_some_and(|note| note.verdict == Verdict::Duplicate)
    }

    pub fn snapshot(&self) -> Snapshot {
        self.db.snapshot().expect("a snapshot")
    }

    /// The games that are stored, in the order of their numbers, which count
    /// from 1 in a new database.
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

    /// What is known of the games that are stored.
    pub fn known(&self) -> Vec<Known<'_>> {
        (1..).zip(self.stored()).map(Known::new).collect()
    }
}
