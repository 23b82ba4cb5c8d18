//! The commands and options of the program that help where the library failed. The
//! library does not know them, so its messages do not name them.

use bgo::internal::archive::{ArchiveError, ArchiveFault};
use bgo::internal::export::ExportError;
use bgo::internal::files::NewFileError;
use bgo::internal::import::{ImportError, ReadFailure, has_analyses};
use bgo::internal::query::QueryError;
use bgo::internal::sql::SqlError;
use bgo::internal::store::StoreError;
use bgo_research::{DamageKind, DamagedFile, ErrorKind, ResearchError};
use std::error::Error;

/// Returns the end of the message of an error, for the shell or for the command line; most errors
/// need none.
pub(crate) fn hint(error: &(dyn Error + 'static), in_shell: bool) -> &'static str {
    if let Some(error) = error.downcast_ref() {
        of_store(error, in_shell)
    } else if let Some(error) = error.downcast_ref() {
        of_new_file(error)
    } else if let Some(error) = error.downcast_ref() {
        of_query(error, in_shell)
    } else if let Some(error) = error.downcast_ref() {
        of_sql(error, in_shell)
    } else if let Some(error) = error.downcast_ref() {
        of_export(error, in_shell)
    } else if let Some(error) = error.downcast_ref() {
        of_import(error, in_shell)
    } else if let Some(ReadFailure::Archive(error)) = error.downcast_ref() {
        of_archive(error)
    } else if let Some(error) = error.downcast_ref() {
        of_damage(error)
    } else if let Some(error) = error.downcast_ref() {
        of_research(error, in_shell)
    } else {
        ""
    }
}

fn of_store(error: &StoreError, in_shell: bool) -> &'static str {
    match error {
        StoreError::Missing(_) if in_shell => "; \"import PATH\" makes one",
        StoreError::Missing(_) => "; `bgo import ARCHIVE` makes one",
        StoreError::Empty(_) if in_shell => "; \"import PATH\" fills it",
        StoreError::Empty(_) => "; `bgo import ARCHIVE` fills it",
        StoreError::Development(_) => ": `bgo import OLD --db NEW`",
        StoreError::OtherHashTable { .. } => " (--hash-table)",
        StoreError::OtherSchema { .. } | StoreError::Damaged { .. } => "; `bgo check --repair` restores what it can",
        StoreError::Unverifiable(_) => "; sql reads it with --unverified",
        _ => "",
    }
}

fn of_new_file(error: &NewFileError) -> &'static str {
    match error {
        NewFileError::Exists(_) => "; --overwrite replaces it",
        _ => "",
    }
}

fn of_query(error: &QueryError, in_shell: bool) -> &'static str {
    match error {
        QueryError::Store(error) => of_store(error, in_shell),
        QueryError::LargeTree(_) => " (--depth, --min-games)",
        _ => "",
    }
}

fn of_sql(error: &SqlError, in_shell: bool) -> &'static str {
    match error {
        SqlError::Store(error) => of_store(error, in_shell),
        SqlError::Timeout(_) => " (--timeout)",
        SqlError::NotReading if in_shell => "; \"import\" adds games, and \"remove\" removes them",
        SqlError::NotReading => "; `bgo import` adds games, and `bgo remove` removes them",
        SqlError::Wrong(_) => "; sql without a query lists the tables and their columns",
        SqlError::Nothing => "; sql without one lists the tables and their columns",
        SqlError::TooLarge(_) => ", docs/sql.md has the limits",
        SqlError::LongAnswer(_) if in_shell => ", the most that the shell shows; bgo sql writes any",
        _ => "",
    }
}

fn of_export(error: &ExportError, in_shell: bool) -> &'static str {
    match error {
        ExportError::Query(error) => of_query(error, in_shell),
        ExportError::File(error) => of_new_file(error),
        ExportError::HasDataset(_) => "; --overwrite replaces it",
        _ => "",
    }
}

fn of_import(error: &ImportError, in_shell: bool) -> &'static str {
    match error {
        ImportError::Store(error) => of_store(error, in_shell),
        ImportError::NoAnalyses(_) => "; `bgo import` reads game records and archives of them",
        ImportError::NoRecords(_) => "; `bgo remove --archive FOLDER` removes its games",
        _ => "",
    }
}

fn of_archive(error: &ArchiveError) -> &'static str {
    let is_unknown = matches!(error.fault, ArchiveFault::Unknown | ArchiveFault::UnknownInside(_));
    if is_unknown && has_analyses(&error.archive).unwrap_or(false) {
        "; `bgo analyses import` reads what it has, lines of KataGo's analysis engine"
    } else {
        ""
    }
}

fn of_damage(error: &DamagedFile) -> &'static str {
    match error.kind {
        // A file of another board size looks damaged from its first record on.
        DamageKind::First { .. } => " (--size)",
        _ => "",
    }
}

fn of_research(error: &ResearchError, in_shell: bool) -> &'static str {
    match error {
        ResearchError::Query(error) => of_query(error, in_shell),
        ResearchError::NewFile(error) => of_new_file(error),
        ResearchError::Damaged(error) => of_damage(error),
        ResearchError::Refused(kind, _) => match kind {
            ErrorKind::Table => " (--zobrist FILE)",
            ErrorKind::QueueIsInput => " (--queue)",
            ErrorKind::EmptySet => "; --sets all has all games",
            ErrorKind::NoArchiveFiles => " (--parts)",
            ErrorKind::NotThisSet => "; --overwrite replaces it",
            ErrorKind::FewRows => " (--batch)",
            ErrorKind::NoParts => "; make some with bgo enumerate legal",
            ErrorKind::MissingPart => "; make it with bgo enumerate legal",
            ErrorKind::RulesForm => "; kata-get-rules shows their form",
            ErrorKind::Setting | ErrorKind::Other => "",
        },
        ResearchError::Archive(_)
        | ResearchError::File(_)
        | ResearchError::Stream { .. }
        | ResearchError::Stopped(_) => "",
    }
}
