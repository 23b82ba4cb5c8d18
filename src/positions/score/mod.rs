//! Scores of positions by a GTP engine: what waits is in a queue file, several
//! processes of the engine take it from there, and each score is appended to the
//! scored file as soon as it is known. So whatever happens to an engine or to the
//! program, nothing that was scored is lost and nothing is scored twice.

mod confidence;
mod engine;
mod job;
mod queue;
mod worker;

#[cfg(test)]
mod tests;

pub use confidence::{LONE_SCORE_WIDTH, confidence};
pub use engine::{EngineError, EngineOptions};
pub use job::{ScoreError, ScoreOptions, ScoreProgress, Scored, score};
