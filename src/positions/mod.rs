//! Work with position files: their ids, duplicates and damage, what of them is in
//! the database and the other way round, and the scores that engines give them.
//! The files themselves are read and written by `formats::positions`.

mod check;
mod error;
mod export;
mod histogram;
mod merge;
pub mod score;
mod scores;
mod search;
mod tables;

pub use check::{CheckedPositions, check};
pub use error::PositionsError;
pub use export::{ExportedPositions, PositionExport, export_positions};
pub use histogram::{Histogram, StoneCount, histogram};
pub use merge::{Merged, merge};
pub use scores::{Agreement, Band, Difference, ScoreCount, Scores, ScoresDiff, ScoresSummary, diff};
pub use search::{FoundPosition, PositionSearch, search_positions};
pub use tables::{find_or_make_table, find_table};
