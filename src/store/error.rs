use crate::go::BoardSize;
use crate::interrupt::Stopped;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of the database.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file does not exist, or its path is empty.
    #[error("{}", missing(.0))]
    Missing(PathBuf),
    /// The path is a folder.
    #[error("{}: it is a folder; name a file in it", .0.display())]
    IsFolder(PathBuf),
    /// The path, or one beside it where SQLite keeps its journal, is a device, a pipe or a socket.
    #[error("{}: it is neither a file nor a folder", .0.display())]
    NotAFile(PathBuf),
    /// The file is empty.
    #[error("{} is empty", .0.display())]
    Empty(PathBuf),
    /// The file is not a database of this program.
    #[error("{} is not a bgo database", .0.display())]
    NotADatabase(PathBuf),
    /// The file was created by a later version of the program.
    #[error("{} has schema {found}, made by a later version of bgo; this one reads up to schema {known}", path.display())]
    Newer {
        /// The path of the database.
        path: PathBuf,
        /// The schema of the database.
        found: i64,
        /// The latest schema that this program knows.
        known: usize,
    },
    /// The database was created with another hash table.
    #[error(
        "{} was made with the hash table {stored:08x} and cannot be used with {given:08x}; name the table it was made with",
        path.display()
    )]
    OtherHashTable {
        /// The path of the database.
        path: PathBuf,
        /// The fingerprint of the database's table.
        stored: u32,
        /// The fingerprint of the given table.
        given: u32,
    },
    /// The file was made by a development version of the program.
    #[error("{} was made by a development version of bgo; import its games into a new database", .0.display())]
    Development(PathBuf),
    /// A writer was stopped, and the read-only folder prevents recovery.
    #[error("{} has changes in a journal beside it (-wal or -journal) and is in a read-only folder; open it once where it can be written", .0.display())]
    PendingJournal(PathBuf),
    /// Another file took the place of the file, which was being written to, or a journal of
    /// the earlier file is still beside it.
    #[error("{} was replaced by another file, or has a journal (-wal) of the file that was there; open it again when no program uses the earlier file", .0.display())]
    Replaced(PathBuf),
    /// No file or folder of a kind has the given path or name.
    #[error("no {kind} {} was imported; {}", path.display(), list(known))]
    NotImported {
        /// The term for such a file or folder.
        kind: &'static str,
        /// The given path or name.
        path: PathBuf,
        /// The imported paths of this kind.
        known: Vec<String>,
    },
    /// Several files or folders of a kind have the given name.
    #[error("several {kind}s are named {}; give the whole path: {}", path.display(), found.join(", "))]
    SeveralImported {
        /// The term for such a file or folder.
        kind: &'static str,
        /// The given name.
        path: PathBuf,
        /// The paths that have this name.
        found: Vec<String>,
    },
    /// No game has one of these numbers.
    #[error("there is no game {}", numbers(.0))]
    NoSuchGame(RangeInclusive<i64>),
    /// The board size of a position differs from that of the others.
    #[error("a position of a {found} board is among those of {expected} boards")]
    OtherBoardSize {
        /// The board size of the position.
        found: BoardSize,
        /// The expected board size.
        expected: BoardSize,
    },
    /// A row is missing, or its checksum or content is wrong.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The path of the database.
        path: PathBuf,
        /// The damaged part and its damage.
        what: String,
    },
    /// The schema is not that of a database of this program.
    #[error(
        "{}: {}{}; nothing was read or changed",
        path.display(), problems.first().map_or("its schema is another", String::as_str), more(problems)
    )]
    OtherSchema {
        /// The path of the database.
        path: PathBuf,
        /// The differences, one sentence for each part of the schema.
        problems: Vec<String>,
    },
    /// A table read by an SQL query has no checksums.
    #[error("the table {0} cannot be verified")]
    Unverifiable(String),
    /// Another process is writing to the database.
    #[error("{} is being written to by another process; try again when that is done", .0.display())]
    Busy(PathBuf),
    /// The file cannot be written to, or was opened only for reading.
    #[error("{}: the database is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// The operation was requested to stop. Committed changes remain.
    #[error("stopped")]
    Stopped,
    /// SQLite could not read or write the file.
    #[error("{}: {}", path.display(), explain(error))]
    Sqlite {
        /// The path of the database.
        path: PathBuf,
        /// SQLite's error. It is not a `source`, because the message includes its
        /// explanation.
        error: rusqlite::Error,
    },
}

impl From<Stopped> for StoreError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

fn missing(path: &Path) -> String {
    if path.as_os_str().is_empty() {
        "the path of the database is empty".to_owned()
    } else {
        format!("there is no database at {}", path.display())
    }
}

/// Lists the first names.
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

/// Counts the problems after the first.
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

/// Returns SQLite's message, with advice for common errors.
fn explain(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen) => "the file cannot be opened or made there".to_owned(),
        Some(ErrorCode::PermissionDenied) => "permission denied".to_owned(),
        Some(ErrorCode::DiskFull) => "the disk is full; nothing that was committed is lost".to_owned(),
        Some(ErrorCode::SystemIoFailure) => format!("reading or writing failed ({error})"),
        _ => error.to_string(),
    }
}
