//! Training sets of game records: the games of archives, in a fixed order, as the
//! records of `formats::kgs`. Games wait in a file without a name, so that memory does
//! not grow with them; what is being written has another name until it is complete.

mod error;
mod make;
mod python2;
mod selection;
mod spool;

pub use error::DatasetFailure;
pub use make::{DatasetOptions, Made, make_all};
pub use selection::{Pair, Universe};
pub use spool::SkippedGame;
