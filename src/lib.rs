//! An embedded database of Go game records.
//!
//! A database is one SQLite file. [`import`] reads archives of SGF files, replays
//! each game and indexes every position under one key for all eight orientations.
//! A [`Snapshot`] of the database answers questions about a position: [`search`]
//! returns the moves played from it, [`years`] and [`players`] when and by whom,
//! [`tree`] the continuations, and [`Choice`] lists the games.
//!
//! ```
//! use bgo::{Access, BoardSize, Database, ImportOptions, Move, Question, SearchBoard};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.sqlite");
//! // Open a database; the file is created if it does not exist.
//! let database = Database::open(&path, Access::Write)?;
//!
//! // Import archives, folders or single files. [`import_with`] reports progress.
//! let imported = bgo::import(&database, &["fixtures/selfplay.tgz".into()], &ImportOptions::default())?;
//! println!("{} games added", imported.summary.added);
//!
//! // Play a move and search the position.
//! let mut board = SearchBoard::new(BoardSize::MAX);
//! board.play(Move::parse("pd", board.to_play(), board.size())?)?;
//! let answer = bgo::search(&database.snapshot()?, &Question::new(board), bgo::Detail::Counts)?;
//!
//! println!("{} games reach the position", answer.totals.games);
//! for next in &answer.next_moves {
//!     println!("{}: {} games", next.mv.target(), next.totals.games);
//! }
//! # assert_eq!(answer.totals.games, 99);
//! # assert_eq!(answer.next_moves.len(), 3);
//! # Ok(())
//! # }
//! ```
//!
//! The names below are the library. The hidden modules serve the program and the
//! other crates of the workspace, and change without notice.
//!
//! Without the feature `import`, which is on by default, the library opens databases and answers
//! questions, and has neither Parquet nor the formats of archives in its tree.
//!
//! SQLite answers faster with several threads if it is compiled without its shared
//! memory accounting, as `.cargo/config.toml` of this repository does.

// Imports are the only callers of some of the rest.
#![cfg_attr(not(feature = "import"), allow(dead_code, unused_imports))]

pub use evaluation::Evaluation;
#[cfg(feature = "import")]
pub use export::{ExportError, Exported, Form, Target, export};
pub use facts::Description;
pub use go::{
    Board, BoardSize, Color, HashTable, Illegal, Move, ParseError as ParseMoveError, Point, PositionKey, Transform,
};
#[cfg(feature = "import")]
pub use import::{
    ImportError, ImportOptions, ImportProgress, ImportSummary, Imported, Note, Reporter, import, import_with,
};
pub use interrupt::Interrupt;
pub use pattern::{Area, Pattern};
pub use query::{
    Answer, AnswerCounts, Branch, CONDITIONS, Choice, Chosen, Condition, ConditionError, Detail, EngineMove, Filter,
    Find, GameList, GameNumbers, Halts, Limits, ListedGame, MarginPattern, MoveDetails, NamePattern, NextMove,
    PARAMETERS, Page, Parameter, PatternAnswer, PatternCounts, PatternOccurrence, PatternOptions, PatternPlace,
    PatternSearch, Period, Place, PlayError, PlayerCount, Players, QueryError, Question, QuestionError, ResultPattern,
    Scope, SearchBoard, Setup, SetupError, SeveralPlayers, Sort, Tree, TreeSize, Watch, WinRate, Years, YearsOfMove,
    players, search, tree, years,
};
pub use range::{Range, RangeValue, YearRange};
pub use record::{
    GameLines, GameRecord, GameResult, Komi, Margin, PartialDate, Rank, TimeLimit, Variation, decode, game_lines,
    game_trees,
};
pub use store::{Access, Database, Occurrence, Snapshot, StoreError, Totals, YearCount, YearTotals};

// Each module imports only those above it.

/// Files of the repository that the program carries. They are here because a published package
/// reaches no file outside its own folder, and this package's folder is the whole repository.
#[doc(hidden)]
pub mod bundled {
    /// The archive `selfplay.tgz`: a few hundred games that GNU Go played against itself.
    pub const GAMES: &[u8] = include_bytes!("../fixtures/selfplay.tgz");
    /// The document with the recipes.
    pub const RECIPES: &str = include_str!("../docs/recipes.md");
}

#[doc(hidden)]
pub mod interrupt;

#[doc(hidden)]
pub mod files;

#[doc(hidden)]
pub mod go;

#[doc(hidden)]
pub mod pattern;

#[doc(hidden)]
pub mod record;

#[doc(hidden)]
pub mod facts;

#[doc(hidden)]
pub mod evaluation;

#[doc(hidden)]
pub mod range;

#[cfg(feature = "import")]
#[doc(hidden)]
pub mod archive;

#[doc(hidden)]
pub mod position_file;

#[doc(hidden)]
pub mod store;

#[doc(hidden)]
pub mod query;

#[doc(hidden)]
pub mod sql;

#[cfg(feature = "import")]
#[doc(hidden)]
pub mod export;

#[cfg(feature = "import")]
#[doc(hidden)]
pub mod dataset;

#[cfg(feature = "import")]
#[doc(hidden)]
pub mod import;

#[cfg(all(any(test, fuzzing), feature = "import"))]
#[doc(hidden)]
pub mod fuzzing;

#[cfg(test)]
mod testing;
