use crate::go::{Color, Point};
use crate::openings::{NamedOpening, OpeningNames};
use crate::query::QueryError;
use crate::query::ask::{Question, SearchBoard};
use crate::query::filter::games_with;
use crate::store::Snapshot;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The named openings of the games that reach a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedOpenings {
    /// The number of games that reach the position.
    pub games: u64,
    /// The number of openings that any of these games has, listed or not.
    pub count: usize,
    /// The openings that any of these games has, before the position or after it, those of the most
    /// games first.
    pub openings: Vec<OpeningCount>,
}

/// The number of games with an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpeningCount {
    /// The names of the opening.
    pub names: OpeningNames,
    /// The address of a page about the opening, or about the move or the opening from which it follows.
    pub source: &'static str,
    /// The number of games. A game has as many openings as it has patterns of them.
    pub games: u64,
}

/// Returns the openings on a board, without those that handicap stones alone form: openings are of even games.
pub(super) fn openings_of(board: &SearchBoard) -> Vec<OpeningNames> {
    let shown = NamedOpening::on(board.position()).into_iter();
    let shown = shown.filter(|opening| !is_placed(opening, board));
    shown.map(|opening| *opening.names()).collect()
}

/// Returns whether handicap stones alone form an opening.
fn is_placed(opening: &NamedOpening, board: &SearchBoard) -> bool {
    let start = board.start();
    let stones: BTreeSet<(Point, Color)> = start.stones().collect();
    let is_handicap = start.size().handicap(stones.len()).is_ok_and(|points| {
        let placed = points.into_iter().map(|point| (point, Color::Black));
        board.first() == Color::White && stones == placed.collect()
    });
    is_handicap && opening.is_on(start)
}

/// Returns the `limit` named openings of the most games that reach a position or have a pattern. The
/// first call for a state of the file searches all games.
pub fn openings(snapshot: &Snapshot, question: &Question, limit: usize) -> Result<NamedOpenings, QueryError> {
    let filter = question.filter().compile(snapshot)?;
    let all: Vec<&NamedOpening> = NamedOpening::all()
        .iter()
        .filter(|opening| !is_placed(opening, question.board()))
        .collect();
    let found = games_with(snapshot, &all, question.watch.as_ref())?;
    let mut counts = vec![0; all.len()];
    let mut games = 0;
    let subject = question.subject(snapshot.keys())?;
    subject.visit(snapshot, &filter, |occurrences| {
        games += 1;
        for (with_opening, count) in found.iter().zip(&mut counts) {
            *count += u64::from(with_opening.has(occurrences[0].game));
        }
        Ok(())
    })?;
    let counted = all.into_iter().zip(counts).filter(|(_, games)| *games > 0);
    let mut openings: Vec<OpeningCount> = counted
        .map(|(opening, games)| OpeningCount {
            names: *opening.names(),
            source: opening.source(),
            games,
        })
        .collect();
    openings.sort_by_key(|opening| Reverse(opening.games));
    let count = openings.len();
    openings.truncate(limit);
    Ok(NamedOpenings { games, count, openings })
}
