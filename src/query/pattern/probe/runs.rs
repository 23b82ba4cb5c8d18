//! The runs of plies at which all conditions hold.

use super::Probe;
use crate::go::Color;
use crate::query::pattern::batch::{Batch, LISTED, MoveInside, NEVER, STRIP};
use std::ops::Range;

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

    /// Calls `found` with each longest run in a game, in order: the plies at which all conditions hold, and
    /// the first move inside the area after the first of them and up to their end, if all points of the
    /// area have conditions that a move breaks.
    #[inline]
    pub fn runs(
        &self,
        batch: &Batch,
        (lane, at): (usize, usize),
        (first_taken, has_lists): (u8, bool),
        memory: &mut (Vec<(u32, i32)>, Vec<MoveInside>),
        mut found: impl FnMut(Range<u32>, Option<MoveInside>),
    ) {
        // The points without lists set the bounds of all runs. These begin with the ply of the last stone. They
        // end with the ply at which a point was taken for good that the pattern does not have taken, or the one
        // after the last; `breaks` is the move at that ply, if the point must be empty.
        let (mut bounds, mut breaks) = (0..batch.end(lane), None);
        // The number of points with lists that need a stone.
        let mut listed_stones = 0;
        let moments = batch.moments(lane / STRIP, at);
        let moment = |offset: usize| moments[offset].0[lane % STRIP];
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
            bounds.start = bounds.start.max(batch.ply_of(lane, is_white, moment));
        }
        if first_taken < LISTED {
            for &offset in &self.empty_points {
                if moment(offset) != first_taken {
                    continue;
                }
                let inside = batch.only_move(lane, at + offset, first_taken);
                if inside.ply < bounds.end {
                    bounds.end = inside.ply;
                    breaks = Some(inside);
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
                bounds.end = bounds.end.min(batch.only_move(lane, at + offset, moment).ply);
            }
        }
        if bounds.is_empty() {
            return;
        }
        if has_lists {
            self.runs_with_lists(batch, (lane, at), (bounds, breaks), listed_stones, memory, found);
        } else {
            found(bounds, breaks);
        }
    }

    /// Calls `found` with each longest run between bounds. On points with lists, conditions
    /// begin and cease to hold.
    fn runs_with_lists(
        &self,
        batch: &Batch,
        (lane, at): (usize, usize),
        (bounds, breaks): (Range<u32>, Option<MoveInside>),
        listed_stones: i32,
        (changes, moves): &mut (Vec<(u32, i32)>, Vec<MoveInside>),
        mut found: impl FnMut(Range<u32>, Option<MoveInside>),
    ) {
        let Range {
            start: from,
            end: until,
        } = bounds;
        changes.clear();
        moves.clear();
        // Most stones that are captured are put later, so there are few.
        batch.visit_lives(
            lane,
            until,
            |point, color| self.change(point, color, at),
            |life, change| {
                if life.from > from {
                    moves.extend(life.placed_by());
                }
                if change != 0 && life.from < life.until && life.until > from {
                    changes.push((life.from.max(from), change));
                    if life.until < until {
                        changes.push((life.until, -change));
                    }
                }
            },
        );
        let mut found = |from, until| {
            let later = moves.get(moves.partition_point(|inside| inside.ply <= from));
            let answer = later.copied().or(breaks).filter(|inside| inside.ply <= until);
            found(from..until, answer);
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
