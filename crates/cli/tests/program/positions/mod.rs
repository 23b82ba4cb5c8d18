//! `bgo positions`, from text to scores.

mod boards;
mod engines;
mod exported;
mod merged;
mod resumed;
mod scores;
mod searched;
