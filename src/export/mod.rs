//! Exports of games for other programs: records as SGF files in a folder, in an
//! archive or in one file, and descriptions of games as tables. Output has a
//! temporary name until it is complete, so an interrupted export leaves nothing
//! that looks complete.

mod collection;
mod columns;
mod error;
mod game;
mod game_writer;
mod name;
mod new_folder;
mod originals;
mod parquet;
mod run;
mod staged;
mod tables;
mod target;

#[cfg(test)]
mod tests;

pub use columns::{MOVES, Row, columns};
pub use error::ExportError;
pub use game::Game;
pub(crate) use new_folder::{NewFolder, check_empty};
pub use run::{Exported, export, export_to};
pub use target::{Form, Target};
