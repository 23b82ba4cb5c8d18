use super::batch::Lanes;
use super::dense::StripCount;
use super::execute::WantedGames;
use super::moments::{STRIP, bits};
use super::scan::Hit;
use super::search::PatternSearch;
use super::sought::NO_ANSWER;
use crate::go::Move;
use crate::query::QueryError;
use crate::record::Next;
use crate::store::{GameFacts, NextCode, PositionTotals, Snapshot, YearCount, YearTotals};
use serde::Serialize;
use std::collections::HashMap;

/// The occurrences of a pattern with an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerCounts {
    /// The number of occurrences with the answer.
    pub occurrences: u64,
    /// The number of those in which no move was played elsewhere before the answer.
    pub direct: u64,
}

impl AnswerCounts {
    const fn add(&mut self, other: Self) {
        self.occurrences += other.occurrences;
        self.direct += other.direct;
    }
}

/// The counts of a pattern.
#[derive(Clone, Debug, Default)]
pub struct PatternTotals {
    /// The games with the pattern, and with each answer.
    pub games: PositionTotals<Next>,
    /// The number of occurrences.
    pub occurrences: u64,
    /// The number of occurrences without an answer that counts.
    pub unanswered: u64,
    /// The number of occurrences after which the next move was elsewhere.
    pub elsewhere: u64,
    /// The occurrences with each answer.
    pub answers: HashMap<Move, AnswerCounts>,
}

/// The games of a year that have a pattern, or an answer to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternYear {
    /// The answer, or `None` for all games with the pattern.
    pub answer: Option<Move>,
    /// The games.
    pub games: YearCount,
    /// The occurrences of all years, in one of the counts of an answer, and 0 in the others.
    pub occurrences: AnswerCounts,
    /// Those without an answer that counts.
    pub unanswered: u64,
    /// Those after which the next move was elsewhere.
    pub elsewhere: u64,
}

/// The counts of a pattern that one thread makes. Threads count for themselves, because lists
/// of millions of occurrences take longer to pass on than to count.
pub struct Tally {
    /// The counts of all occurrences, whatever the answer.
    pub all: TallyOf,
    /// The counts of each answer, by the number of its code.
    pub answers: Vec<TallyOf>,
    /// The number of occurrences without an answer that counts.
    pub unanswered: u64,
    /// The number of occurrences after which the next move was elsewhere.
    pub elsewhere: u64,
    /// The numbers of the answers in the batch.
    in_batch: Vec<usize>,
}

/// The counts of some occurrences.
#[derive(Clone, Default)]
pub struct TallyOf {
    pub counts: AnswerCounts,
    /// The games of the batches before.
    pub games: YearTotals,
    /// The games of this batch with the pattern as it is, and with the colours exchanged.
    in_batch: [Lanes; 2],
    /// True if there is such a game.
    is_in_batch: bool,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            all: TallyOf::default(),
            answers: vec![TallyOf::default(); NextCode::COUNT],
            unanswered: 0,
            elsewhere: 0,
            in_batch: Vec::new(),
        }
    }
}

impl Tally {
    #[inline]
    pub fn add(&mut self, hit: &Hit) {
        let is_direct = hit.answer_ply.checked_sub(1) == Some(hit.answer_after);
        self.elsewhere += u64::from(hit.is_elsewhere);
        self.all.add(hit, is_direct);
        match hit.answer.number() {
            Some(number) if hit.answer != NO_ANSWER => self.of_answer(number).add(hit, is_direct),
            _ => self.unanswered += 1,
        }
    }

    /// Counts occurrences in a strip of a batch, all with the same answer or without one that counts.
    pub fn add_games(&mut self, strip: usize, counted: &StripCount, answer: NextCode, swapped: bool) {
        if counted.games == 0 {
            return;
        }
        self.all.add_games(strip, counted, swapped);
        match answer.number() {
            Some(number) if answer != NO_ANSWER => self.of_answer(number).add_games(strip, counted, swapped),
            _ => self.unanswered += counted.occurrences,
        }
    }

