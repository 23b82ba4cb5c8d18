//! Files of analyses.

use super::{Origin, delete, delete_of, insert, last_row};
use crate::evaluation::Analysis;
use crate::go::{Color, PositionKey};
use crate::interrupt::Interrupt;
use crate::store::error::StoreError;
use crate::store::games::analyses::{AnalysisFile, analysis_files};
use crate::store::games::paths::stored_path;
use crate::store::snapshot::pool::Pool;
use crate::store::sqlite::table::ANALYSIS_FILE;
use crate::store::write::transaction::Transaction;
use rusqlite::params;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// The writers of the files of one transaction.
pub(crate) struct AnalysisFileWriters<'t> {
    transaction: &'t Transaction,
    /// The ids of files, with their numbers of analyses, by their paths. An index would have
    /// to be verified before it tells that a file is new.
    known: HashMap<String, (i64, u64)>,
    last_id: i64,
}

impl<'t> AnalysisFileWriters<'t> {
    /// Reads the files that the database has.
    pub fn new(transaction: &'t Transaction) -> Result<Self, StoreError> {
        let files = analysis_files(transaction)?;
        let last_id = files.iter().map(|file| file.id).max().unwrap_or(0);
        let known = |AnalysisFile { id, path, analyses, .. }| (path, (id, analyses));
        Ok(Self {
            transaction,
            known: files.into_iter().map(known).collect(),
            last_id,
        })
    }

    /// Begins a file, by its path.
    pub fn begin(&mut self, path: &Path) -> Result<AnalysisFileWriter<'_, 't>, StoreError> {
        let path = stored_path(path).to_string_lossy().into_owned();
        let known = self.known.get(&path).copied();
        Ok(AnalysisFileWriter {
            id: known.map_or(self.last_id + 1, |(id, _)| id),
            known: known.map(|(_, analyses)| analyses),
            row: last_row(self.transaction)?,
            files: self,
            path,
            rows: HashMap::new(),
        })
    }
}

/// A writer of the analyses of one file. The first new analysis deletes all earlier ones of the
/// file, so a file without analyses, such as responses without queries, replaces nothing.
pub(crate) struct AnalysisFileWriter<'w, 't> {
    files: &'w mut AnalysisFileWriters<'t>,
    id: i64,
    path: String,
    /// The number of earlier analyses, if the file is known.
    known: Option<u64>,
    row: i64,
    /// The rows of the file, with their visits, by position and colour to play. SQLite would
    /// look for each among all rows of the file, or among those of all files.
    rows: HashMap<(PositionKey, Color), (i64, Option<u64>)>,
}

impl AnalysisFileWriter<'_, '_> {
    /// Adds an analysis. If the file already has an analysis of the position, the one with more
    /// visits stays. Returns whether the position is new.
    pub fn add(&mut self, analysis: &Analysis) -> Result<bool, StoreError> {
        let transaction = self.files.transaction;
        if let (true, Some(analyses)) = (self.rows.is_empty(), self.known) {
            delete_analyses_of_file(transaction, self.id, analyses)?;
        }
        let visits = analysis.evaluation.visits;
        let known = self.rows.get(&(analysis.position.key, analysis.to_play)).copied();
        let row = match known {
            None => {
                self.row += 1;
                self.row
            }
            Some((_, known)) if known >= visits => return Ok(false),
            Some((row, _)) => {
                delete(transaction, "WHERE id = ?1", [row])?;
                row
            }
        };
        self.rows
            .insert((analysis.position.key, analysis.to_play), (row, visits));
        insert(transaction, row, analysis, Origin::File(self.id))?;
        Ok(known.is_none())
    }

    /// Writes the row of the file if it has analyses. Returns their number.
    pub fn finish(self) -> Result<u64, StoreError> {
        let Self {
            files,
            id,
            path,
            known,
            rows,
            ..
        } = self;
        let count = rows.len() as u64;
        if count > 0 {
            let transaction = files.transaction;
            let values = params![id, path, transaction.now()?, count];
            transaction.execute(&ANALYSIS_FILE.insert("INSERT OR REPLACE"), values)?;
            transaction.change_state(|state| state.analysis_files += u64::from(known.is_none()));
            files.last_id = files.last_id.max(id);
            files.known.insert(path, (id, count));
        }
        Ok(count)
    }
}

/// Removes a file of analyses in one transaction. Returns the number of its analyses.
pub fn remove_analysis_file(pool: &Arc<Pool>, id: i64, stop: &Interrupt) -> Result<u64, StoreError> {
    let transaction = Transaction::begin(pool, stop.clone())?;
    transaction.obey(stop)?;
    let analyses = transaction.optional("SELECT analyses FROM analysis_file WHERE id = ?1", [id])?;
    let removed = delete_analyses_of_file(&transaction, id, analyses.unwrap_or_default())?;
    let files = transaction.execute("DELETE FROM analysis_file WHERE id = ?1", [id])?;
    transaction.change_state(|state| state.analysis_files = state.analysis_files.saturating_sub(files));
    transaction.finish()?;
    Ok(removed)
}

/// Deletes the analyses of a file, which should be as many as this. Returns their number.
fn delete_analyses_of_file(transaction: &Transaction, id: i64, analyses: u64) -> Result<u64, StoreError> {
    let mut deleted = delete_of(transaction, Origin::File(id), "")?;
    if deleted != analyses {
        // The index is damaged, or analyses are missing, which must not keep the others.
        deleted += delete_of(transaction, Origin::File(id), "NOT INDEXED")?;
    }
    Ok(deleted)
}
