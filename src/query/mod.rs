//! Questions about positions and games: the games that reach a position, the moves
//! played from it, its players and years, and searches for games by their records.
//!
//! Answers are in the orientation of the user's board, count games in all eight
//! orientations, and serialise to documents for other programs.

mod analyses;
mod compiled_filter;
mod conditions;
mod count;
mod differences;
mod duplicates;
mod engine;
mod error;
mod excluded;
mod filter;
mod game_numbers;
mod games;
mod halts;
pub mod json;
mod missing_handicap;
mod missing_words;
mod name_pattern;
mod novelty;
mod open_game;
mod openings;
mod parameters;
mod pattern;
mod place;
mod player;
mod players;
mod question;
mod redundant;
mod result_pattern;
mod search;
mod search_board;
mod several_players;
mod shown_stones;
mod tree;
mod variations;
mod win_rate;
mod years;

pub use analyses::{Analyses, analyses};
pub(crate) use compiled_filter::CompiledFilter;
pub use conditions::{CONDITIONS, Condition, ConditionError, Conditions};
pub use differences::{Difference, Variant};
pub use duplicates::{CutShort, Duplicates, DuplicatesOptions, KeptApart, ListPage, SeveralSources, duplicates};
pub use engine::EngineMove;
pub use error::QueryError;
pub use excluded::{Excluded, Excluding};
pub use filter::Filter;
pub use game_numbers::{GameNumbers, ParseGameNumbersError};
pub use games::{Choice, Chosen, Find, GameList, ListedGame, Page, Sort};
pub use halts::Halts;
pub use missing_handicap::missing_handicap;
pub use missing_words::{Instead, MissingWord};
pub use name_pattern::NamePattern;
pub use novelty::LastCommon;
pub use open_game::{OpenGame, Scene, require_game};
pub use openings::{Opening, Openings};
pub use parameters::{Clash, PARAMETERS, Parameter, PatternOption, QuestionError};
pub use pattern::{
    AnswerCounts, AnswerTree, Limits, PatternAnswer, PatternLine, PatternOccurrence, PatternOptionError,
    PatternOptions, PatternSearch, PatternTotals, PatternYear, Watch,
};
pub use place::{PatternPlace, Place};
pub use player::{Opponent, PlayerRecord, PlayerTally, PlayerYear, TallyByColor, player_record};
pub use players::{PlayerCount, Players, players};
pub use question::{Question, Scope};
pub use redundant::redundant;
pub(crate) use result_pattern::ResultPattern;
pub use result_pattern::{MarginPattern, ParseResultPatternError};
pub use search::{Answer, Detail, KnownPlayers, MoveDetails, NextMove, PatternCounts, search};
pub use search_board::{PlayError, SearchBoard, Setup, SetupError};
pub use several_players::{GamesOfPlayer, SeveralPlayers};
pub use shown_stones::shown_stones;
pub use tree::{Branch, MAX_TREE_MOVES, Tree, TreeSize, tree};
pub use variations::{Branching, Variations};
pub use win_rate::WinRate;
pub use years::{Period, Years, YearsOfMove, years};
