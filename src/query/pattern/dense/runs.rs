//! The occurrences in one game, by going from stone to stone on each point.

use super::at;
use super::layout::Needed;
use super::strip::{DenseMemory, Strip};
use crate::query::pattern::batch::Life;
use crate::query::pattern::moments::{NEVER, STRIP};
use crate::query::pattern::probe::Match;

/// The stones on a point with a list, from the one that stands there or comes next.
struct PointLives {
    point: usize,
    needed: Needed,
    next: Option<Life>,
    /// The number of the life after it in the game.
    later: usize,
}

impl PointLives {
    /// Goes on to the next stone.
    fn leave(&mut self, words: &[u32]) {
        let life = words.get(self.later).map(|&word| Life::unpack(word));
        self.next = life.filter(|life| usize::from(life.point) == self.point);
        self.later += 1;
    }

    /// Returns the first ply, `ply` or a later one, at which the point is as needed, and the one at which it stops being
    /// so.
    fn holds_from(&mut self, mut ply: u32, words: &[u32]) -> (u32, u32) {
        while let Some(life) = self.next {
            match self.needed {
                Needed::Empty if life.from > ply => return (ply, life.from),
                Needed::Empty => ply = ply.max(life.until),
                Needed::Stone(color) if life.until > ply && color.is_none_or(|color| color == life.color) => {
                    return (ply.max(life.from), life.until);
                }
                Needed::Stone(_) => {}
            }
            self.leave(words);
        }
        match self.needed {
            Needed::Empty => (ply, u32::MAX),
            Needed::Stone(_) => (u32::MAX, u32::MAX),
        }
    }
}

/// The points with lists of an image in a game: a buffer that is filled for each game anew.
#[derive(Default)]
pub struct ListedPoints(Vec<PointLives>);

impl ListedPoints {
    /// Calls `found` with each longest run of plies, from `ply` on, at which all points are as needed in a game of
    /// [`DenseMemory::simple`] that ever has the stones on the points without lists.
    pub fn visit_runs(
        &mut self,
        (strip, game): (&Strip<'_>, usize),
        (first, points): (u16, &[(i16, Needed)]),
        memory: &DenseMemory,
        mut ply: u32,
        mut found: impl FnMut(Match),
    ) {
        let (batch, lane) = (strip.batch, strip.number * STRIP + game);
        let (words, mut end) = (batch.life_words(lane), batch.end(lane));
        let mut last_answer = None;
        self.0.clear();
        for &(distance, needed) in points {
            let point = at(first, distance);
            if memory.removed[point].of(game) != NEVER {
                let later = memory.lists[point][game].into();
                let next = None;
                let mut lives = PointLives {
                    point,
                    needed,
                    next,
                    later,
                };
                lives.leave(words);
                self.0.push(lives);
                continue;
            }
            let moment = memory.first_stones[point].of(game);
            if moment == NEVER {
                continue;
            }
            let only = batch.only_move(lane, point, moment);
            match needed {
                Needed::Stone(_) => ply = ply.max(only.ply),
                Needed::Empty if only.ply < end => {
                    end = only.ply;
                    last_answer = Some(only);
                }
                Needed::Empty => {}
            }
        }
        while ply < end {
            let mut until = end;
            let mut from = ply;
            for point in &mut self.0 {
                let (holds_from, holds_until) = point.holds_from(from, words);
                from = holds_from;
                until = until.min(holds_until);
            }
            // Where it holds later on one point, the points before may have changed.
            if from > ply {
                ply = from;
                continue;
            }
            // A move on a point ends the run.
            let answers = self.0.iter().filter(|point| matches!(point.needed, Needed::Empty));
            let answer = answers.filter_map(|point| point.next).find(|life| life.from == until);
            let last_answer = last_answer.filter(|answer| answer.ply == until);
            found(Match {
                from,
                until,
                answer_after: from,
                answer: answer.and_then(Life::placed_by).or(last_answer),
                begun_by: None,
                is_interrupted: false,
            });
            ply = until;
        }
    }
}
