//! An embedded database of Go game records.
//!
//! A database is one SQLite file. [`import()`] reads archives of SGF files, replays
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
//!     println!("{}: {} games", next.mv.target(), next.games.totals.games);
//! }
//! # assert_eq!(answer.totals.games, 99);
//! # assert_eq!(answer.next_moves.len(), 3);
//! # Ok(())
//! # }
//! ```
//!
//! The names below are the library. A hidden module serves the program and the other
//! crates of the workspace, and changes without notice.
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
pub use openings::OpeningNames;
pub use pattern::{Area, Pattern};
pub use query::{
    Alternatives, Answer, AnswerCounts, Branch, CONDITIONS, Choice, Chosen, Clash, Comparison, Condition,
    ConditionError, Detail, EngineMove, Filter, Find, GameList, GameNumbers, Halts, Limits, ListedGame, MarginPattern,
    MoveDetails, MoveOrder, NamePattern, NextMove, PARAMETERS, Page, Parameter, PatternAnswer, PatternCounts,
    PatternOccurrence, PatternOptions, PatternPlace, PatternSearch, Period, Place, PlayError, PlayerCount, Players,
    QueryError, Question, QuestionError, RankCondition, ResultPattern, Scope, SearchBoard, Setup, SetupError,
    SeveralPlayers, Sort, Tree, TreeSize, Watch, WinRate, Years, YearsOfMove, players, search, tree, years,
};
pub use range::{Range, RangeValue, YearRange};
pub use record::{
    GameLines, GameRecord, GameResult, Komi, Margin, PartialDate, Rank, TimeLimit, Variation, decode, game_lines,
    game_trees,
};
pub use store::{Access, Database, Occurrence, Snapshot, StoreError, Totals, YearCount, YearTotals};

// Each module imports only those above it. Modules of which
// `internal` alone exports something need no public documentation.

mod interrupt;

#[allow(missing_docs)]
mod files;

mod go;

mod pattern;

mod record;

mod facts;

#[allow(missing_docs)]
mod evaluation;

mod range;

mod openings;

#[cfg(feature = "import")]
#[allow(missing_docs)]
mod archive;

#[allow(missing_docs)]
mod position_file;

mod store;

mod query;

mod sql;

#[cfg(feature = "import")]
mod export;

#[cfg(feature = "import")]
mod dataset;

#[cfg(feature = "import")]
mod import;

#[cfg(all(any(test, fuzzing), feature = "import"))]
mod fuzzing;

#[cfg(test)]
mod testing;

/// Files of the repository that the program carries. They are here because a published package
/// reaches no file outside its own folder, and this package's folder is the whole repository.
mod bundled {
    /// The archive `selfplay.tgz`: a few hundred games that GNU Go played against itself.
    pub const GAMES: &[u8] = include_bytes!("../fixtures/selfplay.tgz");
    /// The document with the recipes.
    pub const RECIPES: &str = include_str!("../docs/recipes.md");
}

