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

use crate::go::GOLDEN_GAMMA;

// Each folder imports only those above it.

pub use error::QueryError;
pub use json::WinRate;

pub use pattern::{
    AnswerCounts, Limits, PatternAnswer, PatternOccurrence, PatternOptions, PatternSearch, PatternTotals, PatternYear,
    Watch,
};

pub use filter::{
    Alternatives, CONDITIONS, Condition, ConditionError, Conditions, Filter, GameNumbers, MarginPattern, NamePattern,
    RankCondition, ResultPattern,
};
pub(crate) use filter::{NameColumns, Test};

pub use ask::{
    Clash, PARAMETERS, Parameter, PlayError, Question, QuestionError, Scope, SearchBoard, Setup, SetupError,
    shown_stones,
};

pub use answers::{
    Against, Answer, Branch, Choice, Chosen, ComparedMove, Comparison, Detail, EngineMove, Excluded, Find, GameList,
    GameNovelty, GamesOfMove, GamesOfPlayer, Halts, Handicap, LastCommon, ListedGame, MAX_TREE_MOVES, MissingWord,
    MoveDetails, MoveOrder, NamedOpenings, NamedQuestion, NamedQuestions, NextMove, Novelties, Novelty,
    NoveltyQuestion, NoveltyTally, Opening, Page, PatternCounts, PatternPlace, Period, Place, PlayedMove, PlayerCard,
    PlayerCount, PlayerNovelties, PlayerRecord, PlayerTally, Players, Score, SeveralPlayers, Sort, TallyByColor, Tree,
    TreeSize, Years, YearsOfMove, analyses, compare, handicaps, missing_handicap, novelties, openings, player_card,
    player_named, player_novelties, player_record, players, score, search, tree, years,
};

pub use games::{
    AlikeSearch, ChangedMove, Difference, Duplicates, DuplicatesOptions, ListPage, NearDuplicates, OpenGame, Scene,
    add_aliases, duplicates, near_duplicates, proposed_aliases, redundant, require_game,
};

/// Returns the hash of a sequence with one more number, in the manner of Fx hashes.
const fn hash_with(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(5) ^ number).wrapping_mul(GOLDEN_GAMMA)
}
