//! The spans of plies at which all conditions hold.

use super::Probe;
use crate::go::Color;
use crate::query::pattern::batch::{BLOCK, Batch, LISTED, MoveInside, NEVER};

/// Plies `from` to `until`, the latter not included, at which all conditions hold.
#[derive(Clone, Copy)]
pub struct Span {
    pub from: u32,
    pub until: u32,
    /// The first move inside the area after `from` and up to `until`, if all points of the
    /// area have conditions that a move breaks.
    pub answer: Option<MoveInside>,
}

/// What is known of the points with a condition before a search for spans.
#[derive(Clone, Copy)]
pub struct Known {
    /// The smallest byte of the points that must be empty.
    pub first_taken: u8,
    /// False if none of the points has a list.
    pub has_lists: bool,
}

/// Memory that the search for spans uses again and again.
#[derive(Default)]
pub struct SpanMemory {
    /// The plies at which the number of conditions that do not hold rises or falls.
    changes: Vec<(u32, i32)>,
    /// The moves on points with lists.
    moves: Vec<MoveInside>,
}

impl Probe {
    /// Returns what is to be known of a game before [`Probe::spans`].
    pub fn look(&self, batch: &Batch, lane: usize, at: usize) -> Known {
        let moment = |&offset: &usize| batch.moment(lane, at + offset);
        Known {
            first_taken: self.empty_points.iter().map(moment).min().unwrap_or(NEVER),
            has_lists: self.conditioned.iter().any(|offset| moment(offset) == LISTED),
        }
    }

    /// Calls `found` with each longest span in a game, in order.
    pub fn spans(
        &self,
        batch: &Batch,
        (lane, at): (usize, usize),
        known: Known,
        memory: &mut SpanMemory,
        mut found: impl FnMut(Span),
    ) {
        let columns = batch.columns(lane / BLOCK, at);
        let moment = |offset: usize| columns[offset].0[lane % BLOCK];
        let mut from = 0;
        // Conditions that do not hold before the first stone on a point with a list.
        let mut listed_stones = 0;
        for &(offset, color) in &self.stones {
            let moment = moment(offset);
            if moment == LISTED {
                listed_stones += 1;
            } else {
                let is_white = match color {
                    Some(color) => color == Color::White,
                    None => batch.has_stood(Color::White, at + offset, lane),
                };
                from = from.max(batch.ply_of(lane, is_white, moment));
            }
        }
        let mut until = batch.end(lane);
        let mut breaks: Option<MoveInside> = None;
        let Known { first_taken, has_lists } = known;
        if first_taken < LISTED {
            for &offset in &self.empty_points {
                if moment(offset) == first_taken {
                    let inside = batch.only_move(lane, at + offset, first_taken);
                    if inside.ply < until {
                        until = inside.ply;
                        breaks = Some(inside);
                    }
                    // An odd ply is the earlier of the two that have the byte.
                    if inside.ply % 2 == 1 {
                        break;
                    }
                }
            }
        }
        for &(offset, color) in &self.empty_or {
            let moment = moment(offset);
            if moment < LISTED && batch.has_stood(color.opponent(), at + offset, lane) {
                until = until.min(batch.ply(lane, at + offset, moment));
            }
        }
        if from >= until {
            return;
        }
        if !has_lists {
            let answer = breaks;
            return found(Span { from, until, answer });
        }
        // On points with lists, conditions begin and cease to hold. A point that was taken for
        // good ends all, and most stones that are captured are put later.
        let SpanMemory { changes, moves } = memory;
        changes.clear();
        moves.clear();
        let change = |point, color| self.change(point, color, at);
        batch.visit_lives(lane, until, change, |life, change| {
            if life.is_move && life.from > from {
                moves.push(MoveInside {
                    ply: life.from,
                    point: life.point.into(),
                    color: life.color,
                });
            }
            if change != 0 && life.from < life.until && life.until > from {
                changes.push((life.from.max(from), change));
                if life.until < until {
                    changes.push((life.until, -change));
                }
            }
        });
        let mut found = |from, until| {
            let later = moves.get(moves.partition_point(|inside| inside.ply <= from));
            let answer = later.copied().or(breaks).filter(|inside| inside.ply <= until);
            found(Span { from, until, answer });
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
