//! Questions about positions and games: which games reach a position, what
//! was played next, by whom and when, counted over all eight orientations; and
//! games by what is said of them. An answer is in the words of the user's own
//! board; its canonical orientation stays inside. Each answer serialises to the
//! document that scripts get.

mod answer;
mod conditions;
mod count;
mod duplicates;
mod error;
mod filter;
mod games;
pub mod json;
mod players;
mod question;
mod range;
mod replay;
mod result_pattern;
mod search;
mod search_board;
mod statistics;
mod tree;
mod varying;
mod years;

pub use answer::{Answer, Details, NextMove};
pub use conditions::{CONDITIONS, Condition, ConditionError, Conditions};
pub use duplicates::{CutShort, Duplicates, KeptApart, Part, SeveralSources, Wanted, duplicates};
pub use error::QueryError;
pub use filter::{CompiledFilter, Filter};
pub use games::{Choice, Chosen, Find, GameList, ListedGame, Page, Place, Sort};
pub use players::{PlayerCount, Players, players};
pub use question::Question;
pub use range::{ParseRangeError, Range, RangeValue, YearRange};
pub use replay::{Replay, Scene, require_game};
pub use result_pattern::{MarginPattern, ParseResultPatternError, ResultPattern};
pub use search::search;
pub use search_board::{PlayError, SearchBoard};
pub use statistics::{Period, WinRate};
pub use tree::{Branch, Tree, TreeSize, tree};
pub use varying::{Said, Varying};
pub use years::{Years, YearsOfMove, years};
