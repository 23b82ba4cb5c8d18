use super::error::EnumerateError;
use super::grid::Grid;
use super::ko::KoRule;
use super::ko_parts::{KoCounts, KoFinder};
use super::part_file::chunks;
use super::walk::Walk;
use bgo::interrupt::Interrupt;
use rayon::prelude::*;
use serde::Serialize;

/// Chunks that are counted between two looks at whether to go on.
const BATCH: usize = 64;

/// How many positions a board has. Serialised, it is the document that
/// `bgo enumerate count --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionCounts {
    /// The board.
    pub board: Grid,
    /// Three to the number of points; `None` if that has more than 128 bits.
    pub serials: Option<u128>,
    /// Positions whose strings all have liberties.
    pub legal: u128,
    /// What is found by visiting them.
    pub visited: Option<VisitedCounts>,
}

/// What is known of positions that were visited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VisitedCounts {
    /// Legal positions of which no rotation or reflection has a smaller serial.
    pub reduced: u64,
    /// Points that a ko may forbid in these.
    pub ko: KoCounts,
    /// The same by the strict rule.
    pub strict_ko: KoCounts,
}

/// Visits the legal and reduced positions of a small board on all cores, and counts them.
/// `progress` is told how many serials of how many are done.
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
                    // What is strictly forbidden is forbidden.
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
