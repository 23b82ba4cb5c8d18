//! Every legal position of the small boards, as the files of the SmallBoard program have
//! them: a serial is a position, its digits to the base of three the points. The
//! positions that are legal and reduced are found without trying the others ([`Walk`]),
//! their files are made in parts that can be spread over machines ([`make_legal`]), and of
//! these the points that a ko may forbid ([`make_ko`]). Legal positions of larger boards
//! are only counted ([`count_legal`]).

mod border;
mod count;
mod error;
mod grid;
mod ko;
mod ko_parts;
mod layout;
mod legal;
mod part_file;
mod position;
mod sum;
mod walk;

#[cfg(test)]
mod tests;

pub use border::count_legal;
pub use count::{PositionCounts, VisitedCounts, count_visited};
pub use error::EnumerateError;
pub use grid::{Grid, ParseGridError};
pub use ko::{KoRule, ko_points};
pub use ko_parts::{KoCounts, KoFinder, KoPart, make_ko};
pub use layout::{Layout, PART_SIZE, Part};
pub use legal::{LegalPart, PartOptions, make_legal};
pub use position::SmallPosition;
pub use sum::{FoundParts, PartSums, sum_parts};
pub use walk::Walk;
