use crate::go::BoardSize;
use crate::interrupt::Stopped;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use thiserror::Error;

/// Why the database could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no file of that name.
    #[error("there is no database at {}", .0.display())]
    Missing(PathBuf),
    /// A folder where the file is to be.
    #[error("{}: it is a folder; name a file in it", .0.display())]
    IsFolder(PathBuf),
    /// Nothing is in the file yet.
    #[error("{} is empty", .0.display())]
    Empty(PathBuf),
    /// The file is something else.
    #[error("{} is not a bgo database", .0.display())]
    NotADatabase(PathBuf),
    /// A later version of the program made it.
    #[error("{} has schema {found}, made by a later version of bgo; this one reads up to schema {known}", path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The latest schema this program knows.
        known: usize,
    },
    /// It was made with another hash table.
    #[error(
        "{} was made with the hash table {stored:08x} and cannot be used with {given:08x}; name the table it was made with",
        path.display()
    )]
    OtherHashTable {
        /// The database.
        path: PathBuf,
        /// The fingerprint of the table it was made with.
        stored: u32,
        /// The fingerprint of the table in use.
        given: u32,
    },
    /// An earlier schema in a place where it cannot be brought up to date.
    #[error("{} has an earlier schema and is read-only; open it once where it can be written", .0.display())]
    OlderReadOnly(PathBuf),
    /// A writer was stopped, and here it cannot be tidied up after.
    #[error("{} has changes in a journal beside it (-wal) and is in a read-only folder; open it once where it can be written", .0.display())]
    PendingJournal(PathBuf),
    /// No file or folder of a kind has this path or name.
    #[error("no {kind} {} was imported; {}", path.display(), list(known))]
    NotImported {
        /// What such a file or folder is called.
        kind: &'static str,
        /// What was asked for.
        path: PathBuf,
        /// Those that were.
        known: Vec<String>,
    },
    /// Several files or folders of a kind have this name.
    #[error("several {kind}s are named {}; give the whole path: {}", path.display(), found.join(", "))]
    SeveralImported {
        /// What such a file or folder is called.
        kind: &'static str,
        /// What was asked for.
        path: PathBuf,
        /// Those that have the name.
        found: Vec<String>,
    },
    /// No game has such a number.
    #[error("there is no game {}", numbers(.0))]
    NoSuchGame(RangeInclusive<i64>),
    /// A position among those of another board size.
    #[error("a position of a {found} board is among those of {expected} boards")]
    OtherBoardSize {
        /// The size of its board.
        found: BoardSize,
        /// The size that was announced.
        expected: BoardSize,
    },
    /// A row is missing, or its checksum or content is wrong.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// Which part and what is wrong with it.
        what: String,
    },
    /// Its schema is not that of a database of this program.
    #[error(
        "{}: {}{}; nothing was read or changed",
        path.display(), problems.first().map_or("its schema is another", String::as_str), more(problems)
    )]
    OtherSchema {
        /// The database.
        path: PathBuf,
        /// What is wrong, a sentence for each part of the schema.
        problems: Vec<String>,
    },
    /// A table that questions in SQL read and that has no checksums.
    #[error("the table {0} cannot be verified")]
    Unverifiable(String),
    /// Another process is writing to it.
    #[error("{} is being written to by another process; try again when that is done", .0.display())]
    Busy(PathBuf),
    /// It was made to stop. What was committed stays.
    #[error("stopped")]
    Stopped,
    /// SQLite could not read or write.
    #[error("{}: {}", path.display(), explain(error))]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// What SQLite says; not a source of its own, as it is explained here.
        error: rusqlite::Error,
    },
}

impl From<Stopped> for StoreError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Some of the names.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 5;
    match names {
        [] => "there are none".to_owned(),
        [..] if names.len() > SHOWN => format!(
            "there are {} and {} more",
            names[..SHOWN].join(", "),
            names.len() - SHOWN
        ),
        _ => format!("there are {}", names.join(", ")),
    }
}

/// How many other problems there are.
fn more(problems: &[String]) -> String {
    match problems.len() {
        0 | 1 => String::new(),
        2 => ", and 1 more problem".to_owned(),
        found => format!(", and {} more problems", found - 1),
    }
}

fn numbers(range: &RangeInclusive<i64>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        format!("from {} to {}", range.start(), range.end())
    }
}

/// SQLite's message, with what the user can do about the common ones.
fn explain(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) => "the database is read-only".to_owned(),
        Some(ErrorCode::CannotOpen) => "the file cannot be opened or made there".to_owned(),
        Some(ErrorCode::PermissionDenied) => "permission denied".to_owned(),
        Some(ErrorCode::DiskFull) => "the disk is full; nothing that was committed is lost".to_owned(),
        Some(ErrorCode::SystemIoFailure) => format!("reading or writing failed ({error})"),
        _ => error.to_string(),
    }
}
