//! Every legal position of the small boards, in the files of the SmallBoard program. A serial
//! identifies a position: its digits in base 3 are the points. [`Walk`] finds legal and reduced
//! positions without trying the others, [`make_legal`] writes them in parts, which can be made on
//! several machines, and [`make_ko`] finds the points that a ko may forbid in them. Legal positions
//! of larger boards are only counted ([`count_legal`]).

mod border;
mod grid;
mod ko;
mod make;
mod parts;
mod walk;

#[cfg(test)]
mod tests;

pub use border::count_legal;
pub use grid::{Grid, SmallPosition};
pub use ko::{KoCounts, KoRule, PositionCounts, VisitedCounts, count_visited, ko_points};
pub use make::{PartRuns, PartSums, make_ko, make_legal, sum_parts};
pub use parts::{FinishedPart, KoContent, KoPart, Layout, LegalCounts, LegalPart, PART_SIZE, PartOptions, PartSerials};
pub use walk::Walk;

use crate::error::ResearchError;
use bgo::interrupt::Interrupt;
use std::ops::Range;

/// The maximum side of a small board. With more lines, enumerating positions would take more than a
/// lifetime.
const MOST_LINES: usize = 5;

/// The number of serials that a thread takes at a time, which fill whole bytes of a file of bits.
const CHUNK: u64 = 1 << 18;

/// Divides a range of serials into chunks.
fn chunks(serials: &Range<u64>) -> Vec<Range<u64>> {
    let end = serials.end;
    serials
        .clone()
        .step_by(CHUNK as usize)
        .map(|first| first..(first + CHUNK).min(end))
        .collect()
}

fn check(stop: &Interrupt) -> Result<(), ResearchError> {
    stop.check()
        .map_err(|_| ResearchError::Stopped("finished parts stay; rerun the command to continue"))
}
