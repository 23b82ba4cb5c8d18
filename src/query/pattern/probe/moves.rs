//! The moves inside an area.

use super::Probe;
use crate::query::pattern::batch::{Batch, MoveInside};
use crate::query::pattern::moments::{LISTED, STRIP};

/// An area in a game. It knows the moves on points with lists, because a game may have tens of
/// thousands of them and of occurrences.
#[derive(Default)]
pub struct AreaInGame {
    /// The number of the game, and of the image.
    of: Option<(u32, usize)>,
    /// The lane of the game in its batch.
    pub(super) lane: usize,
    /// The index of the upper left point.
    pub(super) at: usize,
    /// The moves on points with lists, in order, if they were needed.
    listed_moves: Vec<MoveInside>,
    has_listed_moves: bool,
    /// The first points with one move, in order of their moments, which are the higher half.
    first_points: Vec<u32>,
    /// The moves that come next, in order.
    next_moves: Vec<MoveInside>,
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
        let moments = batch.moments(lane / STRIP, at);
        let mut next: Option<MoveInside> = None;
        // The other ply of the pair may be the next.
        let half = after.div_ceil(2);
        let mut earliest = LISTED - 1;
        let mut has_lists = false;
        for &offset in &self.points {
            let moment = moments[offset].of(lane % STRIP);
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

    /// Returns the first moves inside the area after a ply, at most `most`, in order.
    pub fn next_moves<'a>(&self, batch: &Batch, area: &'a mut AreaInGame, after: u32, most: usize) -> &'a [MoveInside] {
        let (lane, at) = (area.lane, area.at);
        let moments = batch.moments(lane / STRIP, at);
        let first_moment = (after + 1).div_ceil(2);
        let mut has_lists = false;
        // Two plies have the same moment: the first may be too early, and the last two in the wrong order.
        let enough = most + 2;
        let first_points = &mut area.first_points;
        first_points.clear();
        for &offset in &self.points {
            let moment = moments[offset].of(lane % STRIP);
            has_lists |= moment == LISTED;
            if moment >= LISTED || u32::from(moment) < first_moment {
                continue;
            }
            let point = u32::from(moment) << 16 | (at + offset) as u32;
            if first_points.len() == enough {
                if first_points.last().is_some_and(|last| *last < point) {
                    continue;
                }
                first_points.pop();
            }
            first_points.push(point);
            let mut place = first_points.len() - 1;
            while place > 0 && first_points[place - 1] > point {
                first_points.swap(place - 1, place);
                place -= 1;
            }
        }
        area.next_moves.clear();
        let moves = first_points.iter();
        let moves = moves.map(|point| batch.only_move(lane, (point & 0xffff) as usize, (point >> 16) as u8));
        area.next_moves.extend(moves.filter(|inside| inside.ply > after));
        if has_lists {
            self.listed_moves(batch, area);
            let first = area.listed_moves.partition_point(|inside| inside.ply <= after);
            let later = &area.listed_moves[first..];
            area.next_moves.extend(&later[..later.len().min(most)]);
        }
        area.next_moves.sort_unstable_by_key(|inside| inside.ply);
        area.next_moves.truncate(most);
        &area.next_moves
    }

    /// Returns the moves inside the area on points with lists, in order.
    pub(super) fn listed_moves<'a>(&self, batch: &Batch, area: &'a mut AreaInGame) -> &'a [MoveInside] {
        let moves = &mut area.listed_moves;
        if !area.has_listed_moves {
            area.has_listed_moves = true;
            moves.clear();
            self.visit_lives(batch, (area.lane, area.at), |life, _| moves.extend(life.placed_by()));
            moves.sort_unstable_by_key(|inside| inside.ply);
        }
        moves
    }
}
