//! Work with position files: ids, duplicates, damage, imports into the database, searches in it and
//! exports from it, and scores by engines. `formats::positions` reads and writes the files.

mod export;
mod files;
mod merge;
mod scores;
pub mod scoring;
mod search;

pub use export::{ExportedPositions, PositionExport, export};
pub use files::{
    CheckedPositions, Checker, Histogram, ImportedPositions, StoneCount, TableForIds, find_zobrist_table, histogram,
    import, require_zobrist_table,
};
pub use merge::{Merged, merge};
pub use scores::{Agreement, Band, LookedUp, ScoreCount, ScoreDifference, Scores, ScoresDiff, ScoresSummary};
pub use search::{FoundPosition, PositionSearch, search};

use crate::error::ResearchError;
use bgo::interrupt::Interrupt;
use bgo::query::QueryError;
use bgo::store::StoreError;
use std::io;
use std::path::Path;

const STOPPED: ResearchError = ResearchError::Stopped("nothing was written");

fn check(stop: &Interrupt) -> Result<(), ResearchError> {
    stop.check().map_err(|_| STOPPED)
}

/// Says what is kept if the database was stopped.
fn said_stopped(error: ResearchError) -> ResearchError {
    match error {
        ResearchError::Query(QueryError::Store(StoreError::Stopped)) => STOPPED,
        error => error,
    }
}

fn scratch_failed(folder: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| ResearchError::Stream {
        what: format!("a temporary file in {} cannot be written", folder.display()),
        source,
    }
}
