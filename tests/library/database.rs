//! New databases, and imports into them.

use bgo::import::{ImportOptions, ImportProgress, Imported, Note, Reporter, import};
use bgo::store::{Access, Database};
use std::path::Path;
use tempfile::TempDir;

/// Creates a database in a temporary folder, which is removed when dropped.
pub fn new_database() -> (Database, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Database::open(&folder.path().join("games.bgo"), Access::Write).expect("a database");
    (db, folder)
}

/// Imports an archive, and returns the outcome with all notes.
pub fn import_with_notes(db: &Database, archive: &Path, options: &ImportOptions) -> (Imported, Vec<Note>) {
    let mut notes = Notes(Vec::new());
    let imported = import(db, &[archive.to_owned()], options, &mut notes).expect("an import");
    (imported, notes.0)
}

/// A reporter that keeps all notes.
struct Notes(Vec<Note>);

impl Reporter for Notes {
    fn note(&mut self, note: &Note) -> std::io::Result<()> {
        self.0.push(note.clone());
        Ok(())
    }

    fn progress(&mut self, _: ImportProgress) {}
}
