//! Imports archives into the database. A reader, one worker per core and one writer
//! run concurrently: workers read and replay games, and the writer takes them in
//! the order of their archives, finds duplicates of stored games, and commits games
//! and index together. All of them check for an interrupt between games.

mod analysis_files;
mod analysis_lines;
mod analysis_queries;
mod archive_games;
mod contents;
mod duplicates;
mod error;
mod found;
mod input;
mod known;
mod options;
mod pipeline;
mod prepare;
mod reading;
mod report;
mod run;
mod stored_analyses;
mod storing;
mod sync;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

pub use crate::dataset::{NAMED_FILES, RejectedGames, RejectionKind, RepairedGames, Verdict};
pub use analysis_files::{AnalysesError, FaultyLine, ImportedAnalyses, check_analysis_files, import_analyses};
pub use analysis_lines::has_analyses;
pub use duplicates::{Original, SameGames};
pub use error::ImportError;
pub use found::{FOUND, FoundGame, FoundRow, find_games};
pub use options::ImportOptions;
pub use report::{ImportProgress, ImportSummary, Imported, Note, ReadFailure, Reporter};
pub use run::{check_paths, import};
pub use stored_analyses::{StoredAnalyses, read_stored_analyses};
pub use sync::{SyncError, SyncPlan, Synced, apply_sync, plan_sync};
