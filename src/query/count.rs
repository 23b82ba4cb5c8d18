use super::as_seen::as_seen;
use super::question::Subject;
use super::{CompiledFilter, QueryError, Question, SearchBoard};
use crate::go::Move;
use crate::store::{GameFacts, NextCode, Occurrence, PositionTotals, Snapshot, YearTotals};

impl Question<'_> {
    /// Counts games by year and next move, in the orientation and colours of the
    /// search board.
    pub fn count(&self, snapshot: &Snapshot) -> Result<PositionTotals<Move>, QueryError> {
        self.count_with(snapshot, &self.filter.compile(snapshot)?)
    }

    /// Counts as [`Question::count`] does, with a compiled filter.
    pub(super) fn count_with(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
    ) -> Result<PositionTotals<Move>, QueryError> {
        if let Subject::Position { board, swap: false } = self.subject
            && self.filter.has_only_years()
        {
            return self.stored_totals(snapshot, board);
        }
        if let Subject::Pattern(pattern) = self.subject {
            return Ok(pattern.count(snapshot, filter)?.games);
        }
        let mut counter = Counter::new();
        let mut columns = snapshot.columns();
        self.visit_with(snapshot, filter, |occurrences| {
            let facts = columns.facts(occurrences[0].game)?;
            counter.add(snapshot, self, occurrences, facts)
        })?;
        Ok(counter.totals)
    }

    /// Returns the totals by year that the index holds.
    fn stored_totals(&self, snapshot: &Snapshot, board: &SearchBoard) -> Result<PositionTotals<Move>, QueryError> {
        let position = board.position().canonical();
        let stored = snapshot.position_totals(position.key)?;
        let in_years = |mut totals: YearTotals| {
            totals.retain(|year| self.filter.years.contains(year));
            totals
        };
        let mut totals = PositionTotals {
            all: in_years(stored.all),
            next: Vec::with_capacity(stored.next.len()),
        };
        for (code, of_move) in stored.next {
            let of_move = in_years(of_move);
            if let Some(mv) = snapshot.decode_next(code, &position)?
                && of_move.iter().next().is_some()
            {
                totals.next.push((mv, of_move));
            }
        }
        Ok(totals)
    }
}

/// Counts games and their next moves.
struct Counter {
    totals: PositionTotals<Move>,
    /// For each code, once as it is and once with the colours exchanged: 1 plus the
    /// place of its move in `totals.next`, or 0 if the place is not known yet. Two
    /// codes may stand for the same move.
    places: Vec<u16>,
    /// The next moves of a game that reaches the position more than once.
    several: Vec<(usize, bool)>,
}

impl Counter {
    fn new() -> Self {
        Self {
            totals: PositionTotals::default(),
            places: vec![0; 2 * NextCode::COUNT],
            several: Vec::new(),
        }
    }

    fn add(
        &mut self,
        snapshot: &Snapshot,
        question: &Question<'_>,
        occurrences: &[Occurrence],
        facts: GameFacts,
    ) -> Result<(), QueryError> {
        self.totals.all.count(as_seen(occurrences).facts(facts));
        if let [only] = occurrences {
            if let Some(next) = self.place(snapshot, question, only)? {
                self.totals.next[next].1.count(only.facts(facts));
            }
            return Ok(());
        }
        self.several.clear();
        for occurrence in occurrences {
            if let Some(next) = self.place(snapshot, question, occurrence)? {
                self.several.push((next, occurrence.swapped));
            }
        }
        // A move counts once, without exchanged colours if it occurs so.
        self.several.sort_unstable();
        self.several.dedup_by_key(|(next, _)| *next);
        for &(next, swapped) in &self.several {
            let seen = Occurrence {
                swapped,
                ..occurrences[0]
            };
            self.totals.next[next].1.count(seen.facts(facts));
        }
        Ok(())
    }

    /// Returns the place of the move that followed an occurrence.
    fn place(
        &mut self,
        snapshot: &Snapshot,
        question: &Question<'_>,
        occurrence: &Occurrence,
    ) -> Result<Option<usize>, QueryError> {
        let Some(number) = occurrence.next.number() else {
            return question.next_move(snapshot, occurrence).map(|_| None);
        };
        let place = &mut self.places[number + usize::from(occurrence.swapped) * NextCode::COUNT];
        if *place == 0
            && let Some(mv) = question.next_move(snapshot, occurrence)?
        {
            let next = &mut self.totals.next;
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
