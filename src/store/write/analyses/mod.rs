//! Adding and removing analyses of positions, with the sums over them.

use super::transaction::Transaction;
use crate::evaluation::{Analysis, Evaluation};
use crate::interrupt::Interrupt;
use crate::record::Komi;
use crate::store::StoreError;
use crate::store::codec::write_moves;
use crate::store::games::{ENTRY_CHECKSUM, stored_path};
use crate::store::snapshot::{Pool, Snapshot};
use crate::store::sqlite::{ANALYSIS, ANALYSIS_FILE};
use rusqlite::{Params, params};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

#[derive(Clone, Copy)]
enum AnalysisOrigin {
    /// The number of the source whose record has them.
    Source(i64),
    /// The row of the file of analyses.
    File(i64),
}

impl AnalysisOrigin {
    const fn columns(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::Source(number) => (Some(number), None),
            Self::File(id) => (None, Some(id)),
        }
    }
}

/// Adds the analyses of a record, whose source has this number. Of analyses of one position,
/// the one with the most visits is added. If the source has other analyses already, they are replaced
/// only if `replaces`. Returns the number of added analyses.
pub fn add_analyses_of_source(
    transaction: &Transaction,
    source: i64,
    analyses: &[Analysis],
    replaces: bool,
) -> Result<u64, StoreError> {
    if analyses.is_empty() {
        return Ok(0);
    }
    let mut best: HashMap<_, &Analysis> = HashMap::new();
    for analysis in analyses {
        let known = best
            .entry((analysis.position.key, analysis.to_play))
            .or_insert(analysis);
        if known.evaluation.visits < analysis.evaluation.visits {
            *known = analysis;
        }
    }
    let mut best: Vec<_> = best.into_iter().collect();
    best.sort_by_key(|(position, _)| *position);
    let known = analyses_of_source(transaction, source)?;
    if !known.is_empty() {
        let found = best.iter().map(|(_, analysis)| values_of(analysis));
        if !replaces || found.eq(known) {
            return Ok(0);
        }
        delete_of(transaction, AnalysisOrigin::Source(source), "")?;
    }
    let mut row = last_row(transaction)?;
    for (_, analysis) in &best {
        row += 1;
        insert(transaction, row, analysis, AnalysisOrigin::Source(source))?;
    }
    Ok(best.len() as u64)
}

pub fn delete_analyses_without_source(transaction: &Transaction) -> Result<(), StoreError> {
    if transaction.state()?.analyses == 0 {
        return Ok(());
    }
    // NULL is not in a table without rows.
    let condition = "NOT INDEXED WHERE source IS NOT NULL AND source NOT IN (SELECT number FROM source)";
    delete(transaction, condition, []).map(drop)
}

fn last_row(transaction: &Transaction) -> Result<i64, StoreError> {
    transaction.value("SELECT coalesce(max(id), 0) FROM analysis")
}

/// Returns the columns with the content of an analysis, without its origin: the position, the size of the
/// board, the player to move, the evaluation, the komi and the moves.
fn values_of(analysis: &Analysis) -> (i64, u8, String, Evaluation, Option<i16>, String) {
    let position = &analysis.position;
    (
        position.key.0.cast_signed(),
        position.size().lines(),
        analysis.to_play.letter().to_string(),
        analysis.evaluation,
        analysis.komi.map(Komi::half_points),
        write_moves(&analysis.moves, position.size()),
    )
}

/// Returns the columns of the analyses of a source in the order in which they were added, as [`values_of`] does.
#[expect(clippy::type_complexity, reason = "a list of rows")]
fn analyses_of_source(
    transaction: &Transaction,
    source: i64,
) -> Result<Vec<(i64, u8, String, Evaluation, Option<i16>, String)>, StoreError> {
    let sql = "SELECT position, board_size, to_play, win_rate, score_lead, visits, komi_half_points, moves
         FROM analysis WHERE source = ?1 ORDER BY id";
    transaction.rows(sql, [source], |row| {
        let evaluation = Evaluation {
            win_rate: row.get(3)?,
            score_lead: row.get(4)?,
            visits: row.get(5)?,
        };
        Ok((
            row.get(0)?,
            row.get(1)?,
            row.get(2)?,
            evaluation,
            row.get(6)?,
            row.get(7)?,
        ))
    })
}

fn insert(transaction: &Transaction, row: i64, analysis: &Analysis, origin: AnalysisOrigin) -> Result<(), StoreError> {
    let (position, board_size, to_play, evaluation, komi, moves) = values_of(analysis);
    let (source, file) = origin.columns();
    let values = params![
        row,
        position,
        board_size,
        to_play,
        evaluation.win_rate,
        evaluation.score_lead,
        evaluation.visits,
        komi,
        moves,
        source,
        file,
    ];
    static INSERT: LazyLock<String> =
        LazyLock::new(|| format!("{} RETURNING {ENTRY_CHECKSUM}", ANALYSIS.insert("INSERT")));
    for checksum in transaction.rows(&INSERT, values, |row| row.get(0))? {
        transaction.analysis_changes().add(position, checksum);
    }
    transaction.change_state(|state| state.analyses += 1);
    Ok(())
}

