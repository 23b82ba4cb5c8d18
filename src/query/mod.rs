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

pub use filter::{
    Alternatives, CONDITIONS, Condition, ConditionError, Conditions, Filter, GameNumbers, MarginPattern, NamePattern,
    OpeningPattern, RankCondition, ResultPattern,
};
pub(crate) use filter::{NameColumns, Test};

pub use pattern::{
    AnswerCounts, Limits, PatternAnswer, PatternOccurrence, PatternOptions, PatternSearch, PatternTotals, PatternYear,
    Watch,
};

pub use ask::{
    Clash, PARAMETERS, Parameter, PlayError, Question, QuestionError, Scope, SearchBoard, Setup, SetupError,
    shown_stones,
};

pub use answers::{
    Against, Answer, Branch, Choice, Chosen, ComparedMove, Comparison, Departure, Departures, Detail, EngineMove,
    Excluded, Find, GameList, GamesOfMove, GamesOfPlayer, Halts, Handicap, LastCommon, ListedGame, MAX_TREE_MOVES,
    MissingWord, MoveDetails, MoveOrder, NamedOpenings, NamedQuestion, NewMove, NextMove, Novelties, Novelty,
    NoveltyQuestion, Opening, Page, PatternCounts, PatternPlace, Period, Place, PlayedMove, PlayerCount, PlayerRecord,
    PlayerTally, Players, Score, SeveralPlayers, Sort, TallyByColor, Tree, TreeSize, Years, YearsOfMove, analyses,
    compare, departures, handicaps, missing_handicap, novelties, openings, player_named, player_record, players, score,
    search, tree, years,
};

pub use games::{
    AlikeSearch, ChangedMove, Difference, Duplicates, DuplicatesOptions, NearDuplicates, OpenGame, Scene, add_aliases,
    duplicates, proposed_aliases, redundant, require_game,
};
