use crate::go::Move;
use crate::query::QueryError;
use crate::query::ask::{Question, SoughtPosition, Subject, as_seen};
use crate::query::filter::{CompiledFilter, Filter};
use crate::store::{Halt, NextCode, Occurrence, PositionTotals, Snapshot, YearTotals};
use serde::Serialize;

impl Question {
    /// Counts games by year and next move, in the orientation and colours of the
    /// search board.
    pub fn count(&self, snapshot: &Snapshot) -> Result<PositionTotals<Move>, QueryError> {
        let subject = self.subject(snapshot.keys())?;
        subject.count(snapshot, &self.filter().compile(snapshot)?)
    }
}

impl Subject<'_> {
    /// Counts the games that pass a filter, as [`Question::count`] does.
    pub fn count(&self, snapshot: &Snapshot, filter: &CompiledFilter<'_>) -> Result<PositionTotals<Move>, QueryError> {
        let position = match self {
            Self::Position(position) => position,
            Self::Pattern(pattern) => return Ok(pattern.count(snapshot, filter)?.games),
        };
        if !position.swap && filter.filter().has_only_years() && totals_have_the_years(snapshot, filter.filter())? {
            return stored_totals(snapshot, position, filter.filter());
        }
        let mut counted = PositionTotals::default();
        // For each code, once as it is and once with the colours exchanged: 1 plus the place of its move
        // in `counted.next`, or 0 if the place is not known yet. Two codes may stand for the same move.
        let mut places = vec![0; 2 * NextCode::COUNT];
        // The next moves of a game that reaches the position more than once.
        let mut several = Vec::new();
        let mut columns = snapshot.columns();
        self.visit(snapshot, filter, |occurrences| {
            let facts = columns.facts(occurrences[0].game)?;
            counted.all.count(as_seen(occurrences).facts(facts));
            if let [only] = occurrences {
                if let Some(next) = self.place_of_next(snapshot, only, &mut places, &mut counted.next)? {
                    counted.next[next].1.count(only.facts(facts));
                }
                return Ok(());
            }
            several.clear();
            for occurrence in occurrences {
                if let Some(next) = self.place_of_next(snapshot, occurrence, &mut places, &mut counted.next)? {
                    several.push((next, occurrence.swapped));
                }
            }
            // A move counts once, without exchanged colours if it occurs so.
            several.sort_unstable();
            several.dedup_by_key(|(next, _)| *next);
            for &(next, swapped) in &several {
                let seen = Occurrence {
                    swapped,
                    ..occurrences[0]
                };
                counted.next[next].1.count(seen.facts(facts));
            }
            Ok(())
        })?;
        Ok(counted)
    }

    /// Returns the place in `next` of the move that followed an occurrence.
    fn place_of_next(
        &self,
        snapshot: &Snapshot,
        occurrence: &Occurrence,
        places: &mut [u16],
        next: &mut Vec<(Move, YearTotals)>,
    ) -> Result<Option<usize>, QueryError> {
        let Some(number) = occurrence.next.number() else {
            return self.next_move(snapshot, occurrence).map(|_| None);
        };
        let place = &mut places[number + usize::from(occurrence.swapped) * NextCode::COUNT];
        if *place == 0
            && let Some(mv) = self.next_move(snapshot, occurrence)?
        {
            let found = next.iter().position(|(other, _)| *other == mv);
            let found = found.unwrap_or_else(|| {
                next.push((mv, YearTotals::default()));
                next.len() - 1
            });
            *place = found as u16 + 1;
        }
        Ok(usize::from(*place).checked_sub(1))
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
) -> Result<PositionTotals<Move>, QueryError> {
    let mut totals = snapshot.position_totals(position.here.key)?;
    totals.all.retain(|year| filter.years.contains(year));
    let mut counted = PositionTotals {
        all: totals.all,
        next: Vec::with_capacity(totals.next.len()),
    };
    for (code, mut of_move) in totals.next {
        of_move.retain(|year| filter.years.contains(year));
        if let Some(mv) = snapshot.decode_next(code, &position.here)?
            && of_move.iter().next().is_some()
        {
            counted.next.push((mv, of_move));
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
    pub(super) fn count(
        snapshot: &Snapshot,
        position: &SoughtPosition,
        filter: &CompiledFilter<'_>,
    ) -> Result<Self, QueryError> {
        let here = snapshot.halts(position.here.key)?;
        if !position.swap {
            return Self::passing(snapshot, &here, filter);
        }
        let there = snapshot.halts(position.exchanged.key)?;
        let mut halts = [here, there].concat();
        halts.sort_by_key(|halt| halt.game);
        halts.dedup_by(|other, halt| {
            let is_same_game = other.game == halt.game;
            if is_same_game {
                halt.setup |= other.setup;
                halt.end |= other.end;
            }
            is_same_game
        });
        Self::passing(snapshot, &halts, filter)
    }

    fn passing(snapshot: &Snapshot, halts: &[Halt], filter: &CompiledFilter<'_>) -> Result<Self, QueryError> {
        let mut counted = Self::default();
        let mut columns = snapshot.columns();
        for halt in halts {
            if filter.accepts_game(&mut columns, halt.game)? {
                counted.set_up += u64::from(halt.setup);
                counted.ended += u64::from(halt.end);
            }
        }
        Ok(counted)
    }
}