/// Deletes the analyses of an origin. `index` names the index to use; if it is empty, SQLite
/// chooses one. Returns the number of deleted analyses.
fn delete_of(transaction: &Transaction, origin: AnalysisOrigin, index: &str) -> Result<u64, StoreError> {
    let (column, value) = match origin {
        AnalysisOrigin::Source(number) => ("source", number),
        AnalysisOrigin::File(id) => ("analysis_file", id),
    };
    let deleted = delete(transaction, &format!("{index} WHERE {column} = ?1"), [value])?;
    // A damaged index can lead to others.
    if deleted.iter().any(|found| *found != origin.columns()) {
        return Err(transaction.damaged(format!("the index by {column} leads to other analyses")));
    }
    Ok(deleted.len() as u64)
}

#[expect(clippy::type_complexity, reason = "a list of pairs")]
fn delete(
    transaction: &Transaction,
    condition: &str,
    values: impl Params,
) -> Result<Vec<(Option<i64>, Option<i64>)>, StoreError> {
    let sql = format!("DELETE FROM analysis {condition} RETURNING source, analysis_file, position, {ENTRY_CHECKSUM}");
    let mut changes = transaction.analysis_changes();
    let deleted = transaction.rows(&sql, values, |row| {
        changes.take_out(row.get(2)?, row.get(3)?);
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let count = deleted.len() as u64;
    transaction.change_state(|state| state.analyses = state.analyses.saturating_sub(count));
    Ok(deleted)
}

/// Returns the ids of the files of analyses, with their numbers of analyses, by their paths. An index would have to
/// be verified before it tells that a file is new.
pub(crate) fn known_analysis_files(snapshot: &Snapshot) -> Result<HashMap<String, (i64, u64)>, StoreError> {
    let files = snapshot.analysis_files()?.into_iter();
    Ok(files.map(|file| (file.path, (file.id, file.analyses))).collect())
}

/// A writer of the analyses of one file. The first new analysis deletes all earlier ones of the
/// file, so a file without analyses, such as responses without queries, replaces nothing. The temporary
/// table `analysed` has the rows of the file, with their visits, so a transaction has one writer at a time.
pub(crate) struct AnalysisFileWriter<'w> {
    transaction: &'w Transaction,
    /// All known files, as [`known_analysis_files`] returns them.
    files: &'w mut HashMap<String, (i64, u64)>,
    id: i64,
    path: String,
    /// The number of earlier analyses, if the file is known.
    known: Option<u64>,
    row: i64,
    count: u64,
}

impl<'w> AnalysisFileWriter<'w> {
    pub fn new(
        transaction: &'w Transaction,
        files: &'w mut HashMap<String, (i64, u64)>,
        path: &Path,
    ) -> Result<Self, StoreError> {
        // There may be more than fit into memory. SQLite would look for each among all rows of its file,
        // or among those of all files.
        transaction.execute(
            "CREATE TEMP TABLE IF NOT EXISTS analysed (
                 position INTEGER, to_play TEXT, row INTEGER, visits INTEGER, PRIMARY KEY (position, to_play)
             ) WITHOUT ROWID",
            [],
        )?;
        transaction.execute("DELETE FROM analysed", [])?;
        let path = stored_path(path).to_string_lossy().into_owned();
        let known = files.get(&path).copied();
        Ok(Self {
            transaction,
            id: match known {
                Some((id, _)) => id,
                None => transaction.value("SELECT coalesce(max(id), 0) + 1 FROM analysis_file")?,
            },
            files,
            path,
            known: known.map(|(_, analyses)| analyses),
            row: last_row(transaction)?,
            count: 0,
        })
    }

    /// Adds an analysis. If the file already has an analysis of the position, the one with more
    /// visits stays. Returns whether the position is new.
    pub fn add(&mut self, analysis: &Analysis) -> Result<bool, StoreError> {
        let transaction = self.transaction;
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
        insert(transaction, row, analysis, AnalysisOrigin::File(self.id))?;
        Ok(known.is_none())
    }

    /// Writes the row of the file if it has analyses. Returns their number.
    pub fn finish(self) -> Result<u64, StoreError> {
        let Self {
            transaction,
            files,
            id,
            path,
            known,
            count,
            ..
        } = self;
        if count > 0 {
            let values = params![id, path, transaction.connection().now()?, count];
            transaction.execute(&ANALYSIS_FILE.insert("INSERT OR REPLACE"), values)?;
            transaction.change_state(|state| state.analysis_files += u64::from(known.is_none()));
            files.insert(path, (id, count));
        }
        Ok(count)
    }
}

pub fn remove_analysis_file(pool: &Arc<Pool>, id: i64, stop: &Interrupt) -> Result<u64, StoreError> {
    let transaction = Transaction::begin(pool, stop.clone())?;
    transaction.connection().obey(stop)?;
    let analyses = transaction.optional("SELECT analyses FROM analysis_file WHERE id = ?1", [id])?;
    let removed = delete_analyses_of_file(&transaction, id, analyses.unwrap_or_default())?;
    let files = transaction.execute("DELETE FROM analysis_file WHERE id = ?1", [id])?;
    transaction.change_state(|state| state.analysis_files = state.analysis_files.saturating_sub(files));
    transaction.finish()?;
    Ok(removed)
}

/// Deletes the analyses of a file, which should be as many as this. Returns their number.
fn delete_analyses_of_file(transaction: &Transaction, id: i64, analyses: u64) -> Result<u64, StoreError> {
    let mut deleted = delete_of(transaction, AnalysisOrigin::File(id), "")?;
    if deleted != analyses {
        // The index is damaged, or analyses are missing, which must not keep the others.
        deleted += delete_of(transaction, AnalysisOrigin::File(id), "NOT INDEXED")?;
    }
    Ok(deleted)
}

#[cfg(test)]
mod tests;
