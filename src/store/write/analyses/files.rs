//! Files of analyses.

use super::{Origin, delete, delete_of, insert, last_row};
use crate::evaluation::Analysis;
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

/// The writers of the files of one transaction. The temporary table `analysed` has the rows of the file
/// that is written, with their visits.
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
        // There may be more than fit into memory. SQLite would look for each among all rows of its file,
        // or among those of all files.
        transaction.execute(
            "CREATE TEMP TABLE IF NOT EXISTS analysed (
                 position INTEGER, to_play TEXT, row INTEGER, visits INTEGER, PRIMARY KEY (position, to_play)
             ) WITHOUT ROWID",
            [],
        )?;
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
        self.transaction.execute("DELETE FROM analysed", [])?;
        Ok(AnalysisFileWriter {
            id: known.map_or(self.last_id + 1, |(id, _)| id),
            known: known.map(|(_, analyses)| analyses),
            row: last_row(self.transaction)?,
            files: self,
            path,
            count: 0,
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
    /// The number of analyses added.
    count: u64,
}

impl AnalysisFileWriter<'_, '_> {
    /// Adds an analysis. If the file already has an analysis of the position, the one with more
    /// visits stays. Returns whether the position is new.
    pub fn add(&mut self, analysis: &Analysis) -> Result<bool, StoreError> {
        let transaction = self.files.transaction;
        if let (true, Some(analyses)) = (self.count == 0, self.known) {
            delete_analyses_of_file(transaction, self.id, analyses)?;
        }
        let visits = analysis.evaluation.visits;
        let place = (
            analysis.position.key.0.cast_signed(),
            analysis.to_play.letter().to_string(),
        );
        let known = "SELECT row, visits FROM analysed WHERE position = ?1 AND to_play = ?2";
        let known = transaction.rows(known, place.clone(), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<u64>>(1)?))
        })?;
        let known = known.first();
        let row = match known {
            None => {
                self.row += 1;
                self.count += 1;
                self.row
            }
            Some((_, known)) if *known >= visits => return Ok(false),
            Some((row, _)) => {
                delete(transaction, "WHERE id = ?1", [row])?;
                *row
            }
        };
        let note = "INSERT OR REPLACE INTO analysed VALUES (?1, ?2, ?3, ?4)";
        transaction.execute(note, (place.0, place.1, row, visits))?;
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
            count,
            ..
        } = self;
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
