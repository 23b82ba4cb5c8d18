//! Analyses of positions by engines, and the files that they were imported from.

use crate::evaluation::{Analysis, Evaluation};
use crate::go::{CanonicalPosition, Color};
use crate::record::Komi;
use crate::store::codec::analysis_moves::read_moves;
use crate::store::error::StoreError;
use crate::store::games::analysis_sums::verify_analyses_of;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::{ANALYSIS, ANALYSIS_FILE, intact};
use serde::Serialize;
use std::sync::LazyLock;

/// The analysis of a position with the most visits, and of equal ones the first. Reads a single
/// row of the index and the table, however many analyses the position has.
static SELECT: LazyLock<String> = LazyLock::new(|| {
    ANALYSIS.select(
        "id, win_rate, score_lead, visits, komi_half_points, moves",
        "WHERE position = ?1 AND to_play = ?2 AND visits IS
             (SELECT visits FROM analysis WHERE position = ?1 AND to_play = ?2 ORDER BY visits DESC LIMIT 1)
         ORDER BY id LIMIT 1",
    )
});

/// A file of analyses that was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisFile {
    /// The row id.
    #[serde(skip)]
    pub id: i64,
    /// The absolute path.
    pub path: String,
    /// The time of the import.
    pub imported_at: String,
    /// The number of analyses.
    pub analyses: u64,
}

/// Returns the analysis of a position with the most visits, if there is any.
pub fn best_analysis(
    snapshot: &Snapshot,
    position: &CanonicalPosition,
    to_play: Color,
) -> Result<Option<Analysis>, StoreError> {
    let Some((evaluation, komi, moves, id)) = best_row(snapshot, position, to_play)? else {
        return Ok(None);
    };
    let moves = read_moves(&moves, position.size())
        .map_err(|_| snapshot.damaged(format!("the moves of analysis {id} are not readable")))?;
    Ok(Some(Analysis {
        position: *position,
        to_play,
        komi,
        evaluation,
        moves,
    }))
}

/// Returns the evaluation of a position with the most visits.
pub fn best_evaluation(
    snapshot: &Snapshot,
    position: &CanonicalPosition,
    to_play: Color,
) -> Result<Option<Evaluation>, StoreError> {
    Ok(best_row(snapshot, position, to_play)?.map(|(evaluation, ..)| evaluation))
}

type BestRow = (Evaluation, Option<Komi>, String, i64);

fn best_row(snapshot: &Snapshot, position: &CanonicalPosition, to_play: Color) -> Result<Option<BestRow>, StoreError> {
    if snapshot.state()?.analyses == 0 {
        return Ok(None);
    }
    let position = position.key.0.cast_signed();
    verify_analyses_of(snapshot, position)?;
    let values = (position, to_play.letter().to_string());
    let rows = snapshot.rows(&SELECT, values, |row| {
        let evaluation = Evaluation {
            win_rate: row.get(2)?,
            score_lead: row.get(3)?,
            visits: row.get(4)?,
        };
        let komi = row.get::<_, Option<i16>>(5)?.and_then(Komi::from_half_points);
        Ok((intact(row)?, (evaluation, komi, row.get(6)?, row.get(1)?)))
    })?;
    match rows.into_iter().next() {
        Some((false, _)) => Err(snapshot.damaged("an analysis has a wrong checksum")),
        row => Ok(row.map(|(_, row)| row)),
    }
}

/// Returns the files of analyses in the order in which they were first imported.
pub fn analysis_files(snapshot: &Snapshot) -> Result<Vec<AnalysisFile>, StoreError> {
    verify(snapshot, ANALYSIS_FILE)?;
    let sql = ANALYSIS_FILE.select(ANALYSIS_FILE.columns, "ORDER BY id");
    snapshot.rows(&sql, [], |row| {
        Ok(AnalysisFile {
            id: row.get(1)?,
            path: row.get(2)?,
            imported_at: row.get(3)?,
            analyses: row.get(4)?,
        })
    })
}
