//! Questions about positions and games: which games reach a position, what
//! was played next, by whom and when, counted over all eight orientations; and
//! games by what is said of them. An answer is in the words of the user's own
//! board; its canonical orientation stays inside. Each answer serialises to the
//! document that scripts get.

mod answer;
mod duplicates;
mod error;
mod filter;
mod games;
pub mod json;
mod line;
mod players;
mod question;
mod range;
mod replay;
mod result_pattern;
mod search;
mod statistics;
mod tree;
mod varying;
mod years;

pub use answer::{Answer, Details, NextMove};
pub use duplicates::{CutShort, Duplicates, KeptApart, Part, SeveralSources, Wanted, duplicates};
pub use error::QueryError;
pub use filter::{Filter, Sieve};
pub use games::{Choice, Chosen, Find, GameList, ListedGame, Page, Place, Sort};
pub use line::{Line, PlayError};
pub use players::{PlayerCount, Players, players};
pub use question::{Counted, Passage, Question};
pub use range::{ParseRangeError, Range, RangeValue, YearRange};
pub use replay::{Replay, Scene, require_game};
pub use result_pattern::{MarginPattern, ParseResultPatternError, ResultPattern};
pub use search::search;
pub use statistics::{Period, WinRate, YearCount};
pub use tree::{Branch, Tree, TreeSize, tree};
pub use varying::{Said, Varying};
pub use years::{Years, YearsOfMove, years};
