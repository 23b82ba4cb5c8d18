//! Training data for KataGo: games are read, divided by seed into those for training and for
//! validation, and copied to an unnamed file. Their rows are made on all cores and mixed, and go to
//! blocks in memory (`set`) or to files as the training reads them (`files`).

mod files;
mod set;

pub use files::{KatagoReport, make_katago};
pub use set::{KatagoOptions, KatagoSet, katago_blocks};
