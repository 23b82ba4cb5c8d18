//! The SQLite file: its schema and versions, the games and their records, the index
//! of positions, and position files. The index is written in segments; a lookup
//! reads one block per segment. docs/format.md describes the file for authors of
//! other programs. `codec` has the formats of the stored bytes, each with its `write` and
//! its `read`; `games` and `index` read rows, `write` writes them.

mod check;
mod codec;
mod database;
mod error;
mod every_record;
mod games;
mod index;
mod inventory;
mod queries;
mod snapshot;
mod sqlite;
mod write;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

pub use check::Checked;
pub use codec::block::IndexEntry;
pub use codec::compress::{RecordCompressor, train};
pub use codec::course::{CourseReader, write_course};
pub(crate) use codec::game_columns::{GameColumns, RowId};
pub use codec::posting::{NextCode, PositionTotals, Posting};
pub use codec::totals::{GameFacts, Totals, YearCount, YearTotals};
pub use database::{Access, Database};
pub use error::StoreError;
pub(crate) use every_record::{EveryRecord, FoundRecord, is_sqlite_file};
pub use games::analyses::AnalysisFile;
pub use games::columns::Columns;
pub use games::description::SourcePlace;
pub use games::names::{ArchiveNames, GameNames, NameCount, Names};
pub(crate) use games::paths::find_among;
pub use games::paths::stored_path;
pub use games::position_files::PositionFile;
pub(crate) use games::records::DuplicateCandidate;
pub use games::records::StoredRecord;
pub use games::sources::{ArchiveCount, SourceKey};
pub(crate) use games::sources::{FoundArchive, FoundSource, GameSet};
pub(crate) use games::texts::RowSet;
pub use games::texts::Texts;
pub(crate) use games::words::BOUNDARY;
pub(crate) use games::words::FoundWords;
pub use games::words::game_words;
pub(crate) use index::halt::Halt;
pub(crate) use index::lookup::Occurrence;
pub use inventory::{Inventory, Parts};
pub use snapshot::{Snapshot, State};
pub(crate) use write::analyses::{AnalysisFileWriters, Earlier};
pub(crate) use write::game_row::encoding_name;
pub use write::position_files::AddedPositions;
pub use write::remove::{Join, Removed, Selection};
pub use write::transaction::Transaction;
pub use write::writer::{NewGame, Source, Writer};
