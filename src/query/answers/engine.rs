//! Evaluations by engines of the position of an answer, and of the moves from it.

use crate::evaluation::Evaluation;
use crate::go::Move;
use crate::query::ask::SearchBoard;
use crate::query::{QueryError, json};
use crate::store::{AnalysisFile, Snapshot, StoreError};
use serde::Serialize;

/// A move that an engine searched and no counted game has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineMove {
    /// The move, in the orientation of the search board.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// Its evaluation.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

pub(super) fn evaluation_after(
    snapshot: &Snapshot,
    board: &SearchBoard,
    mv: Move,
) -> Result<Option<Evaluation>, QueryError> {
    let Ok(next) = board.beginning_after(mv) else {
        return Ok(None);
    };
    Ok(snapshot.best_evaluation(&next.canonical(snapshot.keys()), next.to_play())?)
}

/// Returns the evaluation with more visits; of equal ones, that of the position.
pub(super) fn better(of_move: Option<Evaluation>, of_position: Option<Evaluation>) -> Option<Evaluation> {
    match (of_move, of_position) {
        (Some(a), Some(b)) if a.visits > b.visits => Some(a),
        (a, b) => b.or(a),
    }
}

/// The analyses of a database, by origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analyses {
    /// The number of analyses.
    pub analyses: u64,
    /// The number of analyses from game records.
    pub from_records: u64,
    /// The files from which the other analyses were imported.
    pub files: Vec<AnalysisFile>,
}

/// Counts the analyses of a database.
pub fn analyses(snapshot: &Snapshot) -> Result<Analyses, StoreError> {
    let files = snapshot.analysis_files()?;
    let analyses = snapshot.state()?.analyses;
    let from_files: u64 = files.iter().map(|file| file.analyses).sum();
    Ok(Analyses {
        analyses,
        from_records: analyses.saturating_sub(from_files),
        files,
    })
}
