use super::bytes::{Bytes, Malformed, push_leb};
use crate::record::{GameDate, GameResult, Outcome};
use serde::Serialize;
use std::iter::repeat_n;

/// The facts of a game that totals depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// The year of the first date.
    pub year: Option<u16>,
    /// The outcome.
    pub outcome: Outcome,
}

impl GameFacts {
    /// Creates the facts of a game with a date and a result, as far as known.
    pub fn new(date: Option<GameDate>, result: Option<GameResult>) -> Self {
        Self {
            year: date.map(GameDate::year),
            outcome: Outcome::of(result),
        }
    }

    /// Returns the facts with the colours exchanged if `swapped`.
    #[must_use]
    pub fn exchanged_if(self, swapped: bool) -> Self {
        let outcome = if swapped {
            self.outcome.exchanged()
        } else {
            self.outcome
        };
        Self { outcome, ..self }
    }
}

/// The numbers of distinct games and wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Totals {
    /// The number of games.
    pub games: u64,
    /// The number of games that Black won.
    pub black_wins: u64,
    /// The number of games that White won.
    pub white_wins: u64,
    /// The number of games that ended in a draw. Void games and unknown results are neither draws
    /// nor wins.
    pub draws: u64,
    /// The earliest year of a dated game.
    pub first_year: Option<u16>,
    /// The latest year of a dated game.
    pub last_year: Option<u16>,
}

/// The games of one year, or of the period that begins with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YearCount {
    /// The year; `None` for games without a date.
    pub year: Option<u16>,
    /// The number of games.
    pub games: u64,
    /// The number of games that Black won.
    pub black_wins: u64,
    /// The number of games that White won.
    pub white_wins: u64,
    /// The number of games that ended in a draw.
    pub draws: u64,
}

impl YearCount {
    const fn add(&mut self, other: Self) {
        self.games += other.games;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
    }
}

/// Counts games by year, each in constant time.
#[derive(Clone, Debug, Default)]
pub struct YearCounter {
    /// The number of undated games with each code of an outcome.
    undated: [u32; 4],
    /// The same for each year from the first.
    years: Vec<[u32; 4]>,
    first: u16,
}

impl YearCounter {
    /// Counts one game.
    #[inline]
    pub fn count(&mut self, facts: GameFacts) {
        let counts = match facts.year {
            Some(year) => self.of_year(year),
            None => &mut self.undated,
        };
        counts[usize::from(facts.outcome.code())] += 1;
    }

    fn of_year(&mut self, year: u16) -> &mut [u32; 4] {
        if self.years.is_empty() {
            self.first = year;
        }
        let earlier = self.first.saturating_sub(year);
        if earlier > 0 {
            self.years.splice(0..0, repeat_n([0; 4], earlier.into()));
            self.first = year;
        }
        let at = usize::from(year - self.first);
        if self.years.len() <= at {
            self.years.resize(at + 1, [0; 4]);
        }
        &mut self.years[at]
    }

    /// Returns the counts.
    #[must_use]
    pub fn totals(&self) -> YearTotals {
        let dated = (self.first..).map(Some).zip(&self.years);
        let counts = std::iter::once((None, &self.undated))
            .chain(dated)
            .map(|(year, counts)| {
                let [unknown, black_wins, white_wins, draws] = counts.map(u64::from);
                YearCount {
                    year,
                    games: unknown + black_wins + white_wins + draws,
                    black_wins,
                    white_wins,
                    draws,
                }
            });
        YearTotals(counts.filter(|count| count.games > 0).collect())
    }
}

/// Distinct games by year; undated ones come first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YearTotals(Vec<YearCount>);

impl YearTotals {
    /// Counts one game.
    pub fn count(&mut self, facts: GameFacts) {
        let count = self.of_year(facts.year);
        count.games += 1;
        match facts.outcome {
            Outcome::Unknown => {}
            Outcome::Black => count.black_wins += 1,
            Outcome::White => count.white_wins += 1,
            Outcome::Draw => count.draws += 1,
        }
    }

    /// Adds games, none of which may be counted here already.
    pub fn add(&mut self, count: YearCount) {
        self.of_year(count.year).add(count);
    }

    fn of_year(&mut self, year: Option<u16>) -> &mut YearCount {
        let place = self.0.binary_search_by_key(&year, |count| count.year);
        let place = place.unwrap_or_else(|place| {
            let none = YearCount {
                year,
                ..YearCount::default()
            };
            self.0.insert(place, none);
            place
        });
        &mut self.0[place]
    }

