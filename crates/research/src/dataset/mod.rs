//! Training sets of game records. The games of archives or of a database are read and
//! counted, and wait in a file without a name (`spool`); sets are chosen among them as
//! the preprocessor does it, or with a seed (`sets`); then their records are encoded on
//! all cores in the order of the set (`encode`) and written, as a file of the formats of
//! `formats::kgs` that is gone on with after an interruption (`record_file`), or as
//! arrays (`arrays`). Memory does not grow with the records.

mod arrays;
mod encode;
mod error;
mod existing;
mod make;
mod options;
mod parts;
mod published;
mod python2;
mod record_file;
mod report;
mod selection;
mod set_name;
mod sets;
mod source;
mod spool;
mod summary;
mod work_file;

pub use arrays::{ArrayFormat, PlaneLayout};
pub use error::DatasetError;
pub use make::make;
pub use options::{DatasetOptions, DatasetProgress, Output};
pub use published::is_published_archive;
pub use report::{Datasets, MadeSet, SetFile};
pub use set_name::{Selection, SetName};
pub use source::GameSource;
pub use spool::{InputGames, Reading, SkippedGame};
pub use summary::{Summary, summarise};
