use super::table::{CONDITIONS, Condition, Test};
use super::{Filter, NamePattern};
use crate::query::QueryError;
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
    /// A test, and the rows whose texts contain the part of a name.
    Rows(RowSet, fn(&RowSet, &GameView<'_>) -> bool),
    /// The games with the numbers of the filter.
    Numbers,
    /// The games that pass.
    Games(RowSet),
    /// Where the words occur.
    Words(Arc<FoundWords>),
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
                Test::Players(test) => {
                    for name in values {
                        let rows = rows_with(condition, "player", &name, &*snapshot.players()?)?;
                        tests.push(CompiledTest::Rows(rows, test));
                    }
                }
                Test::Labels(test) => {
                    for name in values {
                        let rows = rows_with(condition, condition.name, &name, &*snapshot.labels()?)?;
                        tests.push(CompiledTest::Rows(rows, test));
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
            for name in condition.values(self) {
                match condition.test {
                    Test::Players(_) => rows_with(condition, "player", &name, players)?,
                    Test::Labels(_) => rows_with(condition, condition.name, &name, labels)?,
                    _ => continue,
                };
            }
        }
        Ok(())
    }
}

fn rows_with(
    condition: &'static Condition,
    kind: &'static str,
    name: &str,
    texts: &Texts,
) -> Result<RowSet, QueryError> {
    let Ok(pattern) = name.parse::<NamePattern>();
    let rows = match &pattern {
        NamePattern::Part(part) => texts.containing(part),
        NamePattern::Whole(name) => texts.equal_to(name),
    };
    if rows.is_empty() {
        return Err(QueryError::Unknown {
            condition: condition.name,
            kind,
            similar: texts.similar(pattern.text()),
            name: pattern,
        });
    }
    Ok(rows)
}

fn games_of(snapshot: &Snapshot, archives: &[String]) -> Result<RowSet, QueryError> {
    let rows = archives
        .iter()
        .map(|archive| snapshot.find_stored_archive(Path::new(archive)))
        .collect::<Result<BTreeSet<i64>, StoreError>>()?;
    Ok(snapshot.games_of_archives(&rows)?)
}

pub(in crate::query) fn words_of(snapshot: &Snapshot, text: String) -> Result<FoundWords, QueryError> {
    snapshot.find_words(&text)?.ok_or(QueryError::NoWord(text))
}

impl CompiledFilter<'_> {
    /// Tests all games at once, for questions that test many games or the same
    /// games repeatedly.
    pub(in crate::query) fn look_ahead(&self, snapshot: &Snapshot) -> Result<(), StoreError> {
        if self.known.get().is_some() || self.tests.is_empty() {
            return Ok(());
        }
        let mut games = PassingGames {
            passes: vec![false; snapshot.state()?.last_game as usize + 1],
            count: 0,
        };
        snapshot.visit_columns(|game, columns| {
            let passes = self.accepts(game, columns);
            games.passes[game as usize] = passes;
            games.count += u64::from(passes);
        })?;
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

    /// Returns, for each game by number, whether it passes; `None` if every game does, or
    /// after no [`CompiledFilter::look_ahead`].
    pub(in crate::query) fn known(&self) -> Option<&[bool]> {
        self.known.get().map(|known| &*known.passes)
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
                CompiledTest::Rows(rows, test) => test(rows, columns),
                CompiledTest::Numbers => self.filter.games.as_ref().is_none_or(|games| games.contains(game)),
                CompiledTest::Games(games) => games.has(game),
                CompiledTest::Words(found) => found.are_in(game, columns),
            }),
        }
    }
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
    fn has(&self, game: i64) -> bool {
        self.passes.get(game as usize).copied().unwrap_or(false)
    }
}

/// The games that the last filter selected. Its key is the text of the filter.
type LastFilter = Remembered<String, PassingGames, 1>;
