use super::error::EnumerateError;
use super::grid::Grid;
use super::ko::{KoCounts, KoFinder, KoRule};
use super::options::chunks;
use super::walk::Walk;
use bgo::interrupt::Interrupt;
use rayon::prelude::*;
use serde::Serialize;

/// The number of chunks to count between two checks for a stop.
const BATCH: usize = 64;

/// The numbers of positions of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionCounts {
    /// The board.
    pub board: Grid,
    /// Three to the power of the number of points, if that fits in 128 bits.
    pub serials: Option<u128>,
    /// The number of positions whose strings all have liberties.
    pub legal: u128,
    /// The numbers that require a visit to each position.
    pub visited: Option<VisitedCounts>,
}

/// The numbers of visited positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VisitedCounts {
    /// The number of legal positions without a rotation or reflection that has a smaller serial.
    pub reduced: u64,
    /// The points that a ko may forbid in these positions.
    pub ko: KoCounts,
    /// The same by the strict rule.
    pub strict_ko: KoCounts,
}

/// Visits and counts the legal and reduced positions of a small board on all cores. Calls
/// `progress` with the number of serials so far and in all.
pub fn count_visited(
    grid: Grid,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<VisitedCounts, EnumerateError> {
    if !grid.is_small() {
        return Err(EnumerateError::TooLarge(grid));
    }
    let walk = Walk::new(grid);
    let finders = [KoRule::Compat, KoRule::Strict].map(|rule| KoFinder::new(grid, rule));
    let mut counts = VisitedCounts::default();
    for batch in chunks(&(0..grid.serials())).chunks(BATCH) {
        stop.check()?;
        let counted: Vec<VisitedCounts> = batch
            .par_iter()
            .map(|chunk| {
                let mut counts = VisitedCounts::default();
                walk.visit(chunk, |serial| {
                    counts.reduced += 1;
                    let points = finders[0].points(serial);
                    // The strict rule only removes points.
                    if points != 0 {
                        counts.ko.count(serial, points);
                        counts.strict_ko.count(serial, finders[1].points(serial));
                    }
                });
                counts
            })
            .collect();
        for later in counted {
            counts.reduced += later.reduced;
            counts.ko.add(&later.ko);
            counts.strict_ko.add(&later.strict_ko);
        }
        progress(batch[batch.len() - 1].end, grid.serials());
    }
    Ok(counts)
}
