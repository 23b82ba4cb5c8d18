//! New databases, and imports into them.

use bgo::internal::import::{ImportOptions, ImportProgress, Imported, Note, Reporter, import_with};
use bgo::internal::store::{Access, Database};
use std::path::Path;
use tempfile::TempDir;

pub fn new_database() -> (Database, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Database::open(&folder.path().join("games.bgo"), Access::Write).expect("a database");
    (db, folder)
}

pub fn import_with_notes(db: &Database, archive: &Path, options: &ImportOptions) -> (Imported, Vec<Note>) {
    let mut notes = Notes::default();
    let imported = import_with(db, &[archive.to_owned()], options, &mut notes).expect("an import");
    (imported, notes.0)
}

#[derive(Default)]
pub struct Notes(pub Vec<Note>);

impl Reporter for Notes {
    fn note(&mut self, note: &Note) -> std::io::Result<()> {
        self.0.push(note.clone());
        Ok(())
    }

    fn progress(&mut self, _: ImportProgress) {}
}

#[test]
fn a_first_import_that_begins_with_empty_files_reads_the_games_after_them() {
    for (empty, games) in [(200, 10), (200, 1), (999, 5)] {
        let (db, folder) = new_database();
        let empty_files = (0..empty).map(|number| (format!("{number}.sgf"), String::new()));
        let records = (0..games).map(|number| (format!("game {number}.sgf"), format!("(;SZ[9]PB[{number}];B[aa])")));
        let archive = folder.path().join("games.tar");
        let files: Vec<_> = empty_files.chain(records).collect();
        std::fs::write(&archive, testkit::tar(&files)).expect("room");
        let (imported, _) = import_with_notes(&db, &archive, &ImportOptions::default());
        assert_eq!((imported.summary.added, imported.summary.rejected), (games, empty));
    }
}
