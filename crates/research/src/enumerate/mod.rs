//! Every legal position of the small boards, in the files of the SmallBoard program. A serial
//! identifies a position: its digits in base 3 are the points. [`Walk`] finds legal and reduced
//! positions without trying the others, [`make_legal`] writes them in parts, which can be made on
//! several machines, and [`make_ko`] finds the points that a ko may forbid in them. Legal positions
//! of larger boards are only counted ([`count_legal`]).

mod border;
mod count;
mod error;
mod finished;
mod grid;
mod ko;
mod ko_parts;
mod layout;
mod legal;
mod options;
mod position;
mod sum;
mod walk;

#[cfg(test)]
mod tests;

pub use border::count_legal;
pub use count::{PositionCounts, VisitedCounts, count_visited};
pub use error::EnumerateError;
pub use finished::{FinishedPart, KoContent, KoPart, LegalCounts, LegalPart};
pub use grid::{Grid, ParseGridError};
pub use ko::{KoCounts, KoRule, ko_points};
pub use ko_parts::make_ko;
pub use layout::{Layout, PART_SIZE, Part};
pub use legal::make_legal;
pub use options::PartOptions;
pub use position::SmallPosition;
pub use sum::{PartRuns, PartSums, sum_parts};
pub use walk::Walk;
