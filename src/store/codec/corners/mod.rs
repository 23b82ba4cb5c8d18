//! The corners of games: for each quadrant of a board, the first moves inside it. The lists of a run of
//! games are sorted, so that a question about a corner decides at once for all games that begin alike
//! there, and the rest of the lists is in parts, of which it reads those that it needs.
//!
//! A list has 16 bytes, filled up with zeros: the [`CornerStart`], the stones set up before the first
//! move in the order of their marks and [`CornerStep::Begin`], if there are any, and the moves inside the
//! quadrant. [`CornerStep::Course`] stands in place of the first move of the game, wherever it is, at or
//! after whose ply a mark takes off a stone of the quadrant or sets up a point of it; it is the whole list
//! if the setup before the first move empties a point or names one twice. For example,
//! `(;SZ[9];B[ba];W[aa];B[ab];W[aa];B[hh])` has the lists 09 01 c8 64 cb, 09 ca, 09 ca and 09 0b ca
//! (hexadecimal), with the bits 000a, 0000, 0000 and 0004.
//!
//! The lists of a run are sorted by their bytes, then by the place in the run plus 4096 times the quadrant.
//! The first row of the run, `256 * run`, has their first five bytes as a tree, in which a node of level i
//! stands for the lists with the same first i + 1 bytes:
//!
//! ```text
//! leb  n            lists
//! 5 times, for the levels 0 to 4:
//!   leb  m          nodes
//!   u8   m times    byte i of the lists of each node, in the order of the lists
//!   u16  m times    how many nodes of the next level come before those of each node;
//!                   in level 4, how many lists
//! ```
//!
//! Each row after it has the next 1024 lists:
//!
//! ```text
//! u16               place in the run + 4096 * quadrant
//! u16               the bits
//! u8   11 times     the bytes from the sixth on
//! ```

mod list;
mod tree;

pub use list::*;
pub use tree::*;
