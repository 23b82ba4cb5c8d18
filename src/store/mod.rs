//! The SQLite file: its schema and versions, the games and their records, and
//! the index of positions, which is written in segments and looked up one
//! block a segment. docs/format.md describes the file for readers of other
//! programs; the type that is stored has its `write` and `read` beside it.

mod block;
mod bytes;
mod compress;
mod database;
mod error;
mod games;
mod lookup;
mod posting;
mod schema;
mod seal;
mod segment;
mod totals;
mod writer;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

pub use block::Entry;
pub use compress::{RecordCompressor, train};
pub use database::{Access, Database, IndexSize};
pub use error::StoreError;
pub use games::{GameRow, StoredRecord};
pub use posting::{NextCode, PositionTotals, Posting};
pub use totals::{ByYear, GameFacts, Totals};
pub use writer::{NewGame, Source, Writer};
