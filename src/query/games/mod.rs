//! Single games on a board, and games that several records are of.

mod duplicates;
mod novelty;
mod open_game;
mod redundant;
mod variations;

pub use duplicates::{Difference, Duplicates, DuplicatesOptions, duplicates};
pub use novelty::LastCommon;
pub use open_game::{OpenGame, Scene, require_game};
pub use redundant::redundant;
