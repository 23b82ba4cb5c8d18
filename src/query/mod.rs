//! Questions about a position: which games reach it and what was played
//! next, counted over all eight orientations. The answer is in the words of
//! the user's own board; its canonical orientation stays inside.

mod answer;
mod filter;
mod line;
mod search;

pub use answer::{Answer, NextMove};
pub use filter::{Filter, ParseYearRangeError, YearRange};
pub use line::{Line, PlayError};
pub use search::search;
