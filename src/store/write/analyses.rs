//! Adding and removing analyses of positions.

use super::transaction::Transaction;
use crate::evaluation::Analysis;
use crate::record::Komi;
use crate::store::codec::analysis_moves::write_moves;
use crate::store::error::StoreError;
use crate::store::games::paths::stored_path;
use crate::store::snapshot::pool::Pool;
use crate::store::sqlite::table::{ANALYSIS, ANALYSIS_FILE};
use rusqlite::params;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The origin of analyses.
#[derive(Clone, Copy)]
enum Origin {
    /// The number of the source whose record has them.
    Source(i64),
    /// The row of the file of analyses.
    File(i64),
}

/// Adds the analyses of a record, whose source has this number, unless the source has
/// analyses. Of analyses of one position, the one with the most visits is added. Returns the
/// number of added analyses.
pub fn add_analyses_of_source(
    transaction: &Transaction,
    source: i64,
    analyses: &[Analysis],
) -> Result<u64, StoreError> {
    let sql = "SELECT 1 FROM analysis WHERE source = ?1 LIMIT 1";
    if analyses.is_empty() || transaction.optional::<i64>(sql, [source])?.is_some() {
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
    let mut row = last_row(transaction)?;
    for (_, analysis) in &best {
        row += 1;
        write(transaction, row, analysis, Origin::Source(source))?;
    }
    let added = best.len() as u64;
    transaction.change_state(|state| state.analyses += added);
    Ok(added)
}

/// A writer of the analyses of one file, the first of which takes the place of all earlier ones of the
/// file. A file without any, such as responses without their queries, replaces nothing.
pub(crate) struct AnalysisFileWriter<'t> {
    transaction: &'t Transaction,
    id: i64,
    path: String,
    is_new: bool,
    row: i64,
    count: u64,
}

impl<'t> AnalysisFileWriter<'t> {
    /// Begins a file, by its path.
    pub fn new(transaction: &'t Transaction, path: &Path) -> Result<Self, StoreError> {
        let path = stored_path(path).to_string_lossy().into_owned();
        let known = transaction.optional::<i64>("SELECT id FROM analysis_file WHERE path = ?1", [&path])?;
        let id = match known {
            Some(id) => id,
            None => transaction.value("SELECT coalesce(max(id), 0) + 1 FROM analysis_file")?,
        };
        Ok(Self {
            transaction,
            id,
            path,
            is_new: known.is_none(),
            row: last_row(transaction)?,
            count: 0,
        })
    }

    /// Adds an analysis. If the file has one of the position already, the one with more visits
    /// stays. Returns whether the position is new.
    pub fn add(&mut self, analysis: &Analysis) -> Result<bool, StoreError> {
        if self.count == 0 {
            delete_analyses_of_file(self.transaction, self.id)?;
        }
        let known: Option<i64> = self.transaction.optional(
            "SELECT id FROM analysis WHERE position = ?1 AND to_play = ?2 AND analysis_file = ?3",
            params![
                analysis.position.key.0.cast_signed(),
                analysis.to_play.letter().to_string(),
                self.id
            ],
        )?;
        let row = match known {
            None => {
                self.row += 1;
                self.count += 1;
                self.row
            }
            Some(row) => {
                let sql = "SELECT visits FROM analysis WHERE id = ?1";
                let visits: Option<Option<u64>> = self.transaction.optional(sql, [row])?;
                if visits.flatten() >= analysis.evaluation.visits {
                    return Ok(false);
                }
                row
            }
        };
        write(self.transaction, row, analysis, Origin::File(self.id))?;
        Ok(known.is_none())
    }

    /// Writes the row of the file if it has analyses. Returns their number.
    pub fn finish(self) -> Result<u64, StoreError> {
        let Self {
            transaction,
            id,
            path,
            is_new,
            count,
            ..
        } = self;
        if count > 0 {
            let values = params![id, path, transaction.now()?, count];
            transaction.execute(&ANALYSIS_FILE.insert("INSERT OR REPLACE"), values)?;
            transaction.change_state(|state| {
                state.analyses += count;
                state.analysis_files += u64::from(is_new);
            });
        }
        Ok(count)
    }
}

/// Removes a file of analyses in one transaction. Returns the number of its analyses.
pub fn remove_analysis_file(pool: &Arc<Pool>, id: i64) -> Result<u64, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    let removed = delete_analyses_of_file(&transaction, id)?;
    let files = transaction.execute("DELETE FROM analysis_file WHERE id = ?1", [id])?;
    transaction.change_state(|state| state.analysis_files = state.analysis_files.saturating_sub(files));
    transaction.finish()?;
    Ok(removed)
}

fn delete_analyses_of_file(transaction: &Transaction, id: i64) -> Result<u64, StoreError> {
    let deleted = transaction.execute("DELETE FROM analysis NOT INDEXED WHERE analysis_file = ?1", [id])?;
    transaction.change_state(|state| state.analyses = state.analyses.saturating_sub(deleted));
    Ok(deleted)
}

/// Deletes the analyses of records whose sources were removed.
pub fn delete_analyses_without_source(transaction: &Transaction) -> Result<(), StoreError> {
    if transaction.state()?.analyses == 0 {
        return Ok(());
    }
    let sql = "DELETE FROM analysis NOT INDEXED WHERE source NOT IN (SELECT number FROM source)";
    let deleted = transaction.execute(sql, [])?;
    transaction.change_state(|state| state.analyses = state.analyses.saturating_sub(deleted));
    Ok(())
}

fn last_row(transaction: &Transaction) -> Result<i64, StoreError> {
    transaction.value("SELECT coalesce(max(id), 0) FROM analysis")
}

fn write(transaction: &Transaction, row: i64, analysis: &Analysis, origin: Origin) -> Result<(), StoreError> {
    let Analysis {
        position,
        to_play,
        komi,
        evaluation,
        moves,
    } = analysis;
    let (source, file) = match origin {
        Origin::Source(number) => (Some(number), None),
        Origin::File(id) => (None, Some(id)),
    };
    let values = params![
        row,
        position.key.0.cast_signed(),
        position.size().lines(),
        to_play.letter().to_string(),
        evaluation.win_rate,
        evaluation.score_lead,
        evaluation.visits,
        komi.map(Komi::half_points),
        write_moves(moves, position.size()),
        source,
        file,
    ];
    static INSERT: LazyLock<String> = LazyLock::new(|| ANALYSIS.insert("INSERT OR REPLACE"));
    transaction.execute(&INSERT, values).map(drop)
}
