//! Work with position files: ids, duplicates, damage, imports into the database, searches in it and
//! exports from it, and scores by engines. `formats::positions` reads and writes the files.

mod check;
mod error;
mod export;
mod histogram;
mod import;
mod merge;
mod scores;
pub mod scoring;
mod search;
mod sources;
mod zobrist_table;

pub use check::{CheckedPositions, Checker};
pub use error::PositionsError;
pub use export::{ExportedPositions, PositionExport, export};
pub use histogram::{Histogram, StoneCount, histogram};
pub use import::{ImportedPositions, import};
pub use merge::{Merged, merge};
pub use scores::{Agreement, Band, Difference, LookedUp, ScoreCount, Scores, ScoresDiff, ScoresSummary};
pub use search::{FoundPosition, PositionSearch, search};
pub use zobrist_table::{TableForIds, find_zobrist_table, require_zobrist_table};
