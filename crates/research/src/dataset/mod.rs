//! Training sets of game records. Games of archives or of a database are read, counted and
//! written to an unnamed file (`spool`). Sets are chosen among them like the published ones or
//! with a seed (`sets`), and their records are encoded on all cores in the order of the set
//! (`encode`). They become a file in a format of `formats::kgs`, which is continued after an
//! interruption (`record_file`), or arrays (`arrays`). Memory does not grow with the records.

mod archive_files;
mod arrays;
mod encode;
mod error;
mod make;
mod npy;
mod options;
mod published;
mod python2;
mod record_file;
mod report;
mod sets;
mod source;
mod spool;
mod summary;
mod work_file;

pub use error::DatasetError;
pub use make::make;
pub use options::{
    ArrayFormat, DatasetOptions, DatasetProgress, Output, PlaneLayout, ReadProgress, Selection, SetName,
};
pub use published::is_published_archive;
pub use report::{Datasets, MadeSet, SetFile};
pub use source::GameSource;
pub use spool::{InputGames, SkippedGame};
pub use summary::{DatasetSummary, summarise};
