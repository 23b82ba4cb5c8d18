//! Reading games: records, columns, names, words, sources and position files.

pub mod columns;
pub mod description;
pub mod paths;
pub mod position_files;
pub mod records;
pub mod sources;
pub mod texts;
pub mod words;
