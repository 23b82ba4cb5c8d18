//! From the bytes of an SGF file to game records: the text, the main line of
//! each game tree, what is said about the game as typed values, and its
//! positions. It knows of no files and no database.

mod amount;
mod canonical_moves;
mod date;
mod encoding;
mod fold;
mod game;
mod info;
mod komi;
mod lex;
mod main_line;
mod portable;
mod rank;
mod replay;
mod result;
mod same_game;
mod scan;
mod steps;
mod value;

pub use canonical_moves::CanonicalMoves;
pub use date::{GameDate, ParseDateError, PartialDate};
pub use encoding::{ByteOffsets, Decoded, TextEncoding, UTF_8_MARK, decode, needs_mark};
pub use fold::{fold, words};
pub use game::{Action, Comment, GameRecord, GameTree, Placement, Rejection, Repair, Step};
pub use info::{GameInfo, MAX_LETTERS};
pub use komi::Komi;
pub use main_line::game_trees;
pub use portable::portable;
pub use rank::Rank;
pub use replay::{Visit, replay};
pub use result::{GameResult, Margin};
pub use same_game::{Content, Particulars, Replayed, TELLING_MOVES, Version};
pub use scan::{Ident, Scanner, Token};
pub use steps::{MAX_MOVES, Outcome, Steps};
pub use value::{comment_text, points, simple_text};
