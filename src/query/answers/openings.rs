use crate::openings::{NamedOpening, OpeningNames};
use crate::query::QueryError;
use crate::query::ask::Question;
use crate::query::filter::games_with;
use crate::store::Snapshot;
use serde::Serialize;
use std::cmp::Reverse;

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
    /// The number of games. A game has as many openings as it has patterns of them.
    pub games: u64,
}

/// Returns the `limit` named openings of the most games that reach a position or have a pattern. The
/// first call for a state of the file searches all games.
pub fn openings(snapshot: &Snapshot, question: &Question, limit: usize) -> Result<NamedOpenings, QueryError> {
    let filter = question.filter().compile(snapshot)?;
    let all: Vec<&NamedOpening> = NamedOpening::all().iter().collect();
    let found = games_with(snapshot, &all, question.watch.as_ref())?
        .into_iter()
        .zip(all);
    let mut found: Vec<_> = found.map(|(games, opening)| (games, opening.names(), 0)).collect();
    let mut games = 0;
    let subject = question.subject(snapshot.keys())?;
    subject.visit(snapshot, &filter, |occurrences| {
        games += 1;
        for (with_opening, _, count) in &mut found {
            *count += u64::from(with_opening.has(occurrences[0].game));
        }
        Ok(())
    })?;
    let counted = found.into_iter().filter(|(.., games)| *games > 0);
    let mut openings: Vec<OpeningCount> = counted
        .map(|(_, names, games)| OpeningCount { names: *names, games })
        .collect();
    openings.sort_by_key(|opening| Reverse(opening.games));
    let count = openings.len();
    openings.truncate(limit);
    Ok(NamedOpenings { games, count, openings })
}
