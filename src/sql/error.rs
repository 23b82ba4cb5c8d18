use crate::store::{Snapshot, StoreError};
use rusqlite::{Error, ErrorCode};
use std::io;
use std::time::Duration;
use thiserror::Error;

/// The beginnings of SQLite's messages about a query that is too complex.
const TOO_LARGE: [&str; 4] = [
    "Expression tree is too large",
    "parser stack overflow",
    "Recursion limit",
    "too many",
];

/// The first words of statements that change something.
const CHANGES: [&str; 9] = [
    "alter", "analyze", "create", "delete", "drop", "insert", "reindex", "replace", "update",
];

/// An error that prevents the answer to a query.
#[derive(Debug, Error)]
pub enum SqlError {
    /// The query is malformed, or names something that does not exist.
    #[error("{0}")]
    Wrong(String),
    /// The query failed while it ran, for example because of an invalid argument of a
    /// function.
    #[error("{0}")]
    Failed(String),
    /// The statement does not only read.
    #[error("queries only read, and nothing was changed; a query begins with SELECT, WITH, VALUES or EXPLAIN")]
    NotReading,
    /// There is more than one statement.
    #[error("there are several queries; ask one at a time")]
    Several,
    /// There is no statement.
    #[error("there is no query")]
    Nothing,
    /// The query is too long.
    #[error("the query is longer than {0} KiB, the most that a query may be; ask for less at a time")]
    LongQuery(usize),
    /// The query is too complex.
    #[error("{0}; make the query smaller")]
    TooLarge(String),
    /// A value became too long.
    #[error(
        "a value or a row is longer than {0} bytes, the most that it may be in a query that holds so many of them; \
         make it shorter, or ask for fewer values at once"
    )]
    LongValue(usize),
    /// The query needs too much memory.
    #[error(
        "the query takes more than {0} MiB of memory, the most that a query gets; ask for less at once, or for rows in place of one long value"
    )]
    Memory(u64),
    /// The query needs too much disk space.
    #[error(
        "the query takes more than {0} GiB of temporary files, the most that a query gets; ask about fewer games, or leave out what sorts and groups"
    )]
    TemporaryFiles(u64),
    /// The query took too long.
    #[error("the query was not answered within {} s; ask for less, or give it more time", .0.as_secs_f64())]
    Timeout(Duration),
    /// The answer is longer than its reader can take.
    #[error("the answer is longer than {0} MiB")]
    LongAnswer(usize),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows cannot be written.
    #[error("standard output cannot be written")]
    Output(#[from] io::Error),
}

impl SqlError {
    pub(super) fn preparing(snapshot: &Snapshot, query: &str, error: Error) -> Self {
        match error {
            Error::MultipleStatement => Self::Several,
            error if is_of_file(&error) => snapshot.error(error).into(),
            _ if is_change(query) => Self::NotReading,
            Error::SqlInputError { msg, .. } if is_too_large(&msg) => Self::TooLarge(msg),
            Error::SqlInputError { msg, .. } => Self::Wrong(msg),
            error if error.sqlite_error_code() == Some(ErrorCode::AuthorizationForStatementDenied) => Self::NotReading,
            error => match error.to_string() {
                message if is_too_large(&message) => Self::TooLarge(message),
                message if is_refused_change(&message) => Self::NotReading,
                message => Self::Wrong(message),
            },
        }
    }

    pub(super) fn running(snapshot: &Snapshot, error: Error) -> Self {
        if is_of_file(&error) {
            snapshot.error(error).into()
        } else {
            Self::Failed(error.to_string())
        }
    }
}

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

/// Returns whether the message says that a table or view cannot be changed. SQLite refuses these changes
/// before it asks for permission.
fn is_refused_change(message: &str) -> bool {
    message.starts_with("cannot modify ") || message.ends_with(" may not be modified")
}

/// Returns whether a query begins as a statement that changes something. SQLite has many reasons to refuse
/// one before it asks for permission.
fn is_change(query: &str) -> bool {
    let query = query.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
    let first = query
        .split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or_default();
    CHANGES.iter().any(|change| first.eq_ignore_ascii_case(change))
}

/// Returns whether the message says that a query is too complex.
fn is_too_large(message: &str) -> bool {
    // A table takes a few arguments, however small the query is.
    let is_of_table = message.contains("() - max ");
    !is_of_table && TOO_LARGE.iter().any(|begin| message.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_names_a_command_of_the_program_or_a_document() {
        let said = || "no such column: x".to_owned();
        for error in [
            SqlError::Wrong(said()),
            SqlError::Failed(said()),
            SqlError::NotReading,
            SqlError::Several,
            SqlError::Nothing,
            SqlError::LongQuery(64),
            SqlError::TooLarge(said()),
            SqlError::LongValue(100),
            SqlError::Memory(100),
            SqlError::TemporaryFiles(1),
            SqlError::Timeout(Duration::from_secs(20)),
            SqlError::LongAnswer(16),
        ] {
            let message = format!(" {error} ");
            for name in [" sql ", "bgo", "shell", "docs/", "--"] {
                assert!(!message.contains(name), "{message}");
            }
        }
    }
}
