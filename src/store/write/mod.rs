//! Write transactions, and everything that changes the file.

mod aliases;
mod analyses;
mod contents;
mod derived;
mod even_sort;
mod game_row;
mod merge;
mod named_questions;
mod packed_rows;
mod position_files;
mod remove;
mod segment;
mod source_counts;
mod transaction;
mod writer;

pub use aliases::*;
pub use analyses::*;
pub use derived::*;
pub use game_row::*;
pub use merge::*;
pub use named_questions::*;
pub use packed_rows::make_corners;
pub use position_files::*;
pub use remove::*;
pub use transaction::*;
pub use writer::*;
