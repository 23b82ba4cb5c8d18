//! Scores of positions by a GTP engine. Positions wait in a queue file, several processes of the
//! engine take them from there, and each score is appended to the scored file at once. Thus, even
//! if an engine or the program crashes, no score is lost and no position is scored twice.

mod confidence;
mod engine;
mod error;
mod options;
mod orphans;
mod process;
mod queue;
mod run;
mod scored_file;
mod worker;

pub use confidence::confidence;
pub use options::{EngineOptions, ScoreOptions, queue_beside};
pub use run::{ScoreProgress, ScoreReport, score};
