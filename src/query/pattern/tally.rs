use super::batch::{BLOCK, Batch, Lanes};
use super::scan::Hit;
use crate::query::AnswerCounts;
use crate::store::{AllFacts, NextCode, YearTotals};

/// The counts of a pattern. Threads make one each, because lists of millions of occurrences
/// take longer to pass on than to count.
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
    /// Counts an occurrence, in whose view the colours are exchanged if `swapped`.
    #[inline]
    pub fn add(&mut self, hit: &Hit, swapped: bool) {
        let is_direct = hit.answer_ply == hit.answer_after + 1;
        self.elsewhere += u64::from(hit.is_elsewhere);
        self.all.add(hit.lane, swapped, is_direct);
        match hit.answer.number() {
            None => self.unanswered += 1,
            Some(number) => {
                let answer = &mut self.answers[number];
                if !std::mem::replace(&mut answer.is_in_batch, true) {
                    self.in_batch.push(number);
                }
                answer.add(hit.lane, swapped, is_direct);
            }
        }
    }

    /// Counts the games of the batch, after its last occurrence.
    pub fn end_batch(&mut self, batch: &Batch, facts: &AllFacts) {
        self.all.end_batch(batch, facts);
        for number in self.in_batch.drain(..) {
            self.answers[number].end_batch(batch, facts);
        }
    }

    /// Adds the counts of other batches.
    pub fn merge(&mut self, other: Self) {
        self.unanswered += other.unanswered;
        self.elsewhere += other.elsewhere;
        self.all.merge(other.all);
        for (answer, other) in self.answers.iter_mut().zip(other.answers) {
            answer.merge(other);
        }
    }
}

impl TallyOf {
    #[inline]
    fn add(&mut self, lane: u16, swapped: bool, is_direct: bool) {
        self.counts.occurrences += 1;
        self.counts.direct += u64::from(is_direct);
        let lane = usize::from(lane);
        self.in_batch[usize::from(swapped)][lane / BLOCK] |= 1 << (lane % BLOCK);
    }

    fn end_batch(&mut self, batch: &Batch, facts: &AllFacts) {
        self.is_in_batch = false;
        let [as_it_is, swapped] = std::mem::take(&mut self.in_batch);
        for (block, (as_it_is, swapped)) in as_it_is.into_iter().zip(swapped).enumerate() {
            let mut left = as_it_is | swapped;
            while left != 0 {
                let game = left.trailing_zeros() as usize;
                left &= left - 1;
                let number = batch.games()[block * BLOCK + game];
                // A game counts once, without exchanged colours if it has the pattern so.
                let swapped = as_it_is >> game & 1 == 0;
                self.games.count(facts.of(number).exchanged_if(swapped));
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.counts.occurrences += other.counts.occurrences;
        self.counts.direct += other.counts.direct;
        self.games.merge(other.games);
    }
}
