//! The runs of plies at which all conditions hold.

use super::Probe;
use crate::go::Color;
use crate::query::pattern::batch::{Batch, MoveInside};
use crate::query::pattern::moments::{LISTED, NEVER, STRIP};

/// Plies `from` to `until`, the latter not included, at which all conditions hold.
#[derive(Clone, Copy)]
pub struct Standing {
    pub from: u32,
    pub until: u32,
    /// The first move inside the area after `from` and up to `until`, if all points of the
    /// area have conditions that a move breaks.
    pub answer: Option<MoveInside>,
}

impl Probe {
    /// Returns what [`Probe::runs`] needs to know of the points with a condition in a game: the smallest
    /// byte of those that must be empty, and whether any point has a list.
    pub fn known(&self, batch: &Batch, lane: usize, at: usize) -> (u8, bool) {
        let empty_points = self.empty_points.iter();
        let taken = empty_points.map(|&offset| batch.moment(lane, at + offset)).min();
        let mut conditioned = self.conditioned.iter();
        (
            taken.unwrap_or(NEVER),
            conditioned.any(|&offset| batch.moment(lane, at + offset) == LISTED),
        )
    }

    /// Calls `found` with each longest run in a game, in order.
    #[inline]
    pub fn runs(
        &self,
        batch: &Batch,
        (lane, at): (usize, usize),
        (first_taken, has_lists): (u8, bool),
        memory: &mut (Vec<(u32, i32)>, Vec<MoveInside>),
        mut found: impl FnMut(Standing),
    ) {
        let (bounds, listed_stones) = self.bounds(batch, (lane, at), first_taken);
        if bounds.from >= bounds.until {
            return;
        }
        if has_lists {
            self.runs_with_lists(batch, (lane, at), (bounds, listed_stones), memory, found);
        } else {
            found(bounds);
        }
    }

    /// Returns the bounds of all runs, which the points without lists set, and the number of points with
    /// lists that need a stone. The bounds begin with the ply of the last stone. They end with the ply
    /// at which a point was taken for good that the pattern does not have taken, or the one after the
    /// last; their answer is the move at that ply, if the point must be empty.
    #[inline]
    fn bounds(&self, batch: &Batch, (lane, at): (usize, usize), first_taken: u8) -> (Standing, i32) {
        let moments = batch.moments(lane / STRIP, at);
        let moment = |offset: usize| moments[offset].of(lane % STRIP);
        let mut listed_stones = 0;
        let mut bounds = Standing {
            from: 0,
            until: batch.end(lane),
            answer: None,
        };
        for &(offset, color) in &self.stones {
            let moment = moment(offset);
            if moment == LISTED {
                listed_stones += 1;
                continue;
            }
            let is_white = match color {
                Some(color) => color == Color::White,
                None => batch.has_stood(Color::White, at + offset, lane),
            };
            bounds.from = bounds.from.max(batch.ply_of(lane, is_white, moment));
        }
        if first_taken < LISTED {
            for &offset in &self.empty_points {
                if moment(offset) != first_taken {
                    continue;
                }
                let inside = batch.only_move(lane, at + offset, first_taken);
                if inside.ply < bounds.until {
                    bounds.until = inside.ply;
                    bounds.answer = Some(inside);
                }
                // An odd ply is the earlier of the two that have the byte.
                if inside.ply % 2 == 1 {
                    break;
                }
            }
        }
        for &(offset, color) in &self.empty_or {
            let moment = moment(offset);
            if moment < LISTED && batch.has_stood(color.opponent(), at + offset, lane) {
                bounds.until = bounds.until.min(batch.only_move(lane, at + offset, moment).ply);
            }
        }
        (bounds, listed_stones)
    }

    /// Calls `found` with each longest run between bounds. On points with lists, conditions
    /// begin and cease to hold.
    fn runs_with_lists(
        &self,
        batch: &Batch,
        (lane, at): (usize, usize),
        (bounds, listed_stones): (Standing, i32),
        (changes, moves): &mut (Vec<(u32, i32)>, Vec<MoveInside>),
        mut found: impl FnMut(Standing),
    ) {
        let Standing {
            from,
            until,
            answer: breaks,
        } = bounds;
        changes.clear();
        moves.clear();
        self.visit_lives(batch, (lane, at), |life, change| {
            if life.from >= until {
                return;
            }
            if life.from > from {
                moves.extend(life.placed_by());
            }
            if change != 0 && life.from < life.until && life.until > from {
                changes.push((life.from.max(from), change));
                if life.until < until {
                    changes.push((life.until, -change));
                }
            }
        });
        moves.sort_unstable_by_key(|inside| inside.ply);
        let mut found = |from, until| {
            let later = moves.get(moves.partition_point(|inside| inside.ply <= from));
            let answer = later.copied().or(breaks).filter(|inside| inside.ply <= until);
            found(Standing { from, until, answer });
        };
        if changes.is_empty() {
            if listed_stones == 0 {
                found(from, until);
            }
            return;
        }
        changes.push((from, 0));
        changes.sort_unstable();
        let mut broken = listed_stones;
        let mut begun = None;
        for (number, &(ply, change)) in changes.iter().enumerate() {
            broken += change;
            if changes.get(number + 1).is_some_and(|next| next.0 == ply) {
                continue;
            }
            match begun {
                Some(from) if broken != 0 => {
                    found(from, ply);
                    begun = None;
                }
                None if broken == 0 => begun = Some(ply),
                _ => {}
            }
        }
        if let Some(from) = begun {
            found(from, until);
        }
    }
}
