//! Write transactions, and everything that changes the file.

pub mod analyses;
pub mod append;
mod bucket;
mod columns;
pub mod courses;
pub mod derived;
pub mod game_row;
mod joined;
mod known_texts;
pub mod merge;
pub mod position_files;
pub mod remove;
mod segment;
mod texts;
pub mod transaction;
mod words;
pub mod writer;
