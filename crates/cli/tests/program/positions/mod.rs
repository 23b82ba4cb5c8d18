//! `bgo positions`, from text to scores.

mod boards;
mod engines;
mod exported;
mod gnu_go;
mod merged;
mod resumed;
mod scores;
mod scoring;
mod searched;
