use super::table::{CONDITIONS, Condition, Test};
use super::{Alternatives, Filter, NameColumns, NamePattern};
use crate::query::QueryError;
use crate::query::parts::in_parts;
use crate::query::pattern::{PatternOccurrence, PatternSearch, WantedGames};
use crate::store::{Columns, FoundWords, GameView, Remembered, RowSet, Snapshot, StoreError, Texts};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A filter that is ready to test games.
#[derive(Clone, Debug)]
pub struct CompiledFilter<'a> {
    filter: &'a Filter,
    /// A test for each condition.
    tests: Vec<CompiledTest>,
    /// The games that pass; set once they are computed.
    known: OnceLock<Arc<PassingGames>>,
}

#[derive(Clone, Debug)]
enum CompiledTest {
    Columns(fn(&Filter, &GameView<'_>) -> bool),
    /// The rows whose texts have one of some names.
    Names(NameTest),
    /// The games with the numbers of the filter.
    Numbers,
    /// The games that pass.
    Games(RowSet),
    /// Where the words occur.
    Words(Arc<FoundWords>),
}

/// The rows with one of some names, and the columns of a game in which one of them must be.
#[derive(Clone, Debug)]
struct NameTest {
    texts: Arc<Texts>,
    rows: RowSet,
    columns: NameColumns,
    /// True if each column must have another row.
    is_negated: bool,
}

impl NameTest {
    fn accepts(&self, game: &GameView<'_>) -> bool {
        let columns = self.columns.of_game(game);
        match self.is_negated {
            true => game.has_other_texts(&self.rows, columns),
            false => game.has_text(&self.rows, columns),
        }
    }
}

impl Filter {
    /// Looks up the parts of names in the filter, to be ready to test games.
    pub fn compile(&self, snapshot: &Snapshot) -> Result<CompiledFilter<'_>, QueryError> {
        if let Some(known) = snapshot.shared::<LastFilter>().known(&self.to_string()) {
            return Ok(CompiledFilter {
                filter: self,
                tests: Vec::new(),
                known: known.into(),
            });
        }
        self.require_order()?;
        let mut tests = Vec::new();
        for condition in &CONDITIONS {
            let values = condition.values(self);
            match condition.test {
                // The test reads all values of the filter.
                Test::Columns(test, _) => tests.extend(values.first().map(|_| CompiledTest::Columns(test))),
                Test::Players(columns) => {
                    for names in condition.names(self) {
                        let texts = snapshot.players()?;
                        tests.push(test_of(snapshot, condition, "player", names, columns, texts)?);
                    }
                }
                Test::Labels(columns) => {
                    for names in condition.names(self) {
                        let texts = snapshot.labels()?;
                        tests.push(test_of(snapshot, condition, condition.name, names, columns, texts)?);
                    }
                }
                Test::Openings => {
                    for opening in &self.openings {
                        tests.push(CompiledTest::Games(opening.games_with_openings(snapshot)?));
                    }
                }
                Test::Numbers if values.is_empty() => {}
                Test::Numbers => tests.push(CompiledTest::Numbers),
                Test::Archives if values.is_empty() => {}
                Test::Archives => tests.push(CompiledTest::Games(games_of(snapshot, &values)?)),
                Test::Words => {
                    for text in values {
                        tests.push(CompiledTest::Words(words_of(snapshot, text)?.into()));
                    }
                }
            }
        }
        Ok(CompiledFilter {
            filter: self,
            tests,
            known: OnceLock::new(),
        })
    }

    /// Fails if the dates are in the wrong order.
    pub(crate) fn require_order(&self) -> Result<(), QueryError> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from.first_day() > to.last_day() => Err(QueryError::Backwards { from, to }),
            _ => Ok(()),
        }
    }

    /// Fails if the filter has a name, or a part of one, that is neither among the players nor
    /// among the labels, which are events, places and rules.
    pub fn require_names(&self, players: &Texts, labels: &Texts) -> Result<(), QueryError> {
        for condition in &CONDITIONS {
            for pattern in condition.names(self).iter().flat_map(|names| &names.any_of) {
                match condition.test {
                    Test::Players(_) => rows_with(condition, "player", pattern, players)?,
                    _ => rows_with(condition, condition.name, pattern, labels)?,
                };
            }
        }
        Ok(())
    }
}

