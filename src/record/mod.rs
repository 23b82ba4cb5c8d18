//! From the bytes of an SGF file to game records: the text, the main line of
//! each game tree, what it says about the game as typed values, and its
//! positions. Nothing here knows of files or databases.

mod canonical_moves;
mod game;
mod info;
mod main_line;
mod replay;
mod same_game;
mod steps;
mod text;
mod values;

pub use canonical_moves::CanonicalMoves;
pub use game::{Action, Comment, GameRecord, GameTree, Placement, Rejection, Repair, Step};
pub use info::{GameInfo, MAX_LETTERS};
pub use main_line::game_trees;
pub use replay::{Visit, replay};
pub use same_game::{Content, Particulars, Replayed, TELLING_MOVES, Version};
pub use steps::{MAX_MOVES, Outcome, Steps};
pub use text::{
    ByteOffsets, Decoded, Ident, Scanner, TextEncoding, Token, UTF_8_MARK, comment_text, decode, fold, needs_mark,
    points, portable, simple_text, words,
};
pub use values::{GameDate, GameResult, Komi, Margin, ParseDateError, PartialDate, Rank};
