//! Scores of positions by a GTP engine: what waits is in a queue file, several
//! processes of the engine take it from there, and each score is appended to the
//! scored file as soon as it is known. So whatever happens to an engine or to the
//! program, nothing that was scored is lost and nothing is scored twice.

mod confidence;
mod engine;
mod error;
mod orphans;
mod process;
mod queue;
mod run;
mod scored_file;
mod worker;

pub use confidence::confidence;
pub use engine::EngineOptions;
pub use error::{EngineError, ScoreError};
pub use run::{ScoreOptions, ScoreProgress, ScoreReport, queue_beside, score};
