//! Adding and removing analyses of positions.

use super::transaction::Transaction;
use crate::evaluation::{Analysis, Evaluation};
use crate::go::{Color, PositionKey};
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

/// The fate of the analyses that a source has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// They stay, and no others are added.
    Stay,
    /// They are replaced if the others differ.
    Replaced,
}

/// Adds the analyses of a record, whose source has this number. Of analyses of one position,
/// the one with the most visits is added. Returns the number of added analyses.
pub fn add_analyses_of_source(
    transaction: &Transaction,
    source: i64,
    analyses: &[Analysis],
    earlier: Earlier,
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
        let found = best.iter().map(|(_, analysis)| Values::of(analysis));
        if earlier == Earlier::Stay || found.eq(known) {
            return Ok(0);
        }
        let deleted = transaction.execute("DELETE FROM analysis WHERE source = ?1", [source])?;
        transaction.change_state(|state| state.analyses = state.analyses.saturating_sub(deleted));
    }
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
    /// The rows of the file, with their visits, by position and colour to play. SQLite would
    /// look for each among all rows of the file, or among those of all files.
    rows: HashMap<(PositionKey, Color), (i64, Option<u64>)>,
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
            rows: HashMap::new(),
        })
    }

    /// Adds an analysis. If the file has one of the position already, the one with more visits
    /// stays. Returns whether the position is new.
    pub fn add(&mut self, analysis: &Analysis) -> Result<bool, StoreError> {
        if self.rows.is_empty() && !self.is_new {
            delete_analyses_of_file(self.transaction, self.id)?;
        }
        let visits = analysis.evaluation.visits;
        let known = self.rows.get(&(analysis.position.key, analysis.to_play)).copied();
        let row = match known {
            None => {
                self.row += 1;
                self.row
            }
            Some((_, known)) if known >= visits => return Ok(false),
            Some((row, _)) => row,
        };
        self.rows
            .insert((analysis.position.key, analysis.to_play), (row, visits));
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
            rows,
            ..
        } = self;
        let count = rows.len() as u64;
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
    // NULL is not in a table without rows.
    let sql = "DELETE FROM analysis NOT INDEXED
         WHERE source IS NOT NULL AND source NOT IN (SELECT number FROM source)";
    let deleted = transaction.execute(sql, [])?;
    transaction.change_state(|state| state.analyses = state.analyses.saturating_sub(deleted));
    Ok(())
}

fn last_row(transaction: &Transaction) -> Result<i64, StoreError> {
    transaction.value("SELECT coalesce(max(id), 0) FROM analysis")
}

/// The columns of an analysis that say what it is, and not where it is from.
#[derive(PartialEq)]
struct Values {
    position: i64,
    board_size: u8,
    to_play: String,
    evaluation: Evaluation,
    komi: Option<i16>,
    moves: String,
}

impl Values {
    fn of(analysis: &Analysis) -> Self {
        let Analysis {
            position,
            to_play,
            komi,
            evaluation,
            moves,
        } = analysis;
        Self {
            position: position.key.0.cast_signed(),
            board_size: position.size().lines(),
            to_play: to_play.letter().to_string(),
            evaluation: *evaluation,
            komi: komi.map(Komi::half_points),
            moves: write_moves(moves, position.size()),
        }
    }
}

/// Returns the analyses of a source in the order in which they were added.
fn analyses_of_source(transaction: &Transaction, source: i64) -> Result<Vec<Values>, StoreError> {
    let sql = "SELECT position, board_size, to_play, win_rate, score_lead, visits, komi_half_points, moves
         FROM analysis WHERE source = ?1 ORDER BY id";
    transaction.rows(sql, [source], |row| {
        Ok(Values {
            position: row.get(0)?,
            board_size: row.get(1)?,
            to_play: row.get(2)?,
            evaluation: Evaluation {
                win_rate: row.get(3)?,
                score_lead: row.get(4)?,
                visits: row.get(5)?,
            },
            komi: row.get(6)?,
            moves: row.get(7)?,
        })
    })
}

fn write(transaction: &Transaction, row: i64, analysis: &Analysis, origin: Origin) -> Result<(), StoreError> {
    let Values {
        position,
        board_size,
        to_play,
        evaluation,
        komi,
        moves,
    } = Values::of(analysis);
    let (source, file) = match origin {
        Origin::Source(number) => (Some(number), None),
        Origin::File(id) => (None, Some(id)),
    };
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
    static INSERT: LazyLock<String> = LazyLock::new(|| ANALYSIS.insert("INSERT OR REPLACE"));
    transaction.execute(&INSERT, values).map(drop)
}

#[cfg(test)]
mod tests;
