//! The SQLite file: its schema and versions, the games and their records, the index
//! of positions, and position files. The index is written in segments; a lookup
//! reads one block per segment. docs/format.md describes the file for authors of
//! other programs. `codec` has the formats of the stored bytes, each with its `write` and
//! its `read`; `games` and `index` read rows, `write` writes them. The methods of
//! [`Snapshot`] stand where their rows are read.

mod check;
mod codec;
mod database;
mod earlier;
mod error;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;
mod games;
mod index;
mod inventory;
mod snapshot;
mod sqlite;
mod write;

pub use check::Checked;
pub(crate) use codec::{
    CORNER_HEAD, CORNER_POINTS, Column, CornerPart, CornerStart, CornerStep, CornerTail, CornerTree, LISTS_PER_PART,
    QUADRANTS, RowId, corner_point, point_of_corner,
};
pub use codec::{
    GameFacts, IndexEntry, NextCode, PositionTotals, Posting, RecordCompressor, Totals, YearCount, YearCounter,
    YearTotals, read_course, train, write_course,
};
pub use database::Database;
pub(crate) use database::is_sqlite_file;
pub use error::StoreError;
pub use games::{
    AliasedPlayer, AnalysisFile, Columns, GameNames, ImportedArchive, PositionFile, SourceKey, SourcePlace,
    StoredRecord, Texts, game_words, stored_path,
};
pub(crate) use games::{
    ArchiveSources, BOUNDARY, FoundArchive, FoundRecord, FoundWords, GAMES_PER_RUN, GameView, GamesByDate, RowSet,
    StoredSource, find_among, runs_up_to,
};
pub use index::Occurrence;
pub(crate) use index::OccurrenceReader;
pub use inventory::{Inventory, Parts};
pub(crate) use snapshot::Remembered;
pub use snapshot::{Snapshot, State};
pub use sqlite::{Access, sqlite_version};
pub use write::{AddedPositions, Join, NewGame, Removed, Selection, Source, Writer};
pub(crate) use write::{AnalysisFileWriter, Transaction, encoding_name, known_analysis_files};
