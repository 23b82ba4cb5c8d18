//! The commands and options of the program that help where the library failed. The
//! library does not know them, so its messages do not name them.

use bgo::archive::{ArchiveError, ArchiveFault};
use bgo::export::ExportError;
use bgo::files::NewFileError;
use bgo::import::{ImportError, ReadFailure, has_analyses};
use bgo::query::QueryError;
use bgo::sql::SqlError;
use bgo::store::StoreError;
use bgo_research::{DamageKind, DamagedFile, ErrorKind, ResearchError};
use std::error::Error;

/// The place where the user types what a hint names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    InShell,
    OnCommandLine,
}

/// An error to whose message the program adds a hint.
pub(crate) trait Hinted {
    /// Returns the end of the message; most errors need none.
    fn hint(&self, typed: Typed) -> &'static str;
}

impl Hinted for StoreError {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Missing(_) if typed == Typed::InShell => "; \"import PATH\" makes one",
            Self::Missing(_) => "; `bgo import ARCHIVE` makes one",
            Self::Empty(_) if typed == Typed::InShell => "; \"import PATH\" fills it",
            Self::Empty(_) => "; `bgo import ARCHIVE` fills it",
            Self::OtherHashTable { .. } => " (--hash-table)",
            Self::OtherSchema { .. } => "; `bgo check --repair` restores what it can",
            Self::Unverifiable(_) => "; sql reads it with --unverified",
            _ => "",
        }
    }
}

impl Hinted for NewFileError {
    fn hint(&self, _: Typed) -> &'static str {
        match self {
            Self::Exists(_) => "; --overwrite replaces it",
            _ => "",
        }
    }
}

impl Hinted for QueryError {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Store(error) => error.hint(typed),
            Self::LargeTree(_) => " (--depth, --min-games)",
            _ => "",
        }
    }
}

impl Hinted for SqlError {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Store(error) => error.hint(typed),
            Self::Timeout(_) => " (--timeout)",
            Self::Wrong(_) => "; sql without a query lists the tables and their columns",
            Self::Nothing => "; sql without one lists the tables and their columns",
            Self::TooLarge(_) => ", docs/sql.md has the limits",
            Self::LongAnswer(_) if typed == Typed::InShell => ", the most that the shell shows; bgo sql writes any",
            _ => "",
        }
    }
}

impl Hinted for ExportError {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Query(error) => error.hint(typed),
            Self::File(error) => error.hint(typed),
            Self::HasDataset(_) => "; --overwrite replaces it",
            _ => "",
        }
    }
}

impl Hinted for ImportError {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Store(error) => error.hint(typed),
            Self::NoAnalyses(_) => "; `bgo import` reads game records and archives of them",
            Self::NoRecords(_) => "; `bgo remove --archive FOLDER` removes its games",
            _ => "",
        }
    }
}

impl Hinted for ReadFailure {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Archive(error) => error.hint(typed),
            _ => "",
        }
    }
}

impl Hinted for ArchiveError {
    fn hint(&self, _: Typed) -> &'static str {
        let is_of_engine = match self.fault {
            ArchiveFault::Unknown | ArchiveFault::UnknownInside(_) => has_analyses(&self.archive),
            _ => Ok(false),
        };
        match is_of_engine {
            Ok(true) => "; `bgo analyses import` reads what it has, lines of KataGo's analysis engine",
            _ => "",
        }
    }
}

impl Hinted for DamagedFile {
    fn hint(&self, _: Typed) -> &'static str {
        match self.kind {
            // A file of another board size looks damaged from its first record on.
            DamageKind::First { .. } => " (--size)",
            _ => "",
        }
    }
}

impl Hinted for ResearchError {
    fn hint(&self, typed: Typed) -> &'static str {
        match self {
            Self::Query(error) => error.hint(typed),
            Self::NewFile(error) => error.hint(typed),
            Self::Damaged(error) => error.hint(typed),
            Self::Refused(kind, _) => match kind {
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
            Self::Archive(_) | Self::File(_) | Self::Stream { .. } | Self::Stopped(_) => "",
        }
    }
}

/// Returns the hint for an error of any type, for the command line.
pub(crate) fn hint(error: &(dyn Error + 'static)) -> &'static str {
    fn known<T: Error + Hinted + 'static>(error: &(dyn Error + 'static)) -> Option<&'static str> {
        error.downcast_ref().map(|error: &T| error.hint(Typed::OnCommandLine))
    }
    let kinds = [
        known::<StoreError>,
        known::<NewFileError>,
        known::<QueryError>,
        known::<SqlError>,
        known::<ExportError>,
        known::<ImportError>,
        known::<ReadFailure>,
        known::<DamagedFile>,
        known::<ResearchError>,
    ];
    kinds.iter().find_map(|kind| kind(error)).unwrap_or_default()
}
