//! The answers to questions: counts, lists and trees, and hints at what may have been meant.

mod count;
mod engine;
mod excluded;
mod handicaps;
mod list;
mod missing;
mod names;
mod openings;
mod place;
mod player;
mod players;
mod search;
mod several_players;
mod tree;
mod years;

pub use count::Halts;
pub use engine::{EngineMove, analyses};
pub use excluded::Excluded;
pub use handicaps::{Handicap, handicaps};
pub use list::{Choice, Chosen, Find, GameList, ListedGame, Page, Sort};
pub use missing::{MissingWord, missing_handicap};
pub use names::NamedQuestion;
pub use openings::{NamedOpenings, openings};
pub(super) use place::first_place;
pub use place::{PatternPlace, Place};
pub use player::{Opening, PlayerRecord, PlayerTally, TallyByColor, player_record};
pub use players::{PlayerCount, Players, players};
pub use search::{Answer, Detail, MoveDetails, NextMove, PatternCounts, search};
pub use several_players::{GamesOfPlayer, SeveralPlayers};
pub use tree::{Branch, MAX_TREE_MOVES, Tree, TreeSize, tree};
pub use years::{Period, Years, YearsOfMove, years};
