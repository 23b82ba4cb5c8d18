//! Adding and removing analyses of positions, with the sums over them.

mod files;

use super::transaction::Transaction;
use crate::evaluation::{Analysis, Evaluation};
use crate::record::Komi;
use crate::store::codec::analysis_moves::write_moves;
use crate::store::error::StoreError;
use crate::store::games::analysis_sums::ENTRY_CHECKSUM;
use crate::store::sqlite::table::ANALYSIS;
pub(crate) use files::AnalysisFileWriters;
pub use files::remove_analysis_file;
use rusqlite::{Params, params};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The origin of analyses.
#[derive(Clone, Copy)]
enum Origin {
    /// The number of the source whose record has them.
    Source(i64),
    /// The row of the file of analyses.
    File(i64),
}

/// The columns `source` and `analysis_file`.
type OriginColumns = (Option<i64>, Option<i64>);

impl Origin {
    const fn columns(self) -> OriginColumns {
        match self {
            Self::Source(number) => (Some(number), None),
            Self::File(id) => (None, Some(id)),
        }
    }
}

/// The treatment of the analyses that a source already has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// Keeps them, and adds no others.
    Keep,
    /// Replaces them if the new ones differ.
    Replace,
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
        if earlier == Earlier::Keep || found.eq(known) {
            return Ok(0);
        }
        delete_of(transaction, Origin::Source(source), "")?;
    }
    let mut row = last_row(transaction)?;
    for (_, analysis) in &best {
        row += 1;
        insert(transaction, row, analysis, Origin::Source(source))?;
    }
    Ok(best.len() as u64)
}

/// Deletes the analyses of records whose sources were removed.
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

/// The columns with the content of an analysis, without its origin.
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

/// Inserts an analysis with this row id, which must be free.
fn insert(transaction: &Transaction, row: i64, analysis: &Analysis, origin: Origin) -> Result<(), StoreError> {
    let Values {
        position,
        board_size,
        to_play,
        evaluation,
        komi,
        moves,
    } = Values::of(analysis);
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
fn delete_of(transaction: &Transaction, origin: Origin, index: &str) -> Result<u64, StoreError> {
    let (column, value) = match origin {
        Origin::Source(number) => ("source", number),
        Origin::File(id) => ("analysis_file", id),
    };
    let deleted = delete(transaction, &format!("{index} WHERE {column} = ?1"), [value])?;
    // A damaged index can lead to others.
    match deleted.iter().all(|found| *found == origin.columns()) {
        true => Ok(deleted.len() as u64),
        false => Err(transaction.damaged(format!("the index by {column} leads to other analyses"))),
    }
}

/// Deletes the analyses that meet a condition. Returns the origin of each.
fn delete(transaction: &Transaction, condition: &str, values: impl Params) -> Result<Vec<OriginColumns>, StoreError> {
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

#[cfg(test)]
mod tests;
