//! From archives to the database: a reader, as many workers as there are
//! cores, and one writer, which run side by side. Workers read and replay the
//! games; the writer takes them in the order of their archives, finds those
//! that are there already, and commits games and index together. Who wants the
//! import to stop sets a flag; all threads look at it between games.

mod duplicates;
mod error;
mod intake;
mod pipeline;
mod prepare;
mod reading;
mod report;
mod run;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

pub use error::ImportError;
pub use report::{Note, Outcome, Progress, ReadFailure, Reporter, Summary, Verdict};
pub use run::{ImportOptions, check_paths, import};
