//! Training sets of game records. Games of archives or of a database are read, counted and written
//! to an unnamed file (`spool`). Sets are chosen among them as for the published ones or with a
//! seed (`sets`), and their records are encoded on all cores in the order of the set (`encode`).
//! The records go to a file in a format of `formats::kgs`, which can be continued after an
//! interruption (`record_file`), or to arrays (`arrays`). Memory does not grow with the number of
//! records. Rows in memory (`rows`) and those for KataGo (`katago`) are chosen at random alike (`choice`).

mod archive_files;
mod arrays;
mod choice;
mod encode;
mod error;
pub mod katago;
mod make;
mod npy;
mod options;
mod published;
mod python2;
mod record_file;
mod report;
mod rows;
mod sets;
mod source;
mod spool;
mod summary;
mod work_file;

pub use choice::{RowChoice, Split};
pub use error::DatasetError;
pub use make::make;
pub use options::{
    ArrayFormat, DatasetOptions, DatasetProgress, Output, PlaneLayout, ReadProgress, Selection, SetName,
};
pub use published::is_published_archive;
pub use report::{Datasets, MadeSet, SetFile};
pub use rows::{RowOptions, TrainingRows};
pub use source::GameSource;
pub use spool::{InputGames, SkippedGame};
pub use summary::{DatasetSummary, summarise};
