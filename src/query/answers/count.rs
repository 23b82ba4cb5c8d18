use crate::query::QueryError;
use crate::query::ask::{Question, SoughtPosition, Subject, as_seen};
use crate::query::filter::{CompiledFilter, Filter};
use crate::query::parts::in_parts;
use crate::record::Next;
use crate::store::{NextCode, Occurrence, PositionTotals, Snapshot, YearCounter, YearTotals};
use serde::Serialize;
use std::ops::RangeInclusive;

impl Question {
    /// Counts games by year and by what follows, in the orientation and colours of the
    /// search board.
    pub fn count(&self, snapshot: &Snapshot) -> Result<PositionTotals<Next>, QueryError> {
        let subject = self.subject(snapshot.keys())?;
        subject.count(snapshot, &self.filter().compile(snapshot)?)
    }
}

impl Subject<'_> {
    /// Counts the games that pass a filter, as [`Question::count`] does.
    pub fn count(&self, snapshot: &Snapshot, filter: &CompiledFilter<'_>) -> Result<PositionTotals<Next>, QueryError> {
        let position = match self {
            Self::Position(position) => position,
            Self::Pattern(pattern) => return Ok(pattern.count(snapshot, filter)?.games),
        };
        if !position.swap && filter.filter().has_only_years() && totals_have_the_years(snapshot, filter.filter())? {
            return stored_totals(snapshot, position, filter.filter());
        }
        let games = position.games(snapshot)?;
        filter.look_ahead_for(snapshot, games)?;
        let is_common = games > snapshot.state()?.games / 4;
        let parts = match is_common {
            true => in_parts(snapshot, |snapshot, range| {
                self.count_between(position, snapshot, filter, &range)
            })?,
            false => vec![self.count_between(position, snapshot, filter, &(1..=i64::MAX))?],
        };
        let mut counted = PositionTotals::default();
        for part in parts {
            counted.all.merge(part.all);
            for (next, years) in part.next {
                match counted.next.iter_mut().find(|(known, _)| *known == next) {
                    Some((_, known)) => known.merge(years),
                    None => counted.next.push((next, years)),
                }
            }
        }
        Ok(counted)
    }

    /// Counts the games with numbers of a range.
    fn count_between(
        &self,
        position: &SoughtPosition,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        range: &RangeInclusive<i64>,
    ) -> Result<PositionTotals<Next>, QueryError> {
        // What follows in games that reach the position once, whose sum is their number.
        let mut next: Vec<(Next, YearCounter)> = Vec::new();
        // The other games, and what follows in them, by its place in `next`.
        let (mut others, mut next_in_others) = (YearCounter::default(), Vec::<YearCounter>::new());
        // For each code, once as it is and once with the colours exchanged: 1 plus the place of what it stands
        // for in `next`, or 0 if the place is not known yet. Two codes may stand for the same move.
        let mut places = vec![0; 2 * NextCode::COUNT];
        let mut several = Vec::new();
        let mut columns = snapshot.columns();
        self.visit_between(snapshot, filter, range, |occurrences| {
            let facts = columns.facts(occurrences[0].game)?;
            if let [only] = occurrences {
                let place = position.place_of_next(snapshot, only, &mut places, &mut next)?;
                next[place].1.count(only.facts(facts));
                return Ok(());
            }
            others.count(as_seen(occurrences).facts(facts));
            several.clear();
            for occurrence in occurrences {
                let place = position.place_of_next(snapshot, occurrence, &mut places, &mut next)?;
                several.push((place, occurrence.swapped));
            }
            // What follows counts once, without exchanged colours if it occurs so.
            several.sort_unstable();
            several.dedup_by_key(|(place, _)| *place);
            next_in_others.resize(next.len(), YearCounter::default());
            for &(place, swapped) in &several {
                let seen = Occurrence {
                    swapped,
                    ..occurrences[0]
                };
                next_in_others[place].count(seen.facts(facts));
            }
            Ok(())
        })?;
        let mut all = others.totals();
        let next = next.into_iter().map(|(next, games)| (next, games.totals()));
        let mut next: Vec<(Next, YearTotals)> = next.collect();
        for (_, years) in &next {
            all.merge(years.clone());
        }
        for ((_, years), more) in next.iter_mut().zip(next_in_others) {
            years.merge(more.totals());
        }
        Ok(PositionTotals { all, next })
    }
}

impl SoughtPosition {
    /// Returns the place in `next` of what followed an occurrence.
    fn place_of_next(
        &self,
        snapshot: &Snapshot,
        occurrence: &Occurrence,
        places: &mut [u16],
        next: &mut Vec<(Next, YearCounter)>,
    ) -> Result<usize, QueryError> {
        let number = occurrence.next.number();
        let number = number.ok_or_else(|| snapshot.impossible_next(occurrence.next, self.seen(occurrence.swapped)))?;
        let place = &mut places[number + usize::from(occurrence.swapped) * NextCode::COUNT];
        if *place == 0 {
            let what = self.next(snapshot, occurrence)?;
            let found = next.iter().position(|(other, _)| *other == what);
            let found = found.unwrap_or_else(|| {
                next.push((what, YearCounter::default()));
                next.len() - 1
            });
            *place = found as u16 + 1;
        }
        Ok(usize::from(*place) - 1)
    }
}

/// Returns whether the totals by year, which count a game in its first year, have all games
/// of the filter's years.
fn totals_have_the_years(snapshot: &Snapshot, filter: &Filter) -> Result<bool, QueryError> {
    match filter.years.ends().0 {
        Some(first) => Ok(!snapshot.any_game_enters(first)?),
        None => Ok(true),
    }
}

fn stored_totals(
    snapshot: &Snapshot,
    position: &SoughtPosition,
    filter: &Filter,
) -> Result<PositionTotals<Next>, QueryError> {
    let mut totals = snapshot.position_totals(position.here.key)?;
    totals.all.retain(|year| filter.years.contains(year));
    let mut counted = PositionTotals {
        all: totals.all,
        next: Vec::with_capacity(totals.next.len()),
    };
    for (code, mut of_next) in totals.next {
        of_next.retain(|year| filter.years.contains(year));
        if of_next.iter().next().is_some() {
            let next = snapshot.decode_next(code, &position.here)?;
            counted.next.push((next, of_next));
        }
    }
    Ok(counted)
}

/// The games that go on from a position without a move. A game that reaches the position
/// several times may count in both, and with next moves too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Halts {
    /// The games in which setup follows.
    pub set_up: u64,
    /// The games that end.
    pub ended: u64,
}

impl Halts {
    pub(super) fn of(counted: &PositionTotals<Next>) -> Self {
        let games = |what: Next| {
            let found = counted.next.iter().find(|(next, _)| *next == what);
            found.map_or(0, |(_, years)| years.total().games)
        };
        Self {
            set_up: games(Next::Setup),
            ended: games(Next::End),
        }
    }
}
