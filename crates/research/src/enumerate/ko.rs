//! The points that a ko may forbid, and counts of positions that have some.

use super::grid::{Grid, SmallPosition, power_of_three};
use super::walk::{Walk, check, chunks};
use crate::Strictness;
use crate::error::ResearchError;
use bgo::internal::interrupt::Interrupt;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of chunks to count between two checks for a stop.
const BATCH: usize = 64;

/// Returns the points where a ko may forbid Black to play, a bit each: the only liberty of a single white stone, if all
/// its neighbours are white. By the strict rule, every other white string beside the point must have another liberty:
/// otherwise the position before the capture was illegal.
pub fn ko_points(grid: Grid, position: SmallPosition, rule: Strictness) -> u32 {
    let SmallPosition { black, white } = position;
    let single = white & !grid.neighbours(white);
    let mut enclosed = !(black | white) & grid.neighbours(single);
    enclosed &= !grid.neighbours(!white & grid.all_points());
    let mut points = 0;
    while enclosed != 0 {
        let point = enclosed & enclosed.wrapping_neg();
        enclosed ^= point;
        let mut beside = single & grid.neighbours(point);
        while beside != 0 {
            let stone = beside & beside.wrapping_neg();
            beside ^= stone;
            let is_taken_back = position.liberties(grid, stone) == point
                && (rule == Strictness::Compat || others_have_liberties(grid, position, point, stone));
            if is_taken_back {
                points |= point;
            }
        }
    }
    points
}

/// Returns whether all white strings beside a point, except this stone, have another liberty.
fn others_have_liberties(grid: Grid, position: SmallPosition, point: u32, stone: u32) -> bool {
    let mut others = grid.neighbours(point) & !stone;
    while others != 0 {
        let string = position.string(grid, others.trailing_zeros() as usize);
        if position.liberties(grid, string) == point {
            return false;
        }
        others &= !string;
    }
    true
}

/// A finder of the points that a ko may forbid, for many positions.
pub(super) struct KoFinder {
    grid: Grid,
    pub rule: Strictness,
    /// The positions of the first [`KoFinder::LOW`] points, and of the others.
    low: Vec<SmallPosition>,
    high: Vec<SmallPosition>,
}

impl KoFinder {
    /// The number of points whose positions are looked up together.
    const LOW: usize = 12;

    pub fn new(grid: Grid, rule: Strictness) -> Self {
        let low = grid.points().min(Self::LOW);
        Self {
            grid,
            rule,
            low: (0..power_of_three(low))
                .map(|serial| SmallPosition::new(grid, serial))
                .collect(),
            high: (0..power_of_three(grid.points() - low))
                .map(|serial| SmallPosition::new(grid, serial * power_of_three(low)))
                .collect(),
        }
    }

    /// Returns the points of a position, a bit each.
    pub fn points(&self, serial: u64) -> u32 {
        let low = self.low.len() as u64;
        let (low, high) = (self.low[(serial % low) as usize], self.high[(serial / low) as usize]);
        let position = SmallPosition {
            black: low.black | high.black,
            white: low.white | high.white,
        };
        ko_points(self.grid, position, self.rule)
    }
}

/// The numbers of points that a ko may forbid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoCounts {
    /// The number of points in all positions.
    pub points: u64,
    /// The number of positions with such a point.
    pub positions: u64,
    /// The largest number of points in a position.
    pub most: u32,
    /// The smallest serial with that number.
    pub first_with_most: Option<u64>,
}

impl KoCounts {
    /// Counts the points of a position. Serials must be ascending.
    pub(super) fn count(&mut self, serial: u64, points: u32) {
        let many = points.count_ones();
        self.points += u64::from(many);
        self.positions += u64::from(many > 0);
        if many > self.most {
            (self.most, self.first_with_most) = (many, Some(serial));
        }
    }

    /// Adds the counts of greater serials.
    pub(super) fn add(&mut self, later: &Self) {
        self.points += later.points;
        self.positions += later.positions;
        if later.most > self.most {
            (self.most, self.first_with_most) = (later.most, later.first_with_most);
        }
    }
}

/// Visits and counts the legal and reduced positions of a small board on all cores. Returns their number, and counts of
/// the points that a ko may forbid in them by each rule of [`Strictness::ALL`]. Calls `progress` with the number of
/// serials so far and in all.
pub fn count_visited(
    grid: Grid,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<(u64, [KoCounts; 2]), ResearchError> {
    grid.require_small()?;
    let walk = Walk::new(grid);
    let finders = Strictness::ALL.map(|rule| KoFinder::new(grid, rule));
    let (mut reduced, mut ko) = (0, <[KoCounts; 2]>::default());
    for batch in chunks(&(0..grid.serials())).chunks(BATCH) {
        check(stop)?;
        let counted: Vec<(u64, [KoCounts; 2])> = batch
            .par_iter()
            .map(|chunk| {
                let (mut reduced, mut ko) = (0, <[KoCounts; 2]>::default());
                walk.visit(chunk, |serial| {
                    reduced += 1;
                    let points = finders[0].points(serial);
                    // The strict rule only removes points.
                    if points != 0 {
                        ko[0].count(serial, points);
                        ko[1].count(serial, finders[1].points(serial));
                    }
                });
                (reduced, ko)
            })
            .collect();
        for (more, later) in counted {
            reduced += more;
            ko.iter_mut().zip(&later).for_each(|(ko, later)| ko.add(later));
        }
        progress(batch[batch.len() - 1].end, grid.serials());
    }
    Ok((reduced, ko))
}
