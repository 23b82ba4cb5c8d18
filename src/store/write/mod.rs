//! Everything that changes the file, in transactions.

pub mod append;
pub mod bucket;
pub mod derived;
pub mod game_row;
pub mod merge;
pub mod remove;
pub mod transaction;
pub mod writer;
