//! Exports of games for other programs: records as SGF files in a folder, in an
//! archive or in one file, and descriptions of games as tables. Output has a
//! temporary name until it is complete, so an interrupted export leaves nothing
//! that looks complete.

mod error;
mod game;
mod new_folder;
mod run;
mod tables;
mod target;
mod writer;

#[cfg(test)]
mod tests;

pub use error::ExportError;
pub use game::{ExportGame, single_file_name};
pub(crate) use new_folder::{NewFolder, check_empty};
pub use run::{Exported, export, export_to};
pub use tables::{ExportRow, MOVES, columns};
pub use target::{Form, Target};
