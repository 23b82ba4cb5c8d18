//! The condition on openings.

use super::NamePattern;
use crate::openings::NamedOpening;
use crate::query::QueryError;
use crate::query::pattern::{PatternSearch, Watch};
use crate::record::Course;
use crate::store::{RowSet, Snapshot, Texts};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, TryLockError};
use std::thread::sleep;
use std::time::Duration;

/// The names of all openings, those of the first one first.
static NAMES: LazyLock<Texts> = LazyLock::new(|| {
    let names = NamedOpening::all().iter().flat_map(|opening| opening.names().all());
    names.map(str::to_owned).collect()
});

impl NamePattern {
    /// Reads a pattern of names. Fails if no opening has such a name in any language.
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

    /// Returns the indices of the courses that have one of the openings.
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
        let openings: Vec<_> = self.openings().collect();
        let mut games = RowSet::default();
        for of_opening in games_with(snapshot, &openings, None)? {
            games.add(&of_opening);
        }
        Ok(games)
    }
}

/// The time between two looks at the search of another thread, and at a request to stop.
const LOOK: Duration = Duration::from_millis(10);

/// The games with each opening, by its English name. A thread that needs some while another one searches waits for
/// its result.
type FoundGames = Mutex<HashMap<&'static str, Arc<RowSet>>>;

/// Returns, for each of the openings, the games that have it, whatever comes before or after. Searches all that are
/// not known yet in one pass.
pub(in crate::query) fn games_with(
    snapshot: &Snapshot,
    openings: &[&'static NamedOpening],
    watch: Option<&Arc<dyn Watch>>,
) -> Result<Vec<Arc<RowSet>>, QueryError> {
    let found = snapshot.shared::<FoundGames>();
    let mut found = loop {
        match found.try_lock() {
            Ok(found) => break found,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => sleep(LOOK),
        }
        snapshot.check_stop()?;
    };
    let missing = openings
        .iter()
        .filter(|opening| !found.contains_key(opening.names().en));
    let missing: Vec<&NamedOpening> = missing.copied().collect();
    let searches = missing.iter().map(|opening| PatternSearch::of_opening(opening));
    let mut searches = searches.collect::<Result<Vec<_>, _>>()?;
    if let (Some(first), Some(watch)) = (searches.first_mut(), watch) {
        *first = first.clone().watched_by(Arc::clone(watch));
    }
    let games = PatternSearch::games(&searches, snapshot)?.into_iter().map(Arc::new);
    found.extend(missing.iter().map(|opening| opening.names().en).zip(games));
    let games = openings.iter().map(|opening| Arc::clone(&found[opening.names().en]));
    Ok(games.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Interrupt;
    use crate::store::StoreError;
    use crate::testing::{TestDatabase, sgf};
    use std::thread::scope;

    #[test]
    fn threads_that_need_an_opening_wait_for_the_one_that_looks_for_it_until_they_are_stopped() {
        let db = TestDatabase::with(&[sgf("", "pd dp")]);
        let (snapshot, opening) = (db.snapshot(), &NamedOpening::all()[0]);
        let found = snapshot.shared::<FoundGames>();
        let mut search = found.lock().expect("a lock");
        let sibling = snapshot.sibling().expect("a file").expect("a snapshot");
        let stop = Interrupt::default();
        let stopped = db.snapshot_until(&stop).expect("a snapshot");
        stop.set();
        let said = games_with(&stopped, &[opening], None);
        assert!(matches!(said, Err(QueryError::Store(StoreError::Stopped))));
        scope(|scope| {
            let waiting = scope.spawn(move || games_with(&sibling, &[opening], None));
            search.insert(opening.names().en, Arc::new([7].into_iter().collect()));
            drop(search);
            let games = waiting.join().expect("a thread").expect("games");
            assert!(games[0].has(7));
        });
    }
}
