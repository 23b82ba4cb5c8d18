//! The SQLite file: its schema and versions, the games and their records, the
//! index of positions, which is written in segments and looked up one block a
//! segment, and files of positions. docs/format.md describes the file for readers
//! of other programs; the type that is stored has its `write` and `read` beside it.

mod append;
mod block;
mod block_rows;
mod bucket;
mod bytes;
mod check;
mod columns;
mod compress;
mod database;
mod derived;
mod description;
mod error;
mod game_row;
mod games;
mod imported;
mod inventory;
mod lookup;
mod merge;
mod pack;
mod passages;
mod positions;
mod posting;
mod remove;
mod repair;
mod schema;
mod seal;
mod segment;
mod sources;
mod state;
mod table;
mod texts;
mod totals;
mod traits;
mod transaction;
mod verify;
mod words;
mod writer;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

pub use block::Entry;
pub use check::Checked;
pub use columns::ColumnsInTurn;
pub use compress::{RecordCompressor, train};
pub use database::{Access, Database};
pub use description::{Description, SourcePlace};
pub use error::StoreError;
pub use games::{GameRow, StoredRecord};
pub use inventory::{Inventory, Parts};
pub use lookup::Occurrence;
pub use positions::{AddedPositions, PositionFile};
pub use posting::{NextCode, PositionTotals, Posting};
pub use remove::{Removed, Selection};
pub use state::State;
pub use texts::{RowSet, Texts};
pub use totals::{GameFacts, Totals, YearCount, YearTotals};
pub use traits::{RowId, Traits};
pub use words::{FoundWords, game_words};
pub use writer::{NewGame, Source, Writer};
