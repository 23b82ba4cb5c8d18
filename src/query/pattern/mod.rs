//! The search for patterns: parts of boards, wherever they lie and however they are
//! turned.
//!
//! [`GameBatches`](games::GameBatches) holds the courses of all games in memory, [`batch`] by batch of
//! 512. A [`probe`] tests one image of the pattern, a [`scan`] all images on one batch, and
//! [`workers`] go through all batches, either to [`tally`] or to list what they find
//! ([`execute`]). [`PatternSearch`] is the question, [`sought`] has its images, [`last_search`]
//! keeps the last list, [`answer_tree`] follows the answers, [`courses`] searches games of no
//! database, and [`options`] says what counts.

mod answer_tree;
mod batch;
mod courses;
mod execute;
mod games;
mod last_search;
mod options;
mod probe;
mod scan;
mod search;
mod sought;
mod tally;
mod workers;

pub use answer_tree::AnswerTree;
pub use courses::PatternLine;
pub use options::{Limits, PatternOptions};
pub use search::{PatternAnswer, PatternOccurrence, PatternSearch, Watch};
pub use tally::{AnswerCounts, PatternTotals, PatternYear};
