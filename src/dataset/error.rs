use crate::archive::ArchiveError;
use crate::export::NewFileError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a data set was not made. Nothing is left then.
#[derive(Debug, Error)]
pub enum DatasetFailure {
    /// An archive that is damaged or cannot be read; no set is made without it.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The file cannot be made.
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    /// No game gives a record.
    #[error("no game of {0} gives a record; nothing was written")]
    NoRecords(String),
    /// The file that games wait in.
    #[error("a temporary file in {} cannot be used: {source}", folder.display())]
    Scratch {
        /// Where.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The header of the file would be wrong.
    #[error("other than {records} records were made, as many as the games were found to give; nothing was written")]
    Miscounted {
        /// As many as there should be.
        records: u64,
    },
    /// Somebody wants it to stop.
    #[error("stopped; nothing was written")]
    Stopped,
}
