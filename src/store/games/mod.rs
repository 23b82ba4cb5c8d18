//! Reading games: their records, columns, names, words and sources, and files of
//! positions.

pub mod columns;
pub mod description;
pub mod paths;
pub mod position_files;
pub mod records;
pub mod sources;
pub mod texts;
pub mod words;
