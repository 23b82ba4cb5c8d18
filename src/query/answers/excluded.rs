use super::list::{Choice, Find};
use crate::query::QueryError;
use crate::query::filter::{CONDITIONS, Filter, Test};
use crate::range::{Range, YearRange};
use crate::record::Rank;
use crate::store::{GameView, Snapshot};
use std::cmp::Reverse;

/// Why an answer has no games: the conditions that exclude them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// The games without any condition.
    pub games: u64,
    /// The conditions each of which alone excludes games that meet all others, those that exclude
    /// the most first.
    pub by: Vec<Excluding>,
}

/// A condition that excludes games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluding {
    /// The condition as it is typed, such as `year=1990`, or a word that is looked for.
    pub condition: String,
    /// The number of games that meet all other conditions, at least 1.
    pub games: u64,
    /// The first and the last year of these games, if the condition is about years.
    years: Option<(u16, u16)>,
    /// The lowest and the highest rank in these games, if the condition is about ranks.
    ranks: Option<(Rank, Rank)>,
}

impl Choice<'_> {
    /// Returns which conditions of an answer without games exclude them.
    pub fn excluded(&self, snapshot: &Snapshot) -> Result<Excluded, QueryError> {
        let single = self.single_conditions();
        if single.is_empty() {
            return Ok(Excluded::default());
        }
        let mut tested = Vec::new();
        for (condition, name, filter) in &single {
            let excluding = Excluding {
                condition: condition.clone(),
                games: 0,
                years: None,
                ranks: None,
            };
            tested.push((filter.compile(snapshot)?, *name, excluding));
        }
        let mut games = 0;
        self.without_conditions(|all| {
            all.visit_columns(snapshot, |game, _, columns| {
                games += 1;
                let mut failed = tested.iter_mut().filter(|(test, ..)| !test.accepts(game, columns));
                if let (Some((_, name, only)), None) = (failed.next(), failed.next()) {
                    only.add(name, columns);
                }
            })
        })?;
        let mut by: Vec<Excluding> = tested.into_iter().map(|(.., excluding)| excluding).collect();
        by.retain(|excluding| excluding.games > 0);
        by.sort_by_key(|excluding| Reverse(excluding.games));
        Ok(Excluded { games, by })
    }

    /// Returns each condition that games must meet, as it is typed, with its name, and as a filter of its own.
    fn single_conditions(&self) -> Vec<(String, &'static str, Filter)> {
        let mut single = Vec::new();
        for condition in &CONDITIONS {
            let values = condition.values(self.filter());
            match condition.test {
                _ if values.is_empty() => {}
                // One of the archives is enough.
                Test::Archives => {
                    let mut whole = Filter::default();
                    condition.copy(self.filter(), &mut whole);
                    single.push((whole.to_string(), condition.name, whole));
                }
                _ => {
                    for value in values {
                        let mut one = Filter::default();
                        // The value was read before.
                        if condition.read(&value, &mut one).is_ok() {
                            single.push((one.to_string(), condition.name, one));
                        }
                    }
                }
            }
        }
        if let Self::Find(find) = self {
            single.extend(find.words.iter().map(|word| {
                let words = vec![word.clone()];
                let filter = Filter {
                    words,
                    ..Filter::default()
                };
                (word.clone(), "", filter)
            }));
        }
        single
    }

    /// Calls `ask` with the choice without its conditions.
    fn without_conditions<T>(&self, ask: impl FnOnce(Choice<'_>) -> T) -> T {
        let filter = &Filter::default();
        match *self {
            Self::Position(question) => ask(Choice::Position(&question.clone().under(Filter::default()))),
            Self::Find(_) => ask(Choice::Find(Find { filter, words: &[] })),
        }
    }
}

impl Excluding {
    /// Adds a game that only this condition excludes. Words have no name.
    fn add(&mut self, name: &str, game: &GameView<'_>) {
        self.games += 1;
        match name {
            "year" | "from" | "to" => {
                let years = game.date().map(|date| (date.year(), date.last_year()));
                self.years = wider(self.years, years);
            }
            "rank" => {
                for rank in game.ranks() {
                    self.ranks = wider(self.ranks, rank.map(|rank| (rank, rank)));
                }
            }
            _ => {}
        }
    }

    /// Returns the years or ranks of the games in words, if the condition is about such.
    #[must_use]
    pub fn there_are(&self) -> Option<String> {
        let years = self.years.map(|(first, last)| {
            let years = YearRange::new(Some(first), Some(last)).map(|years| years.in_words());
            years.unwrap_or_default()
        });
        let ranks = self.ranks.map(|(least, most)| {
            let ranks = Range::new(Some(least), Some(most)).map(|ranks| ranks.to_string());
            format!("ranks {}", ranks.unwrap_or_default())
        });
        years.or(ranks)
    }
}

fn wider<T: Ord>(a: Option<(T, T)>, b: Option<(T, T)>) -> Option<(T, T)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}
