//! From the bytes of a file to game records: the text, if it is foreign its translation to SGF, the main line of each
//! game tree, its information about the game as typed values, and its positions.
//! This module knows nothing of files or databases.
//!
//! A *part* of a file is all of it, or, if its games are in several encodings, one game. A character is
//! *cut* if its second byte is lost and the bracket of the value follows the first. The *allowance* of a
//! record is what may still be read of it: steps, points of setup, comments. Its *content* is what makes
//! it the same game as another: board size, setup and moves in one orientation. The *marks* of a course
//! are stones that leave the board, nodes with setup, its points, and turns, in which a colour plays twice.

/// The length of the longest file that is read as a record, in bytes: 64 MiB. Tens of thousands of
/// games in one file are smaller.
pub const MAX_RECORD: u64 = 64 << 20;

mod beginning;
mod course;
mod foreign;
mod game;
mod game_lines;
mod info;
mod line_reader;
mod main_line;
mod replay;
mod same_game;
mod steps;
mod text;
mod values;

pub use course::{Course, Mark, MarkKind};
pub(crate) use foreign::as_sgf;
pub use foreign::{portable, sgf_bytes};
#[cfg(test)]
pub(crate) use game::Step;
pub use game::{
    Action, Comment, EngineNote, EngineProperty, GameRecord, GameTree, Markup, Rejection, RepairKind, Repairs,
    SetupPoint,
};
pub use game_lines::{GameLines, Variation, game_lines};
pub use info::{GameInfo, MAX_LETTERS};
pub(crate) use line_reader::may_have_engine_notes;
pub use main_line::{decoded_trees, game_trees};
pub use replay::{GamePosition, Next, replay};
pub use same_game::{CanonicalMoves, Content, Particulars, Replayed, TELLING_MOVES};
pub use steps::{Extent, Steps};
#[cfg(test)]
pub(crate) use text::simple_text;
pub use text::{Decoded, TextEncoding, decode, fold, parts, words};
pub(crate) use text::{Format, UTF_8_MARK, comment_text, needs_mark, without_utf_32};
#[cfg(any(test, fuzzing))]
pub(crate) use text::{Scanner, SgfToken};
pub use values::{Day, GameDate, GameResult, Komi, Margin, Outcome, PartialDate, Rank, TimeLimit};