/// What the other crates of the workspace and the tests use beside the names above. It changes without
/// notice.
#[cfg(feature = "import")]
#[doc(hidden)]
pub mod internal {
    pub mod archive {
        pub use crate::archive::{
            Archive, ArchiveError, ArchiveFault, ArchiveItem, Member, SkipReason, Spooled, open, open_until,
        };
    }
    pub mod bundled {
        pub use crate::bundled::{GAMES, RECIPES};
    }
    pub mod dataset {
        pub use crate::dataset::{
            DatasetError, Dialect, GameRow, GameRows, Manifest, Phase, PositionRow, Table, export_dataset, is_dataset,
            name_predicates, predicate,
        };
        pub mod columns {
            pub use crate::dataset::columns::{COURSES, GAMES, GAMES_BESIDES, POSITIONS, REPORT, SOURCES};
        }
        pub mod layout {
            pub use crate::dataset::layout::{
                GAMES_PER_FILE, MANIFEST, ROWS_PER_GROUP, ROWS_PER_PAGE, partition, partition_bits,
            };
        }
        pub mod manifest {
            pub use crate::dataset::manifest::{ArchiveEntry, Files, ImportCounts};
        }
    }
    pub mod evaluation {
        pub mod katago {
            pub use crate::evaluation::katago::Perspective;
        }
    }
    pub mod export {
        pub use crate::export::{
            ExportError, ExportGame, ExportRow, Exported, Form, MOVES, Target, columns, export, export_to,
            single_file_name,
        };
    }
    pub mod facts {
        pub use crate::facts::{Column, Described, Description, Get, Kind, facts};
    }
    pub mod files {
        pub use crate::files::{
            CsvWriter, FileError, FileId, NewFile, NewFileError, canonical, create_folder, destination, folder_of,
            give_name, hash, hex, read_regular, resolved, sync_folder,
        };
    }
    #[cfg(any(test, fuzzing))]
    pub mod fuzzing {
        pub use crate::fuzzing::{archive, block, diagram, record};
    }
    pub mod go {
        pub use crate::go::{
            Board, BoardSize, CanonicalPosition, Color, HashTable, Illegal, KeyTables, Move, ParseError, Point,
            Position, PositionKey, Transform, mix,
        };
    }
    pub mod import {
        pub use crate::import::{
            FOUND, FoundRow, ImportError, ImportOptions, ImportProgress, ImportSummary, Imported, ImportedAnalyses,
            NAMED_FILES, Note, Original, ReadFailure, RejectedGames, RejectionKind, RepairedGames, Reporter, SameGames,
            StoredAnalyses, SyncPlan, Synced, Verdict, apply_sync, check_analysis_files, check_paths, find_games,
            has_analyses, has_games, import, import_analyses, import_with, plan_sync, read_stored_analyses,
        };
    }
    pub mod interrupt {
        pub use crate::interrupt::{Interrupt, Running, Stopped};
    }
    pub mod openings {
        pub use crate::openings::NamedOpening;
    }
    pub mod pattern {
        pub use crate::pattern::{Area, Condition, Pattern};
    }
    pub mod position_file {
        pub use crate::position_file::{ExtraInfo, PositionId, PositionRecord, RecordDamage};
    }
    pub mod query {
        pub use crate::query::{
            Against, AlikeSearch, Alternatives, Answer, AnswerCounts, Branch, CONDITIONS, ChangedMove, Choice, Chosen,
            Clash, ComparedMove, Comparison, Condition, ConditionError, Conditions, Detail, Difference, Duplicates,
            DuplicatesOptions, Excluded, Filter, Find, GameList, GameNovelty, GamesOfMove, GamesOfPlayer, Halts,
            Handicap, LastCommon, Limits, ListPage, ListedGame, MAX_TREE_MOVES, MissingWord, MoveDetails, MoveOrder,
            NamePattern, NamedOpenings, NamedQuestion, NamedQuestions, NearDuplicates, NextMove, Novelties, Novelty,
            NoveltyQuestion, NoveltyTally, OpenGame, Opening, PARAMETERS, Page, Parameter, PatternCounts,
            PatternOccurrence, PatternOptions, PatternSearch, PatternTotals, PatternYear, Period, Place, PlayError,
            PlayedMove, PlayerCard, PlayerCount, PlayerNovelties, PlayerRecord, PlayerTally, Players, QueryError,
            Question, QuestionError, Scene, Scope, Score, SearchBoard, Setup, SetupError, SeveralPlayers, Sort,
            TallyByColor, Tree, TreeSize, Watch, WinRate, Years, add_aliases, analyses, compare, duplicates, handicaps,
            missing_handicap, near_duplicates, novelties, openings, player_card, player_named, player_novelties,
            player_record, players, proposed_aliases, redundant, require_game, score, search, shown_stones, tree,
            years,
        };
        pub mod json {
            #[cfg(feature = "schema")]
            pub use crate::query::json::ColorLetter;
            pub use crate::query::json::{letter, win_rate};
        }
    }
    pub mod range {
        pub use crate::range::{Range, RangeValue, YearRange};
    }
    pub mod record {
        pub use crate::record::{
            Action, CanonicalMoves, Content, Course, Day, Extent, GameDate, GameInfo, GameRecord, GameResult, GameTree,
            Komi, MAX_LETTERS, MAX_RECORD, Margin, Next, Outcome, PartialDate, Rank, Rejection, RepairKind, Repairs,
            Replayed, SetupPoint, Steps, TextEncoding, TimeLimit, decode, decoded_trees, fold, game_lines, game_trees,
            parts, portable, replay, sgf_bytes,
        };
    }
    pub mod sql {
        pub use crate::sql::{
            FUNCTIONS, Parameters, ResultColumn, Sheet, SqlError, SqlSession, TABLES, Value, ValueRef,
        };
    }
    pub mod store {
        pub use crate::store::{
            Access, AddedPositions, AliasedPlayer, AnalysisFile, Checked, Database, GameFacts, GameNames,
            ImportedArchive, Inventory, Join, NextCode, Parts, PositionFile, RecordCompressor, Removed, Selection,
            Snapshot, SourceKey, SourcePlace, State, StoreError, StoredRecord, Texts, Totals, YearCount, YearTotals,
            game_words, read_course, sqlite_version, stored_path,
        };
    }
}
