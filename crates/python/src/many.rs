//! The moves from many positions in one table.

use bgo::internal::facts::{Column, Get};
use bgo::internal::query::{Answer, Detail, NextMove, QueryError, Question, search};
use bgo::internal::store::Snapshot;

/// A move from one of the positions, or a position from which no game goes on.
pub struct PositionMove {
    position: i64,
    key: Option<String>,
    games: i64,
    target: Option<String>,
    color: Option<String>,
    next: Option<NextMove>,
}

/// The columns, named as those of the moves of one answer, after the index, the key and the games of
/// the position.
pub const COLUMNS: [Column<PositionMove>; 15] = [
    Column::required("position", Get::Long(|row| Some(row.position)), ""),
    Column::optional("key", Get::Text(|row| row.key.as_deref()), ""),
    Column::required("position_games", Get::Long(|row| Some(row.games)), ""),
    Column::optional("move", Get::Text(|row| row.target.as_deref()), ""),
    Column::optional("color", Get::Text(|row| row.color.as_deref()), ""),
    Column::optional(
        "games",
        Get::Long(|row| Some(row.next.as_ref()?.games.totals.games as i64)),
        "",
    ),
    Column::optional("share", Get::Real(|row| Some(row.next.as_ref()?.games.share)), ""),
    Column::optional(
        "black_wins",
        Get::Long(|row| Some(row.next.as_ref()?.games.totals.black_wins as i64)),
        "",
    ),
    Column::optional(
        "white_wins",
        Get::Long(|row| Some(row.next.as_ref()?.games.totals.white_wins as i64)),
        "",
    ),
    Column::optional(
        "draws",
        Get::Long(|row| Some(row.next.as_ref()?.games.totals.draws as i64)),
        "",
    ),
    Column::optional(
        "black_win_rate",
        Get::Real(|row| Some(row.next.as_ref()?.games.win_rate?.rate)),
        "",
    ),
    Column::optional(
        "black_win_rate_low",
        Get::Real(|row| Some(row.next.as_ref()?.games.win_rate?.low)),
        "",
    ),
    Column::optional(
        "black_win_rate_high",
        Get::Real(|row| Some(row.next.as_ref()?.games.win_rate?.high)),
        "",
    ),
    Column::optional(
        "first_year",
        Get::Long(|row| row.next.as_ref()?.games.totals.first_year.map(i64::from)),
        "",
    ),
    Column::optional(
        "last_year",
        Get::Long(|row| row.next.as_ref()?.games.totals.last_year.map(i64::from)),
        "",
    ),
];

impl PositionMove {
    /// Returns the moves from the position with this index.
    pub fn all(snapshot: &Snapshot, question: &Question, position: i64) -> Result<Vec<Self>, QueryError> {
        let Answer {
            key,
            totals,
            next_moves,
            ..
        } = search(snapshot, question, Detail::Counts)?;
        let key = key.map(|key| format!("{:016x}", key.0));
        let next_moves = next_moves.into_iter().map(Some);
        // A position from which no game goes on has a row without a move.
        let none = (next_moves.len() == 0).then_some(None);
        Ok(none
            .into_iter()
            .chain(next_moves)
            .map(|next| Self {
                position,
                key: key.clone(),
                games: totals.games as i64,
                target: next.as_ref().map(|next| next.mv.target()),
                color: next.as_ref().map(|next| next.mv.color.letter().to_string()),
                next,
            })
            .collect())
    }
}
