//! Single games on a board, and games that several records are of.

mod aliases;
mod duplicates;
mod near;
mod open_game;
mod outline;
mod redundant;
mod variations;

pub use aliases::{add_aliases, proposed_aliases};
pub use duplicates::{AlikeSearch, Difference, Duplicates, DuplicatesOptions, ListPage, duplicates};
pub use near::{ChangedMove, NearDuplicates, near_duplicates};
pub use open_game::{OpenGame, Scene, require_game};
pub use redundant::redundant;
