//! The answers to questions: counts, lists and trees, and hints at what may have been meant.

mod compare;
mod count;
mod engine;
mod excluded;
mod handicaps;
mod list;
mod missing;
mod names;
mod novelties;
mod novelty_search;
mod openings;
mod place;
mod player;
mod players;
mod rivals;
mod search;
mod several_players;
mod tree;
mod years;

pub use compare::{ComparedMove, Comparison, compare};
pub use count::Halts;
pub use engine::{EngineMove, analyses};
pub use excluded::Excluded;
pub use handicaps::{Handicap, handicaps};
pub use list::{Choice, Chosen, Find, GameList, ListedGame, Page, Sort};
pub use missing::{MissingWord, missing_handicap};
pub use names::{NamedQuestion, NamedQuestions};
pub use novelties::{
    GameNovelty, Novelties, Novelty, NoveltyTally, PlayedMove, PlayerCard, PlayerNovelties, novelties, player_card,
    player_novelties,
};
pub(super) use novelty_search::NoveltySearch;
pub use novelty_search::{Against, LastCommon, NoveltyQuestion};
pub use openings::{NamedOpenings, openings};
pub(super) use place::first_place;
pub use place::{PatternPlace, Place};
pub use player::{Opening, PlayerRecord, PlayerTally, TallyByColor, player_record};
pub use players::{PlayerCount, Players, players};
pub use rivals::{Score, player_named, score};
pub use search::{Answer, Detail, GamesOfMove, MoveDetails, MoveOrder, NextMove, PatternCounts, search};
pub use several_players::{GamesOfPlayer, SeveralPlayers};
pub use tree::{Branch, MAX_TREE_MOVES, Tree, TreeSize, tree};
pub use years::{Period, Years, YearsOfMove, years};
