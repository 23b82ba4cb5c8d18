//! The commands and options of the program that help where the library failed. The
//! library does not know them, so its messages do not name them.

use bgo::export::ExportError;
use bgo::files::NewFileError;
use bgo::import::{ImportError, SyncError};
use bgo::query::QueryError;
use bgo::sql::SqlError;
use bgo::store::StoreError;
use bgo_research::dataset::DatasetError;
use bgo_research::enumerate::EnumerateError;
use bgo_research::formats::positions::PositionFileError;
use bgo_research::positions::PositionsError;
use std::error::Error;

/// An error to whose message the program adds a hint.
pub(crate) trait Hint {
    /// Returns the end of the message; most errors need none.
    fn hint(&self) -> &'static str;
}

impl Hint for StoreError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Missing(_) => "; `bgo import ARCHIVE` makes one",
            Self::Empty(_) => "; `bgo import ARCHIVE` fills it",
            Self::OtherHashTable { .. } => " (--hash-table)",
            Self::OtherSchema { .. } => "; `bgo check --repair` restores what it can",
            Self::Unverifiable(_) => "; sql reads it with --unverified",
            _ => "",
        }
    }
}

impl Hint for NewFileError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Exists(_) => "; --overwrite replaces it",
            _ => "",
        }
    }
}

impl Hint for QueryError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Store(error) => error.hint(),
            Self::LargeTree(_) => " (--depth, --min-games)",
            _ => "",
        }
    }
}

impl Hint for SqlError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Store(error) => error.hint(),
            Self::Timeout(_) => " (--timeout)",
            _ => "",
        }
    }
}

impl Hint for ExportError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Query(error) => error.hint(),
            Self::File(error) => error.hint(),
            _ => "",
        }
    }
}

impl Hint for ImportError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Store(error) => error.hint(),
            _ => "",
        }
    }
}

impl Hint for SyncError {
    fn hint(&self) -> &'static str {
        match self {
            Self::NoRecords(_) => "; `bgo remove --archive FOLDER` removes its games",
            Self::Store(error) => error.hint(),
            _ => "",
        }
    }
}

impl Hint for PositionFileError {
    fn hint(&self) -> &'static str {
        // A file of another board size looks damaged from its first record on.
        match self.is_first && self.size.is_some() {
            true => " (--size)",
            false => "",
        }
    }
}

impl Hint for PositionsError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Query(error) => error.hint(),
            Self::NewFile(error) => error.hint(),
            Self::Damaged(error) => error.hint(),
            Self::NoTable { .. } | Self::SeveralTables { .. } => " (--zobrist FILE)",
            Self::QueueIsInput(_) => " (--queue)",
            _ => "",
        }
    }
}

impl Hint for DatasetError {
    fn hint(&self) -> &'static str {
        match self {
            Self::Query(error) => error.hint(),
            Self::NewFile(error) => error.hint(),
            Self::EmptySet { .. } => "; --sets all has all games",
            Self::NoParts(_) => " (--parts)",
            Self::NotThisSet { .. } => "; --overwrite replaces it",
            _ => "",
        }
    }
}

impl Hint for EnumerateError {
    fn hint(&self) -> &'static str {
        match self {
            Self::NewFile(error) => error.hint(),
            Self::NoParts(_) => "; make some with bgo enumerate legal",
            Self::MissingPart(_) => "; make it with bgo enumerate legal",
            _ => "",
        }
    }
}

/// Returns the hint for an error of any type.
pub(crate) fn hint(error: &(dyn Error + 'static)) -> &'static str {
    fn known<T: Error + Hint + 'static>(error: &(dyn Error + 'static)) -> Option<&'static str> {
        error.downcast_ref().map(T::hint)
    }
    let kinds = [
        known::<StoreError>,
        known::<NewFileError>,
        known::<QueryError>,
        known::<SqlError>,
        known::<ExportError>,
        known::<ImportError>,
        known::<SyncError>,
        known::<PositionFileError>,
        known::<PositionsError>,
        known::<DatasetError>,
        known::<EnumerateError>,
    ];
    kinds.iter().find_map(|kind| kind(error)).unwrap_or_default()
}
