//! Datasets: games, sources, courses and positions as Parquet files in one folder, which any
//! engine reads. docs/dataset.md describes them. The columns are defined once, in
//! [`columns`]; writers of other crates follow that definition too.

pub mod columns;
mod error;
mod export;
pub mod layout;
pub mod manifest;
mod openings;
mod predicate;
mod reasons;
mod records;
pub mod rows;
mod spool;
mod table_reader;
mod table_writer;

pub use error::DatasetError;
pub use export::{Phase, export_dataset};
pub use layout::{Table, is_dataset};
pub use manifest::Manifest;
pub use predicate::{Dialect, name_predicates, predicate};
pub use reasons::{NAMED_FILES, RejectedGames, RejectionKind, RepairedGames};
pub(crate) use records::DatasetRecords;
pub use rows::{CourseRow, GameRow, GameRows, PositionRow, Verdict};
