//! Evaluations by engines of the position of an answer, and of the moves from it.

use super::{Answer, QueryError, SearchBoard, json};
use crate::evaluation::Evaluation;
use crate::go::Move;
use crate::store::Snapshot;
use serde::Serialize;

/// The maximum number of moves in `engine_moves`.
const MAX_ENGINE_MOVES: usize = 10;

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

/// Adds the evaluations to the answer to a search for the position of a board. A move has two
/// possible evaluations: that of the position after it, and that in the analysis of the position
/// before it. The one with more visits counts. Filters do not affect evaluations.
pub(super) fn add_evaluations(snapshot: &Snapshot, board: &SearchBoard, answer: &mut Answer) -> Result<(), QueryError> {
    if snapshot.state()?.analyses == 0 {
        return Ok(());
    }
    let position = board.canonical(snapshot.keys());
    let analysis = snapshot.best_analysis(&position, board.to_play())?;
    answer.engine = analysis.as_ref().map(|analysis| analysis.evaluation);
    let searched = analysis.map(|analysis| analysis.moves).unwrap_or_default();
    let mut searched: Vec<(Move, Evaluation)> = searched
        .into_iter()
        .map(|(stored, evaluation)| {
            let point = stored.map(|point| position.shown_point(point));
            let color = board.to_play();
            (Move { color, point }, evaluation)
        })
        .collect();
    for next in &mut answer.next_moves {
        let known = searched.iter().position(|(mv, _)| *mv == next.mv);
        let known = known.map(|place| searched.remove(place).1);
        next.engine = better(known, after(snapshot, board, next.mv)?);
    }
    // A file may say that an engine searched a move that cannot be played.
    searched.retain(|(mv, _)| board.beginning_after(*mv).is_ok());
    for (mv, evaluation) in searched.into_iter().take(MAX_ENGINE_MOVES) {
        let evaluation = better(Some(evaluation), after(snapshot, board, mv)?).unwrap_or(evaluation);
        answer.engine_moves.push(EngineMove { mv, evaluation });
    }
    Ok(())
}

/// Returns the evaluation of the position after a move.
fn after(snapshot: &Snapshot, board: &SearchBoard, mv: Move) -> Result<Option<Evaluation>, QueryError> {
    let Ok(next) = board.beginning_after(mv) else {
        return Ok(None);
    };
    Ok(snapshot.best_evaluation(&next.canonical(snapshot.keys()), next.to_play())?)
}

/// Returns the evaluation with more visits; of equal ones, that of the position.
fn better(of_move: Option<Evaluation>, of_position: Option<Evaluation>) -> Option<Evaluation> {
    match (of_move, of_position) {
        (Some(a), Some(b)) if a.visits > b.visits => Some(a),
        (a, b) => b.or(a),
    }
}
