use super::conditions::{CONDITIONS, Test, first_day, last_day};
use super::{Condition, QueryError, Range, ResultPattern, YearRange};
use crate::go::BoardSize;
use crate::record::{Komi, PartialDate, Rank};
use crate::store::{ColumnsInTurn, Database, RowSet, StoreError, Texts, Traits};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Conditions that a game must meet to be counted. The default lets every
/// game pass. A game that does not say what a condition is about does not meet
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Parts of names; each is in the name of one of the players.
    pub players: Vec<String>,
    /// A part of Black's name.
    pub black: Option<String>,
    /// A part of White's name.
    pub white: Option<String>,
    /// The year of the game's first date.
    pub years: YearRange,
    /// The earliest first date. One without day or month counts as the first
    /// day that it may mean.
    pub from: Option<PartialDate>,
    /// The latest first date; without day or month, its last day.
    pub to: Option<PartialDate>,
    /// A part of the event's name.
    pub event: Option<String>,
    /// How the game ended.
    pub result: Option<ResultPattern>,
    /// The ranks of both players.
    pub rank: Range<Rank>,
    /// Komi.
    pub komi: Range<Komi>,
    /// Handicap stones.
    pub handicap: Range<u8>,
    /// A part of the name of the rules.
    pub rules: Option<String>,
    /// Lines of the board.
    pub size: Range<BoardSize>,
}

impl Filter {
    /// Whether it lets every game pass.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it limits nothing but the years.
    #[must_use]
    pub fn is_of_years(&self) -> bool {
        let years = self.years;
        *self
            == Self {
                years,
                ..Self::default()
            }
    }

    /// Returns the conditions as they are typed, such as `player=cho`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let typed = |condition: &Condition| {
            let typed = |value: String| format!("{}={}", condition.name, shell_words::quote(&value));
            condition.values(self).into_iter().map(typed).collect::<Vec<_>>()
        };
        CONDITIONS.iter().flat_map(typed).collect()
    }

    /// Looks up the names that the filter has parts of, to be ready to test
    /// games of `db`. To be called within [`Database::read`].
    ///
    /// # Errors
    /// A name that no player, event or rules of the database have; dates in the
    /// wrong order.
    pub fn compile(&self, db: &Database) -> Result<CompiledFilter<'_>, QueryError> {
        if let Some(known) = db.selection(&self.to_string()) {
            return Ok(CompiledFilter {
                filter: self,
                tests: Vec::new(),
                known: known.into(),
            });
        }
        if let (Some(from), Some(to)) = (self.from, self.to)
            && first_day(from) > last_day(to)
        {
            return Err(QueryError::Backwards { from, to });
        }
        let mut tests = Vec::new();
        for condition in &CONDITIONS {
            for part in condition.values(self) {
                tests.push(match condition.test {
                    Test::Columns(test) => CompiledTest::Columns(test),
                    Test::Players(test) => {
                        CompiledTest::Rows(rows_with(condition, "player", part, &*db.players()?)?, test)
                    }
                    Test::Labels(test) => {
                        CompiledTest::Rows(rows_with(condition, condition.name, part, &*db.labels()?)?, test)
                    }
                });
            }
        }
        Ok(CompiledFilter {
            filter: self,
            tests,
            known: OnceLock::new(),
        })
    }
}

fn rows_with(
    condition: &'static Condition,
    kind: &'static str,
    part: String,
    texts: &Texts,
) -> Result<RowSet, QueryError> {
    let rows = texts.containing(&part);
    if rows.is_empty() {
        return Err(QueryError::Unknown {
            condition: condition.name,
            kind,
            similar: texts.similar(&part),
            text: part,
        });
    }
    Ok(rows)
}

/// The conditions, between blanks, as they are typed in the shell.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.conditions().join(" "))
    }
}

/// A filter that is ready to test games.
#[derive(Clone, Debug)]
pub struct CompiledFilter<'a> {
    filter: &'a Filter,
    /// A test for each condition.
    tests: Vec<CompiledTest>,
    /// Whether each game passes, by number, once that was worked out.
    known: OnceLock<Arc<[bool]>>,
}

#[derive(Clone, Debug)]
enum CompiledTest {
    Columns(fn(&Filter, &Traits) -> bool),
    /// A test of rows with the rows whose texts have a part.
    Rows(RowSet, fn(&RowSet, &Traits) -> bool),
}

impl CompiledFilter<'_> {
    /// Works out at once which games pass, for questions that test many games
    /// or the same games again and again. To be called within
    /// [`Database::read`].
    pub fn look_ahead(&self, db: &Database) -> Result<(), StoreError> {
        if self.known.get().is_some() || self.tests.is_empty() {
            return Ok(());
        }
        let mut games = vec![false; db.state()?.last_game as usize + 1];
        db.visit_traits(|game, traits| games[game as usize] = self.lets_pass(game, traits))?;
        let games = self.known.get_or_init(|| games.into());
        db.keep_selection(self.filter.to_string(), games);
        Ok(())
    }

    /// Whether a game meets all conditions.
    ///
    /// # Errors
    /// A game that does not exist.
    pub fn lets_pass_game(&self, columns: &mut ColumnsInTurn<'_>, game: i64) -> Result<bool, StoreError> {
        match self.known.get() {
            Some(known) => Ok(is_in(known, game)),
            None => Ok(self.tests.is_empty() || self.lets_pass(game, columns.traits(game)?)),
        }
    }

    /// Whether a game with these traits meets all conditions.
    #[must_use]
    pub fn lets_pass(&self, game: i64, traits: &Traits) -> bool {
        match self.known.get() {
            Some(known) => is_in(known, game),
            None => self.tests.iter().all(|test| match test {
                CompiledTest::Columns(test) => test(self.filter, traits),
                CompiledTest::Rows(rows, test) => test(rows, traits),
            }),
        }
    }
}

fn is_in(games: &[bool], game: i64) -> bool {
    games.get(game as usize).copied().unwrap_or(false)
}
