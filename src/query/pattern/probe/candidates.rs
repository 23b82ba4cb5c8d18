//! The first two tests of a probe: which games may have an occurrence.

use super::Probe;
use crate::go::Color;
use crate::query::pattern::batch::{Batch, Lanes};
use crate::query::pattern::moments::{LISTED, Moments};

/// The number of points that are tested before the games that are left are looked at.
const POINTS_AT_ONCE: usize = 8;

/// The number of points that are looked at for lists. Among more, there nearly always is one.
const FEW_POINTS: usize = 24;

impl Probe {
    /// Returns the games in which all stones ever stood on their points.
    pub fn candidates(&self, batch: &Batch, mut lanes: Lanes, at: usize) -> Lanes {
        for &(offset, color) in &self.stones {
            let Some(color) = color else {
                narrow_to_occupied(&mut lanes, batch, at + offset);
                continue;
            };
            let stood = batch.stood(color, at + offset);
            for (lanes, stood) in lanes.0.iter_mut().zip(stood.0) {
                *lanes &= stood;
            }
        }
        for &offset in &self.steps {
            narrow_to_occupied(&mut lanes, batch, at + offset);
        }
        lanes
    }

    /// Returns those of `games` in which no point that must be empty was taken for good
    /// before the last stone; for each of these, the smallest byte of the points that must be empty; and the
    /// games in which a point with a condition may have a list. `moments` begin with the upper left point
    /// of the area.
    pub fn narrow(&self, moments: &[Moments], games: u64) -> (u64, Moments, u64) {
        let mut last = Moments::all(0);
        for &(offset, _) in &self.stones {
            last.combine(&moments[offset], |last, moment| last.max(unless_listed(moment)));
        }
        let mut first_taken = Moments::default();
        let mut left = games;
        for points in self.empty_points.chunks(POINTS_AT_ONCE) {
            for &offset in points {
                first_taken.combine(&moments[offset], u8::min);
            }
            let mut taken = first_taken;
            taken.combine(&last, |first_taken, last| u8::from(first_taken < last));
            left &= !taken.bits();
            if left == 0 {
                break;
            }
        }
        let mut with_lists = games;
        if left != 0 && self.conditioned.len() <= FEW_POINTS {
            let mut listed = Moments::all(0);
            for &offset in &self.conditioned {
                listed.combine(&moments[offset], |listed, moment| listed | u8::from(moment == LISTED));
            }
            with_lists = listed.bits();
        }
        (left, first_taken, with_lists)
    }
}

/// Takes out the games in which no stone ever stood on a point.
fn narrow_to_occupied(lanes: &mut Lanes, batch: &Batch, point: usize) {
    let [black, white] = [Color::Black, Color::White].map(|color| batch.stood(color, point));
    for (lanes, (black, white)) in lanes.0.iter_mut().zip(black.0.iter().zip(white.0)) {
        *lanes &= black | white;
    }
}

/// Returns the moment of a stone, or 0 if the point has a list.
#[inline(always)]
fn unless_listed(moment: u8) -> u8 {
    moment & u8::from(moment < LISTED).wrapping_neg()
}
