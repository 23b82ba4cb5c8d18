//! Reading games: records, columns, courses, names, words, sources and position files.

mod aliases;
mod analyses;
mod archives;
mod columns;
mod corners;
mod courses;
mod description;
mod expected_columns;
mod named_questions;
mod position_files;
mod records;
mod sources;
mod terms;
mod texts;

pub use aliases::*;
pub use analyses::*;
pub use archives::*;
pub use columns::*;
pub use corners::*;
pub use description::*;
pub use expected_columns::*;
pub use position_files::*;
pub use records::*;
pub use sources::*;
pub use terms::*;
pub use texts::*;
