//! Reading games: records, columns, courses, names, words, sources and position files.

pub mod analyses;
pub mod analysis_sums;
pub mod columns;
pub mod courses;
pub mod description;
pub mod joined;
pub mod many_records;
pub mod names;
pub mod paths;
pub mod position_files;
pub mod records;
pub mod sources;
pub mod texts;
pub mod words;