    #[inline]
    fn of_answer(&mut self, number: usize) -> &mut TallyOf {
        let answer = &mut self.answers[number];
        if !std::mem::replace(&mut answer.is_in_batch, true) {
            self.in_batch.push(number);
        }
        answer
    }

    /// Counts the games of a batch, after its last occurrence. `facts` returns those of the game in a lane.
    pub fn end_batch(&mut self, facts: &impl Fn(usize) -> GameFacts) {
        self.all.end_batch(facts);
        for number in self.in_batch.drain(..) {
            self.answers[number].end_batch(facts);
        }
    }

    /// Returns the counts of the pattern and of each answer, by year.
    pub fn counts(self, pattern: &PatternSearch) -> Vec<PatternYear> {
        let answers = (0..).zip(self.answers).filter_map(|(number, answer)| {
            let mv = pattern.shown_move(NextCode(number))?;
            Some((Some(mv), answer, 0, 0))
        });
        let all = (None, self.all, self.unanswered, self.elsewhere);
        let mut counts = Vec::new();
        for (answer, of, unanswered, elsewhere) in std::iter::once(all).chain(answers) {
            let first = counts.len();
            counts.extend(of.games.iter().map(|&games| PatternYear {
                answer,
                games,
                ..PatternYear::default()
            }));
            if let Some(count) = counts.get_mut(first) {
                *count = PatternYear {
                    occurrences: of.counts,
                    unanswered,
                    elsewhere,
                    ..count.clone()
                };
            }
        }
        counts
    }

    /// Returns the sum with the counts of other batches.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.unanswered += other.unanswered;
        self.elsewhere += other.elsewhere;
        self.all.merge(other.all);
        for (answer, other) in self.answers.iter_mut().zip(other.answers) {
            answer.merge(other);
        }
        self
    }
}

impl TallyOf {
    #[inline]
    fn add(&mut self, hit: &Hit, is_direct: bool) {
        self.counts.occurrences += 1;
        self.counts.direct += u64::from(is_direct);
        self.in_batch[usize::from(hit.swapped)].insert(hit.lane.into());
    }

    fn add_games(&mut self, strip: usize, counted: &StripCount, swapped: bool) {
        self.counts.occurrences += counted.occurrences;
        self.counts.direct += counted.direct;
        self.in_batch[usize::from(swapped)].0[strip] |= counted.games;
    }

    fn end_batch(&mut self, facts: &impl Fn(usize) -> GameFacts) {
        self.is_in_batch = false;
        let [as_it_is, swapped] = std::mem::take(&mut self.in_batch);
        for (strip, (as_it_is, swapped)) in as_it_is.0.into_iter().zip(swapped.0).enumerate() {
            for game in bits(as_it_is | swapped) {
                // A game counts once, without exchanged colours if it has the pattern so.
                let swapped = as_it_is >> game & 1 == 0;
                self.games.count(facts(strip * STRIP + game).exchanged_if(swapped));
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.counts.add(other.counts);
        self.games.merge(other.games);
    }
}

impl PatternTotals {
    /// Adds up counts.
    #[must_use]
    pub fn of(counts: impl IntoIterator<Item = PatternYear>) -> Self {
        let mut totals = Self::default();
        let mut places: HashMap<Move, usize> = HashMap::new();
        for count in counts {
            let games = match count.answer {
                None => {
                    totals.occurrences += count.occurrences.occurrences;
                    totals.unanswered += count.unanswered;
                    totals.elsewhere += count.elsewhere;
                    &mut totals.games.all
                }
                Some(mv) => {
                    totals.answers.entry(mv).or_default().add(count.occurrences);
                    let next = &mut totals.games.next;
                    let place = *places.entry(mv).or_insert_with(|| {
                        next.push((Next::Move(mv), YearTotals::default()));
                        next.len() - 1
                    });
                    &mut next[place].1
                }
            };
            if count.games.games > 0 {
                games.add(count.games);
            }
        }
        totals
    }
}

impl PatternSearch {
    pub(in crate::query) fn count(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
    ) -> Result<PatternTotals, QueryError> {
        Ok(PatternTotals::of(self.tally(snapshot, filter)?.counts(self)))
    }
}
