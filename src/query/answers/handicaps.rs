use crate::go::Color;
use crate::query::ask::{Question, Scope, SearchBoard};
use crate::query::{QueryError, WinRate, json};
use crate::store::{Snapshot, Totals};
use serde::Serialize;

/// The games that begin with a handicap on its usual points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Handicap {
    /// The number of stones.
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 9)))]
    pub stones: u8,
    /// The games that reach the position of the stones.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's win rate in these games.
    #[serde(flatten, serialize_with = "json::win_rate")]
    #[cfg_attr(feature = "schema", schemars(with = "json::WinRateFields"))]
    pub win_rate: Option<WinRate>,
}

/// Counts the games by handicap, as the question counts those of a position, if it asks about an empty board:
/// handicap games begin with their stones, so that the empty board does not have them.
pub fn handicaps(snapshot: &Snapshot, question: &Question) -> Result<Vec<Handicap>, QueryError> {
    let position = question.board().position();
    if *question.scope() != Scope::Board || position.stones().next().is_some() {
        return Ok(Vec::new());
    }
    let size = position.size();
    let filter = question.filter().compile(snapshot)?;
    let mut handicaps = Vec::new();
    for stones in 2..=size.most_handicap_stones() {
        // Each such number has usual points.
        let points = size.handicap(stones.into()).unwrap_or_default();
        let points = points.into_iter().map(|point| (point, Color::Black));
        let board = SearchBoard::from_stones(size, points, Color::White);
        let begun = Question::new(board).swapping(question.swap());
        let totals = begun.subject(snapshot.keys())?.count(snapshot, &filter)?.all.total();
        if totals.games > 0 {
            handicaps.push(Handicap {
                stones,
                totals,
                win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            });
        }
    }
    Ok(handicaps)
}
