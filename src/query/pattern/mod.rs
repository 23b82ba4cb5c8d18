//! The search for patterns: parts of boards, wherever they lie and however they are
//! turned.
//!
//! [`Games`](games::Games) holds the courses of all games in memory, [`batch`] by batch of
//! 512. A [`probe`] tests one image of the pattern, [`scan`] tests all images on all
//! batches, and [`PatternSearch`] is the question.

mod answer_tree;
mod batch;
mod games;
mod options;
mod probe;
pub(super) mod scan;
mod search;

pub(super) use answer_tree::AnswerTree;
pub use options::{Limits, PatternOptionError, PatternOptions};
pub use search::{PatternAnswer, PatternOccurrence, PatternSearch, Watch};
