//! The training sets of the KGS data set preprocessor (Hugh Perkins, 2014, versions 1 and 2):
//! positions as planes of points, each with the move that was played there. Boards have 19
//! lines. Rows are counted from the bottom, as in GTP, so that row 0 is the lower edge, and a
//! point is `19 * row + column`.
//!
//! Published sets can only be reproduced by reading games as the preprocessor does, so this module
//! has a second, stricter reader of SGF and a board with other rules (`encoder`). Other sets are made of
//! games that bgo's own reader reads.

mod encoder;
mod game;
mod record;

#[cfg(test)]
mod tests;

pub use encoder::Encoding;
pub(crate) use encoder::{Encoder, LINES, POINTS};
pub(crate) use game::{TrainingGame, first_game};
pub use record::{DatasetReader, RecordFormat, TrainingRecord};
pub(crate) use record::{END, header};
