use crate::go::Color;
use crate::store::codec::bytes::{Bytes, Malformed, push_leb};
use serde::Serialize;

/// What counting a game needs to know of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// The year of its first date.
    pub year: Option<u16>,
    /// Who won; `None` for a draw, a void game and an unknown result.
    pub winner: Option<Color>,
}

/// Distinct games, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// How many games.
    pub games: u64,
    /// How many of them Black won.
    pub black_wins: u64,
    /// How many of them White won.
    pub white_wins: u64,
    /// The earliest year of those that have one.
    pub first_year: Option<u16>,
    /// The latest year of those that have one.
    pub last_year: Option<u16>,
}

impl Totals {
    /// Adds the games of one year.
    pub fn add(&mut self, year: Option<u16>, games: YearTotals) {
        self.games += games.games;
        self.black_wins += games.black_wins;
        self.white_wins += games.white_wins;
        if let Some(year) = year {
            self.first_year = Some(self.first_year.map_or(year, |first| first.min(year)));
            self.last_year = Some(self.last_year.map_or(year, |last| last.max(year)));
        }
    }
}

/// The games of one year, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct YearTotals {
    /// How many games.
    pub games: u64,
    /// How many of them Black won.
    pub black_wins: u64,
    /// How many of them White won.
    pub white_wins: u64,
}

impl YearTotals {
    /// Adds games, none of which may be counted here already.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
    }
}

/// Distinct games by year; undated ones come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByYear(Vec<(Option<u16>, YearTotals)>);

impl ByYear {
    /// Counts one game.
    pub fn count(&mut self, facts: GameFacts) {
        let entry = self.entry(facts.year);
        entry.games += 1;
        match facts.winner {
            Some(Color::Black) => entry.black_wins += 1,
            Some(Color::White) => entry.white_wins += 1,
            None => {}
        }
    }

    fn entry(&mut self, year: Option<u16>) -> &mut YearTotals {
        let place = self.0.binary_search_by_key(&year, |(year, _)| *year);
        let place = place.unwrap_or_else(|place| {
            self.0.insert(place, (year, YearTotals::default()));
            place
        });
        &mut self.0[place].1
    }

    /// Adds the games of `other`, none of which may be counted here already.
    pub fn merge(&mut self, other: Self) {
        if self.0.is_empty() {
            *self = other;
            return;
        }
        for (year, games) in other.0 {
            self.entry(year).add(games);
        }
    }

    /// The games of each year that has any, undated ones first.
    pub fn iter(&self) -> impl Iterator<Item = (Option<u16>, YearTotals)> {
        self.0.iter().copied()
    }

    /// Leaves out the years that `wanted` does not let pass.
    pub fn retain(&mut self, wanted: impl Fn(Option<u16>) -> bool) {
        self.0.retain(|&(year, _)| wanted(year));
    }

    /// The sum over all years.
    #[must_use]
    pub fn total(&self) -> Totals {
        let mut totals = Totals::default();
        for &(year, games) in &self.0 {
            totals.add(year, games);
        }
        totals
    }

    /// Appends: how many years, then for each year its distance from the one
    /// before (undated counts as year 0), the games, and who won how many.
    pub fn write(&self, out: &mut Vec<u8>) {
        push_leb(out, self.0.len() as u64);
        let mut last = 0;
        for (year, games) in &self.0 {
            let year = u64::from(year.unwrap_or(0));
            push_leb(out, year - last);
            last = year;
            push_leb(out, games.games);
            push_leb(out, games.black_wins);
            push_leb(out, games.white_wins);
        }
    }

    /// Reads what [`ByYear::write`] wrote.
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let mut years: Vec<(Option<u16>, YearTotals)> = Vec::new();
        let mut year = 0_u16;
        for _ in 0..bytes.leb()? {
            let step = u16::try_from(bytes.leb()?).map_err(|_| Malformed)?;
            year = year.checked_add(step).ok_or(Malformed)?;
            // No segment has more games, and sums of these cannot overflow.
            let games = YearTotals {
                games: bytes.leb_u32()?.into(),
                black_wins: bytes.leb_u32()?.into(),
                white_wins: bytes.leb_u32()?.into(),
            };
            let year = (year > 0).then_some(year);
            if years.last().is_some_and(|(last, _)| *last == year) {
                return Err(Malformed);
            }
            years.push((year, games));
        }
        Ok(Self(years))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn facts() -> impl Strategy<Value = GameFacts> {
        let winner = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
        (prop::option::of(1000_u16..2200), winner).prop_map(|(year, winner)| GameFacts { year, winner })
    }

    proptest! {
        #[test]
        fn written_totals_come_back_and_add_up(a in prop::collection::vec(facts(), 0..50), b in prop::collection::vec(facts(), 0..50)) {
            let mut both = ByYear::default();
            let mut parts = [ByYear::default(), ByYear::default()];
            for (part, games) in parts.iter_mut().zip([&a, &b]) {
                for &game in games { part.count(game); both.count(game); }
            }
            let [mut sum, other] = parts;
            sum.merge(other);
            prop_assert_eq!(&sum, &both);
            let mut out = Vec::new();
            both.write(&mut out);
            prop_assert_eq!(ByYear::read(&mut Bytes::new(&out)), Ok(both.clone()));

            let all: Vec<GameFacts> = a.into_iter().chain(b).collect();
            let late = |year: Option<u16>| year.is_some_and(|y| y >= 1900);
            both.retain(late);
            let totals = both.total();
            prop_assert_eq!(totals.games, all.iter().filter(|g| late(g.year)).count() as u64);
            prop_assert_eq!(totals.first_year, all.iter().filter_map(|g| g.year).filter(|&y| y >= 1900).min());
        }
    }
}
