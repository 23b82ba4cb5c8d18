use super::report::ImportSummary;
use crate::store::StoreError;
use thiserror::Error;

/// The error of an import. Committed games stay.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The database could not be written.
    #[error(transparent)]
    Store(StoreError),
    /// The report could not be written.
    #[error("the report cannot be written: {0}")]
    Report(std::io::Error),
    /// Compression could not be set up.
    #[error("records cannot be compressed: {0}")]
    Compress(std::io::Error),
    /// The import was interrupted.
    #[error(
        "stopped; {} added and {} there already; run the same command again to add the rest",
        match .0.added { 1 => "1 game was".to_owned(), games => format!("{games} games were") },
        match .0.duplicates { 1 => "1 was".to_owned(), games => format!("{games} were") }
    )]
    Stopped(Box<ImportSummary>),
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        match error {
            // Callers that know of committed games report them instead.
            StoreError::Stopped => Self::Stopped(Box::new(ImportSummary {
                stopped: true,
                ..ImportSummary::default()
            })),
            error => Self::Store(error),
        }
    }
}
