//! The first two tests of a probe: which games may have an occurrence.

use super::Probe;
use crate::go::Color;
use crate::query::pattern::batch::{Batch, Lanes};
use crate::query::pattern::moments::{LISTED, Moments, NEVER};
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};

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
        dispatch!(Level::new(), simd => simd.vectorize(
            #[inline(always)]
            || self.narrow_with(simd, moments, games),
        ))
    }

    #[inline(always)]
    fn narrow_with<S: Simd>(&self, simd: S, moments: &[Moments], games: u64) -> (u64, Moments, u64) {
        let [start, listed, never] = [0, LISTED, NEVER].map(|moment| u8x64::splat(simd, moment));
        let mut last = start;
        for &(offset, _) in &self.stones {
            let moments = moments[offset].load(simd);
            last = last.max(moments.simd_lt(listed).select(moments, start));
        }
        let mut first_taken = never;
        let mut left = games;
        for points in self.empty_points.chunks(POINTS_AT_ONCE) {
            for &offset in points {
                first_taken = first_taken.min(moments[offset].load(simd));
            }
            left &= !first_taken.simd_lt(last).to_bitmask();
            if left == 0 {
                break;
            }
        }
        let mut with_lists = games;
        if left != 0 && self.conditioned.len() <= FEW_POINTS {
            let conditioned = self.conditioned.iter();
            with_lists = conditioned.fold(0, |games, &offset| {
                games | moments[offset].load(simd).simd_eq(listed).to_bitmask()
            });
        }
        (left, Moments::stored(first_taken), with_lists)
    }
}

/// Takes out the games in which no stone ever stood on a point.
fn narrow_to_occupied(lanes: &mut Lanes, batch: &Batch, point: usize) {
    let [black, white] = [Color::Black, Color::White].map(|color| batch.stood(color, point));
    for (lanes, (black, white)) in lanes.0.iter_mut().zip(black.0.iter().zip(white.0)) {
        *lanes &= black | white;
    }
}
