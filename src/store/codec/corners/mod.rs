//! The corners of games: for each quadrant of a board, the first moves inside it. The lists of a run of
//! games are sorted, so that a question about a corner decides at once for all games that begin alike
//! there, and the rest of the lists is in parts, of which it reads those that it needs.

mod list;
mod tree;

pub use list::*;
pub use tree::*;
