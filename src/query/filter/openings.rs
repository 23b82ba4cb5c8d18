//! The condition on openings.

use super::NamePattern;
use crate::openings::NamedOpening;
use crate::query::QueryError;
use crate::query::pattern::PatternSearch;
use crate::record::Course;
use crate::store::{Remembered, RowSet, Snapshot, Texts};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// The names of all openings, those of the first one first.
static NAMES: LazyLock<Texts> = LazyLock::new(|| {
    let names = NamedOpening::all().iter().flat_map(|opening| opening.names().all());
    names.map(str::to_owned).collect()
});

impl NamePattern {
    /// Reads a pattern that at least one opening has, in any language.
    pub fn of_opening(text: &str) -> Result<Self, String> {
        let Ok(pattern) = text.parse::<Self>();
        let name = pattern.text();
        if !name.is_empty() && pattern.openings().next().is_some() {
            return Ok(pattern);
        }
        let similar = NAMES.similar(name);
        let hint = match &similar[..] {
            [] => "\"openings\" lists them".to_owned(),
            _ => format!("there is {}", similar.join(", ")),
        };
        Err(format!("no opening is called \"{name}\"; {hint}"))
    }

    /// Returns the openings with such a name.
    pub fn openings(&self) -> impl Iterator<Item = &'static NamedOpening> {
        let rows = self.rows(&NAMES);
        NamedOpening::all()
            .iter()
            .enumerate()
            .filter_map(move |(number, opening)| {
                let languages = opening.names().all().len();
                let mut of_opening = number * languages..(number + 1) * languages;
                of_opening.any(|row| rows.has(row as i64)).then_some(opening)
            })
    }

    /// Returns those of some courses that have one of the openings, by number from 0.
    pub(crate) fn find_in(&self, courses: &[Course]) -> Result<BTreeSet<i64>, QueryError> {
        let mut found = BTreeSet::new();
        for opening in self.openings() {
            let search = PatternSearch::of_opening(opening)?;
            found.extend(search.occurrences_in(courses).iter().map(|occurrence| occurrence.game));
        }
        Ok(found)
    }

    /// Returns the games with one of the openings.
    pub(super) fn games_with_openings(&self, snapshot: &Snapshot) -> Result<RowSet, QueryError> {
        let mut games = RowSet::default();
        for opening in self.openings() {
            games.add(&*games_with(snapshot, opening)?);
        }
        Ok(games)
    }
}

/// Returns the games that have an opening, whatever comes before or after it.
pub(in crate::query) fn games_with(
    snapshot: &Snapshot,
    opening: &'static NamedOpening,
) -> Result<Arc<RowSet>, QueryError> {
    let known = snapshot.shared::<Remembered<&'static str, RowSet>>();
    known.get(opening.names().en, || {
        Ok(Arc::new(PatternSearch::of_opening(opening)?.games(snapshot)?))
    })
}
