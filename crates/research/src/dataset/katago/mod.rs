//! Training data for KataGo: games are read, divided by seed into those for training and for
//! validation, and copied to an unnamed file (`set`). Their rows are made on all cores and mixed
//! (`pool`), and go to blocks in memory (`blocks`) or, with the list of the games (`game_list`), to
//! files as the training reads them (`files`).

mod blocks;
mod files;
mod game_list;
mod options;
mod pool;
mod set;

pub use blocks::KatagoBlocks;
pub use files::{KatagoFile, KatagoReport, make_katago};
pub use options::{KatagoOptions, KatagoProgress};
pub use set::KatagoSet;
