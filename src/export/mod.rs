//! Games for other programs: their records as SGF files in a folder or an
//! archive, or all in one file, and what is known of them as tables. What is
//! being written has another name until it is complete, so that nothing that
//! looks complete is left of an export that was interrupted.

mod collection;
mod columns;
mod csv_writer;
mod error;
mod game;
mod name;
mod originals;
mod parquet;
mod run;
mod staged;
mod tables;
mod target;

#[cfg(test)]
mod tests;

pub use csv_writer::CsvWriter;
pub use error::ExportError;
pub use run::{Exported, export};
pub use target::{Form, Target};
