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
pub use ko::{KoCounts, count_visited, ko_points};
pub use make::{PartRuns, PartSums, make_ko, make_legal, sum_parts};
pub use parts::{KoContent, LegalCounts, PART_SIZE, Part};
pub use walk::Walk;
