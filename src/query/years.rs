use super::question::Question;
use super::{Period, QueryError, YearCount, json};
use crate::go::Move;
use crate::store::Snapshot;
use serde::Serialize;
use std::cmp::Reverse;

/// When a position, and each move from it, was played. Serialised, it is the
/// document that `bgo years --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Years {
    /// How years are put together.
    pub by: Period,
    /// How many games reach the position.
    pub games: u64,
    /// These games by year or decade, undated ones first; only those that have
    /// games.
    pub years: Vec<YearCount>,
    /// The same for each next move, the most popular first.
    pub next_moves: Vec<YearsOfMove>,
}

/// When a move was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct YearsOfMove {
    /// The move.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    pub mv: Move,
    /// How many games have it.
    pub games: u64,
    /// These by year or decade.
    pub years: Vec<YearCount>,
}

/// Asks how often a position was played when.
///
/// # Errors
/// A name in the filter that none has; a database that is damaged or cannot be
/// read.
pub fn years(snapshot: &Snapshot, question: &Question<'_>, by: Period) -> Result<Years, QueryError> {
    let counted = question.count(snapshot)?;
    let mut next_moves: Vec<YearsOfMove> = counted
        .next
        .iter()
        .map(|(mv, years)| YearsOfMove {
            mv: *mv,
            games: years.total().games,
            years: by.counts(years),
        })
        .collect();
    next_moves.sort_by_key(|next| (Reverse(next.games), next.mv));
    Ok(Years {
        by,
        games: counted.all.total().games,
        years: by.counts(&counted.all),
        next_moves,
    })
}
