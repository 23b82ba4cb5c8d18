//! Reading games: records, columns, courses, names, words, sources and position files.

mod analyses;
mod columns;
mod corners;
mod courses;
mod description;
mod position_files;
mod records;
mod sources;
mod texts;
mod words;

pub use analyses::*;
pub use columns::*;
pub use corners::*;
pub use description::*;
pub use position_files::*;
pub use records::*;
pub use sources::*;
pub use texts::*;
pub use words::*;