fn test_of(
    snapshot: &Snapshot,
    condition: &'static Condition,
    kind: &'static str,
    names: &Alternatives<NamePattern>,
    columns: NameColumns,
    texts: Arc<Texts>,
) -> Result<CompiledTest, QueryError> {
    let mut rows = RowSet::default();
    for pattern in &names.any_of {
        snapshot.check_stop()?;
        rows.insert_all(rows_with(condition, kind, pattern, &texts)?);
    }
    Ok(CompiledTest::Names(NameTest {
        rows,
        texts,
        columns,
        is_negated: names.is_negated,
    }))
}

/// Returns the rows whose texts match a name, at least one.
fn rows_with(
    condition: &'static Condition,
    kind: &'static str,
    pattern: &NamePattern,
    texts: &Texts,
) -> Result<RowSet, QueryError> {
    let rows = pattern.rows(texts);
    match rows.is_empty() {
        false => Ok(rows),
        true => Err(QueryError::Unknown {
            condition: condition.name,
            kind,
            similar: texts.similar(pattern.text()),
            name: pattern.clone(),
        }),
    }
}

fn games_of(snapshot: &Snapshot, archives: &[String]) -> Result<RowSet, QueryError> {
    let rows = archives
        .iter()
        .map(|archive| snapshot.find_stored_archive(Path::new(archive)))
        .collect::<Result<BTreeSet<i64>, StoreError>>()?;
    Ok(snapshot.games_of_archives(&rows)?)
}

fn words_of(snapshot: &Snapshot, text: String) -> Result<FoundWords, QueryError> {
    snapshot.find_words(&text)?.ok_or(QueryError::NoWord(text))
}

impl CompiledFilter<'_> {
    /// Returns, in order, the only games that may pass, if the index tells them faster than the columns of all
    /// games do.
    fn candidates(&self, snapshot: &Snapshot) -> Result<Option<Vec<i64>>, StoreError> {
        for test in &self.tests {
            let games = match test {
                CompiledTest::Names(names) if !names.is_negated => {
                    snapshot.games_with_texts(&names.texts, &names.rows, names.columns.in_any_game())?
                }
                CompiledTest::Words(found) => snapshot.games_with_words(found)?,
                _ => None,
            };
            if games.is_some() {
                return Ok(games);
            }
        }
        Ok(None)
    }

    /// Visits the games that pass in the order of their numbers.
    pub(in crate::query) fn visit_passing(
        &self,
        snapshot: &Snapshot,
        mut visit: impl FnMut(i64, &GameView<'_>),
    ) -> Result<(), StoreError> {
        let test = |game, columns: &GameView<'_>| {
            if self.accepts(game, columns) {
                visit(game, columns);
            }
        };
        match self.candidates(snapshot)? {
            Some(games) => snapshot.visit_columns_of(&games, test),
            None => snapshot.visit_columns(test),
        }
    }

    /// Tests games at once, for questions that test many games or the same games repeatedly.
    pub(in crate::query) fn look_ahead(&self, snapshot: &Snapshot) -> Result<(), QueryError> {
        self.look_ahead_for(snapshot, u64::MAX)
    }

    /// Tests games at once if that is worth it for a question that tests so many.
    pub(in crate::query) fn look_ahead_for(&self, snapshot: &Snapshot, tested: u64) -> Result<(), QueryError> {
        if self.known.get().is_some() || self.tests.is_empty() || tested <= MANY_GAMES {
            return Ok(());
        }
        let candidates = self.candidates(snapshot)?;
        let state = snapshot.state()?;
        // If a quarter of the games is to be tested, testing all costs little more, and the result is remembered.
        if candidates.is_none() && tested <= state.games / 4 {
            return Ok(());
        }
        let mut games = PassingGames {
            passes: vec![false; state.last_game as usize + 1],
            count: 0,
        };
        match candidates {
            Some(candidates) => snapshot.visit_columns_of(&candidates, |game, columns| {
                if self.accepts(game, columns) {
                    games.add(game);
                }
            })?,
            None => {
                let parts = in_parts(snapshot, |snapshot, range| {
                    let (first, last) = (*range.start(), state.last_game.min(*range.end()));
                    let mut passes = vec![false; (last + 1 - first).max(0) as usize];
                    let visited = snapshot.visit_columns_between(&range, |game, columns| {
                        // Damaged columns may have more games, which are counted below.
                        if let Some(passes) = usize::try_from(game - first).ok().and_then(|at| passes.get_mut(at)) {
                            *passes = self.accepts(game, columns);
                        }
                    })?;
                    Ok(TestedGames {
                        first: first as usize,
                        passes,
                        visited,
                    })
                })?;
                snapshot.require_all_visited(parts.iter().map(|part| part.visited).sum())?;
                parts.iter().for_each(|part| games.add_range(part));
            }
        }
        let games = self.known.get_or_init(|| games.into());
        snapshot
            .shared::<LastFilter>()
            .keep(self.filter.to_string(), Arc::clone(games));
        Ok(())
    }

    /// Returns the numbers of the games that pass if it is known that these are at most `most`.
    pub(in crate::query) fn passing(&self, most: u64) -> Option<impl Iterator<Item = i64>> {
        let known = self.known.get().filter(|known| known.count <= most)?;
        let games = (0..).zip(&known.passes);
        Some(games.filter(|(_, passes)| **passes).map(|(game, _)| game))
    }

    pub(in crate::query) const fn filter(&self) -> &Filter {
        self.filter
    }

    pub(in crate::query) fn accepts_game(&self, columns: &mut Columns<'_>, game: i64) -> Result<bool, StoreError> {
        match self.known.get() {
            Some(known) => Ok(known.has(game)),
            None => Ok(self.tests.is_empty() || columns.read(game, |columns| self.accepts(game, columns))?),
        }
    }

    /// Returns whether a game with these columns meets all conditions.
    #[must_use]
    pub(in crate::query) fn accepts(&self, game: i64, columns: &GameView<'_>) -> bool {
        match self.known.get() {
            Some(known) => known.has(game),
            None => self.tests.iter().all(|test| match test {
                CompiledTest::Columns(test) => test(self.filter, columns),
                CompiledTest::Names(names) => names.accepts(columns),
                CompiledTest::Numbers => self.filter.games.as_ref().is_none_or(|games| games.contains(game)),
                CompiledTest::Games(games) => games.has(game),
                CompiledTest::Words(found) => found.are_in(game, columns),
            }),
        }
    }
}

