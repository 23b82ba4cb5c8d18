//! The SQLite file: its schema and versions, the games and their records, the
//! index of positions, which is written in segments and looked up one block a
//! segment, and files of positions. docs/format.md describes the file for readers
//! of other programs; the type that is stored has its `write` and `read` beside it.

mod check;
mod codec;
mod database;
mod error;
mod games;
mod index;
mod inventory;
mod reading;
mod snapshot;
mod sqlite;
mod write;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

pub use check::Checked;
pub use codec::block::Entry;
pub use codec::compress::{RecordCompressor, train};
pub use codec::game_columns::{RowId, Traits};
pub use codec::posting::{NextCode, PositionTotals, Posting};
pub use codec::totals::{GameFacts, Totals, YearCount, YearTotals};
pub use database::{Access, Database};
pub use error::StoreError;
pub use games::columns::Columns;
pub use games::description::{Description, SourcePlace};
pub use games::position_files::PositionFile;
pub use games::records::{GameRow, StoredRecord};
pub use games::texts::{RowSet, Texts};
pub use games::words::{FoundWords, game_words};
pub use index::lookup::Occurrence;
pub use inventory::{Inventory, Parts};
pub use snapshot::{Snapshot, State};
pub use write::position_files::AddedPositions;
pub use write::remove::{Removed, Selection};
pub use write::transaction::Transaction;
pub use write::writer::{NewGame, Source, Writer};
