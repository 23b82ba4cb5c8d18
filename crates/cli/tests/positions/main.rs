//! `bgo positions`, from text to scores.

#[path = "../cli/world.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod world;

mod boards;
mod engines;
mod exported;
mod merged;
mod resumed;
mod scores;
mod searched;
