//! The moves inside an area.

use super::Probe;
use crate::go::Color;
use crate::query::pattern::batch::{Batch, LISTED, MoveInside};

/// An area in a game. It knows the moves on points with lists, because a game may have tens of
/// thousands of them and of occurrences.
#[derive(Default)]
pub struct AreaInGame {
    /// The number of the game, and of the image.
    of: Option<(u32, usize)>,
    /// The lane of the game in its batch.
    lane: usize,
    /// The index of the upper left point.
    at: usize,
    /// The moves on points with lists, in order, if they were needed.
    listed_moves: Vec<MoveInside>,
    has_listed_moves: bool,
}

impl AreaInGame {
    /// Moves to an area of a game, unless that was the last.
    pub fn enter(&mut self, probe: &Probe, batch: &Batch, lane: usize, at: usize) {
        let of = Some((batch.games()[lane], probe.number));
        if (self.of, self.at) != (of, at) {
            self.of = of;
            self.lane = lane;
            self.at = at;
            self.has_listed_moves = false;
        }
    }
}

impl Probe {
    /// Returns the first move inside the area after a ply.
    pub fn next_move(&self, batch: &Batch, area: &mut AreaInGame, after: u32) -> Option<MoveInside> {
        let (lane, at) = (area.lane, area.at);
        let mut next: Option<MoveInside> = None;
        // The other ply of the pair may be the next.
        let half = after.div_ceil(2);
        let mut earliest = LISTED - 1;
        let mut has_lists = false;
        for &offset in &self.points {
            let moment = batch.moment(lane, at + offset);
            has_lists |= moment == LISTED;
            if moment <= earliest && u32::from(moment) >= half {
                let inside = batch.only_move(lane, at + offset, moment);
                if inside.ply > after && next.is_none_or(|best| inside.ply < best.ply) {
                    earliest = moment;
                    next = Some(inside);
                }
            }
        }
        if has_lists {
            let moves = self.listed_moves(batch, area);
            let later = moves.get(moves.partition_point(|inside| inside.ply <= after));
            let earlier = later.filter(|inside| next.is_none_or(|best| inside.ply < best.ply));
            next = earlier.copied().or(next);
        }
        next
    }

    /// Returns the moves inside the area on points with lists, in order.
    fn listed_moves<'a>(&self, batch: &Batch, area: &'a mut AreaInGame) -> &'a [MoveInside] {
        let moves = &mut area.listed_moves;
        if !area.has_listed_moves {
            area.has_listed_moves = true;
            moves.clear();
            let inside = |point, color| self.change(point, color, area.at);
            batch.visit_lives(area.lane, u32::MAX, inside, |life, _| {
                if life.is_move {
                    moves.push(MoveInside {
                        ply: life.from,
                        point: life.point.into(),
                        color: life.color,
                    });
                }
            });
        }
        moves
    }

    /// Returns the ply of the first move after `after` on the point of the first step, or
    /// `until`, the end of the run, if that is earlier.
    pub(super) fn first_step(&self, batch: &Batch, area: &mut AreaInGame, after: u32, until: u32) -> u32 {
        let step = area.at + self.steps[0];
        if batch.moment(area.lane, step) != LISTED {
            return until;
        }
        // Suicide leaves no stone, so the run does not end with it.
        let moves = self.listed_moves(batch, area);
        let later = &moves[moves.partition_point(|inside| inside.ply <= after)..];
        let in_run = later.iter().take_while(|inside| inside.ply < until);
        let step = in_run.into_iter().find(|inside| inside.point == step);
        step.map_or(until, |inside| inside.ply)
    }

    /// Returns the ply of the last move of the sequence and the colour of the first, if the
    /// first is at the ply `begin` and the moves inside the area that follow are the others.
    pub(super) fn end_of_sequence(&self, batch: &Batch, area: &mut AreaInGame, begin: u32) -> Option<(u32, Color)> {
        let mut ply = begin.checked_sub(1)?;
        let mut begun_by = None;
        let mut color = None;
        for (number, &offset) in self.steps.iter().enumerate() {
            let inside = self.next_move(batch, area, ply)?;
            let is_step = inside.point == area.at + offset && color.is_none_or(|color| inside.color == color);
            if !is_step || (number == 0 && inside.ply != begin) {
                return None;
            }
            ply = inside.ply;
            begun_by = begun_by.or(Some(inside.color));
            color = Some(inside.color.opponent());
        }
        Some((ply, begun_by?))
    }
}
