//! Questions about positions and games: the games that reach a position, the moves
//! played from it, its players and years, and searches for games by their records.
//!
//! Answers are in the orientation of the user's board, count games in all eight
//! orientations, and serialise to documents for other programs.

mod answers;
mod ask;
mod error;
mod filter;
mod games;
pub mod json;
mod parts;
mod pattern;

// Each folder imports only those above it.

pub use error::QueryError;
pub use json::WinRate;

pub use pattern::{
    AnswerCounts, Limits, PatternAnswer, PatternOccurrence, PatternOptions, PatternSearch, PatternTotals, PatternYear,
    Watch,
};

pub(crate) use filter::Test;
pub use filter::{
    CONDITIONS, Condition, ConditionError, Conditions, Filter, GameNumbers, MarginPattern, NamePattern, OpeningPattern,
    ResultPattern,
};

pub use ask::{
    Clash, PARAMETERS, Parameter, PlayError, Question, QuestionError, Scope, SearchBoard, Setup, SetupError,
    shown_stones,
};

pub use answers::{
    Answer, Branch, Choice, Chosen, Detail, EngineMove, Excluded, Find, GameList, GamesOfPlayer, Halts, Handicap,
    ListedGame, MAX_TREE_MOVES, MissingWord, MoveDetails, NamedOpenings, NamedQuestion, NextMove, Opening, Page,
    PatternCounts, PatternPlace, Period, Place, PlayerCount, PlayerRecord, PlayerTally, Players, SeveralPlayers, Sort,
    TallyByColor, Tree, TreeSize, Years, YearsOfMove, analyses, handicaps, missing_handicap, openings, player_record,
    players, search, tree, years,
};

pub use games::{
    Difference, Duplicates, DuplicatesOptions, OpenGame, Scene, add_aliases, duplicates, proposed_aliases, redundant,
    require_game,
};
