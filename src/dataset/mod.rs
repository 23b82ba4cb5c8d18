//! Datasets: games, sources, courses and positions as Parquet files in one folder, which any
//! engine reads. docs/dataset.md describes them. The columns are defined once, in
//! [`columns`]; writers of other crates follow that definition too.

pub mod columns;
mod error;
mod found;
pub mod layout;
pub mod manifest;
pub mod rows;

pub use columns::{Column, Get};
pub use error::DatasetError;
pub use found::{FOUND, FoundGame, FoundRow, find_games};
pub use layout::Table;
pub use manifest::Manifest;
pub use rows::{CourseRow, GameRow, GameRows, Outcome, PositionRow, ReportRow, SourceRow, Verdict};
