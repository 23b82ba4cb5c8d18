use crate::store::{Database, StoreError};
use rusqlite::{Error, ErrorCode};
use std::io;
use thiserror::Error;

/// Why a query has no answer.
#[derive(Debug, Error)]
pub enum SqlError {
    /// SQLite does not understand it, or it names what there is not.
    #[error("{0}; sql without a query lists the tables and their columns")]
    Wrong(String),
    /// It failed on its way, for a value that a function cannot take perhaps.
    #[error("{0}")]
    Failed(String),
    /// It is no question.
    #[error("sql only reads, and nothing was changed; a query begins with SELECT, WITH, VALUES or EXPLAIN")]
    NotReading,
    /// There is more than one.
    #[error("there are several queries; sql takes one at a time")]
    Several,
    /// There is none.
    #[error("there is no query; sql without one lists the tables and their columns")]
    Nothing,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows cannot be written.
    #[error("standard output cannot be written")]
    Output(#[from] io::Error),
}

impl SqlError {
    /// What SQLite said when it read the query.
    pub(super) fn preparing(db: &Database, error: Error) -> Self {
        match error {
            Error::MultipleStatement => Self::Several,
            Error::SqlInputError { msg, .. } => Self::Wrong(msg),
            error if error.sqlite_error_code() == Some(ErrorCode::AuthorizationForStatementDenied) => Self::NotReading,
            error if is_of_file(&error) => db.error(error).into(),
            error => Self::Wrong(error.to_string()),
        }
    }

    /// What it said later.
    pub(super) fn running(db: &Database, error: Error) -> Self {
        if is_of_file(&error) {
            db.error(error).into()
        } else {
            Self::Failed(error.to_string())
        }
    }
}

/// Whether the file is to blame, not the query.
fn is_of_file(error: &Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::CannotOpen
                | ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseCorrupt
                | ErrorCode::DatabaseLocked
                | ErrorCode::DiskFull
                | ErrorCode::NotADatabase
                | ErrorCode::PermissionDenied
                | ErrorCode::ReadOnly
                | ErrorCode::SystemIoFailure
        )
    )
}
