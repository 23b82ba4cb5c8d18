//! The progress and the report of an import.

use bgo::internal::import::{ImportProgress, Note, Reporter};
use serde::Serialize;
use std::sync::mpsc::Sender;

/// The document of an import.
#[derive(Serialize)]
pub struct ImportReport<'a> {
    pub summary: &'a bgo::ImportSummary,
    pub failures: Vec<String>,
    pub notes: Vec<Note>,
}

/// The most notes of an import that are kept in memory.
const MAX_NOTES: usize = 10_000;

/// Keeps the notes of an import and passes its progress on.
pub struct ImportReporter {
    pub tell: Sender<ImportProgress>,
    pub notes: Vec<Note>,
}

impl Reporter for ImportReporter {
    fn note(&mut self, note: &Note) -> std::io::Result<()> {
        if self.notes.len() < MAX_NOTES {
            self.notes.push(note.clone());
        }
        Ok(())
    }

    fn progress(&mut self, progress: ImportProgress) {
        // Nobody hears the last one after an exception.
        let _ = self.tell.send(progress);
    }
}
