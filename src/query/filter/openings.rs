//! The condition on openings.

use super::NamePattern;
use crate::openings::NamedOpening;
use crate::query::QueryError;
use crate::query::pattern::PatternSearch;
use crate::record::Course;
use crate::store::{Remembered, RowSet, Snapshot, Texts};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

/// A pattern for names of openings, in any language, that at least one opening has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningPattern(NamePattern);

/// The names of all openings, those of the first one first.
static NAMES: LazyLock<Texts> = LazyLock::new(|| {
    let names = NamedOpening::all().iter().flat_map(|opening| opening.names().all());
    names.map(str::to_owned).collect()
});

impl OpeningPattern {
    /// Returns the openings with such a name.
    pub fn openings(&self) -> impl Iterator<Item = &'static NamedOpening> {
        let rows = self.0.rows(&NAMES);
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
    pub(super) fn games(&self, snapshot: &Snapshot) -> Result<RowSet, QueryError> {
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

impl FromStr for OpeningPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Ok(name) = text.parse::<NamePattern>();
        let pattern = Self(name);
        if !pattern.0.text().is_empty() && pattern.openings().next().is_some() {
            return Ok(pattern);
        }
        let similar = NAMES.similar(pattern.0.text());
        let hint = match &similar[..] {
            [] => "\"openings\" lists them".to_owned(),
            _ => format!("there is {}", similar.join(", ")),
        };
        Err(format!("no opening is called \"{}\"; {hint}", pattern.0.text()))
    }
}

impl fmt::Display for OpeningPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