    /// Adds the games of `other`, none of which may be counted here already.
    pub fn merge(&mut self, other: Self) {
        if self.0.is_empty() {
            *self = other;
            return;
        }
        for count in other.0 {
            self.add(count);
        }
    }

    /// Returns the count of each year that has games, undated ones first.
    pub fn iter(&self) -> std::slice::Iter<'_, YearCount> {
        self.0.iter()
    }

    /// Removes the years that `wanted` rejects.
    pub fn retain(&mut self, wanted: impl Fn(Option<u16>) -> bool) {
        self.0.retain(|count| wanted(count.year));
    }

    /// Groups the games by the periods that `period` assigns to their years, such
    /// as decades. A period begins with its first year.
    #[must_use]
    pub fn grouped(&self, period: impl Fn(u16) -> u16) -> Self {
        let mut grouped = Self::default();
        for &count in &self.0 {
            grouped.of_year(count.year.map(&period)).add(count);
        }
        grouped
    }

    /// Returns the sum over all years.
    #[must_use]
    pub fn total(&self) -> Totals {
        let mut years = self.0.iter().filter_map(|count| count.year);
        let first_year = years.next();
        let mut totals = Totals {
            first_year,
            last_year: years.next_back().or(first_year),
            ..Totals::default()
        };
        for count in &self.0 {
            totals.games += count.games;
            totals.black_wins += count.black_wins;
            totals.white_wins += count.white_wins;
            totals.draws += count.draws;
        }
        totals
    }

    /// Appends the number of years, then for each year its difference from the
    /// previous one (undated is year 0) and the numbers of games, black wins, white
    /// wins and draws.
    pub fn write(&self, out: &mut Vec<u8>) {
        push_leb(out, self.0.len() as u64);
        let mut last = 0;
        for count in &self.0 {
            let year = u64::from(count.year.unwrap_or(0));
            push_leb(out, year - last);
            last = year;
            push_leb(out, count.games);
            push_leb(out, count.black_wins);
            push_leb(out, count.white_wins);
            push_leb(out, count.draws);
        }
    }

    /// Reads the format of [`YearTotals::write`].
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let mut years: Vec<YearCount> = Vec::new();
        let mut year = 0_u16;
        for _ in 0..bytes.leb()? {
            let step = u16::try_from(bytes.leb()?).map_err(|_| Malformed)?;
            year = year.checked_add(step).ok_or(Malformed)?;
            // No segment has more games, so sums of these counts cannot overflow.
            let count = YearCount {
                year: (year > 0).then_some(year),
                games: bytes.leb_u32()?.into(),
                black_wins: bytes.leb_u32()?.into(),
                white_wins: bytes.leb_u32()?.into(),
                draws: bytes.leb_u32()?.into(),
            };
            if years.last().is_some_and(|last| last.year == count.year) {
                return Err(Malformed);
            }
            years.push(count);
        }
        Ok(Self(years))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn facts() -> impl Strategy<Value = GameFacts> {
        let facts = |(year, code)| GameFacts {
            year,
            outcome: Outcome::of_code(code),
        };
        (prop::option::of(1000_u16..2200), 0..4_u8).prop_map(facts)
    }

    proptest! {
        #[test]
        fn written_totals_come_back_and_add_up(a in prop::collection::vec(facts(), 0..50), b in prop::collection::vec(facts(), 0..50)) {
            let mut both = YearTotals::default();
            let mut parts = [YearTotals::default(), YearTotals::default()];
            for (part, games) in parts.iter_mut().zip([&a, &b]) {
                for &game in games { part.count(game); both.count(game); }
            }
            let [mut sum, other] = parts;
            sum.merge(other);
            prop_assert_eq!(&sum, &both);
            let mut out = Vec::new();
            both.write(&mut out);
            prop_assert_eq!(&YearTotals::read(&mut Bytes::new(&out)), &Ok(both.clone()));

            let all: Vec<GameFacts> = a.into_iter().chain(b).collect();
            prop_assert_eq!(both.total().draws, all.iter().filter(|game| game.outcome == Outcome::Draw).count() as u64);
            let mut counter = YearCounter::default();
            all.iter().for_each(|game| counter.count(*game));
            prop_assert_eq!(&counter.totals(), &both);
            let late = |year: Option<u16>| year.is_some_and(|y| y >= 1900);
            both.retain(late);
            let totals = both.total();
            prop_assert_eq!(totals.games, all.iter().filter(|g| late(g.year)).count() as u64);
            prop_assert_eq!(totals.first_year, all.iter().filter_map(|g| g.year).filter(|&y| y >= 1900).min());
        }
    }
}