impl WantedGames for CompiledFilter<'_> {
    fn look_ahead(&self, snapshot: &Snapshot) -> Result<(), QueryError> {
        self.look_ahead(snapshot)
    }

    fn known(&self) -> Option<&[bool]> {
        self.known.get().map(|known| &*known.passes)
    }

    fn text(&self) -> String {
        self.filter.to_string()
    }
}

impl PatternSearch {
    /// Visits the games with the pattern that meet a filter, in the order of their numbers,
    /// each with all its occurrences in the order of their plies.
    pub fn visit(
        &self,
        snapshot: &Snapshot,
        filter: &Filter,
        mut visit: impl FnMut(&[PatternOccurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut occurrences = Vec::new();
        self.visit_hits(snapshot, &filter.compile(snapshot)?, |game, hits| {
            occurrences.clear();
            occurrences.extend(hits.iter().map(|hit| self.occurrence(game, hit)));
            visit(&occurrences)
        })
    }
}

/// The number of games from which testing them at once may be worth it.
const MANY_GAMES: u64 = 4096;

/// Which games of a range pass.
struct TestedGames {
    /// The number of the first game.
    first: usize,
    /// For each game by number, counted from the first, true if it passes.
    passes: Vec<bool>,
    /// The number of existing games in the range.
    visited: u64,
}

/// The games that pass a filter.
#[derive(Debug)]
struct PassingGames {
    /// For each game by number, true if it passes.
    passes: Vec<bool>,
    /// How many games pass.
    count: u64,
}

impl PassingGames {
    fn add(&mut self, game: i64) {
        self.passes[game as usize] = true;
        self.count += 1;
    }

    fn add_range(&mut self, part: &TestedGames) {
        self.passes[part.first..][..part.passes.len()].copy_from_slice(&part.passes);
        self.count += part.passes.iter().filter(|passes| **passes).count() as u64;
    }

    fn has(&self, game: i64) -> bool {
        self.passes.get(game as usize).copied().unwrap_or(false)
    }
}

/// The games that the last filter selected. Its key is the text of the filter.
type LastFilter = Remembered<String, PassingGames, 1>;
