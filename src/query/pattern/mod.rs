//! The search for patterns: parts of boards, wherever they lie and however they are
//! turned.
//!
//! [`games`] makes batches of the courses of games and keeps some in memory. A [`probe`] tests one image of
//! the pattern, a [`scan`] all images on one [`batch`], and [`workers`] go through all runs of games,
//! either to [`tally`] or to list what they find ([`execute`]). Most games need no batch if a pattern lies in a corner
//! ([`corners`]), and small patterns are counted by bits ([`dense`]). [`PatternSearch`] is the question, [`sought`] has its images, [`last_search`]
//! keeps the last list, [`answer_tree`] follows the answers, [`courses`] searches games of no
//! database, and [`options`] says what counts.
//!
//! A *run* is 4096 game numbers, a *group* 512 of them, a *batch* games of a group of one board size in
//! memory, and a *lane* the number of one of them.
//! The *moment* of a point in a game is a byte: the ply of its only stone, halved, or that it has
//! none, or that it has a list of *lives*, each a stone from one ply to another. A *run of plies* are those
//! at which all conditions of an image hold, a *hit* an occurrence in a batch with its answer, and a
//! *view* a transform and an exchange of colours under which an image is the pattern; a symmetric
//! pattern has several. The *shape* of an image is its places and the kinds of its conditions,
//! without colours.

mod answer_tree;
mod batch;
mod corners;
mod courses;
mod dense;
mod execute;
mod games;
mod last_search;
mod moments;
mod options;
mod probe;
mod scan;
mod search;
mod sought;
mod tally;
mod workers;

pub(super) use answer_tree::AnswerNode;
pub(super) use execute::WantedGames;
pub use options::{Limits, PatternOptions};
pub use search::{PatternAnswer, PatternOccurrence, PatternSearch, Watch};
pub use tally::{AnswerCounts, PatternTotals, PatternYear};
