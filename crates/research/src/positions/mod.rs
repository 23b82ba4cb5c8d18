//! Work with position files: ids, duplicates, damage, imports into the database, searches in it and
//! exports from it, and scores by engines. `formats::positions` reads and writes the files.

mod export;
mod files;
mod merge;
mod scores;
pub mod scoring;
mod search;

pub use export::{ExportedPositions, PositionExport, export};
pub use files::{
    CheckedPositions, ImportedPositions, StoneCount, find_or_make_zobrist_table, find_zobrist_table, histogram, import,
    keep_zobrist_table, require_zobrist_table,
};
pub use merge::{Merged, merge};
pub use scores::{Agreement, Band, LookedUp, ScoreCount, ScoreDifference, Scores, ScoresDiff, ScoresSummary};
pub use search::{FoundPosition, PositionSearch, search};
