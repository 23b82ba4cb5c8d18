//! Training sets of game records. Games of archives or of a database are read, counted and written
//! to an unnamed file (`source`). Sets are chosen among them as for the published ones or with a
//! seed (`sets`), and their records are encoded on all cores in the order of the set. The records
//! go to a file in a format of `formats::kgs`, which can be continued after an interruption
//! (`record_file`), or to arrays (`arrays`). Memory does not grow with the number of records. Rows
//! in memory (`rows`) and those for KataGo (`katago`) are chosen at random alike (`choice`).

mod arrays;
mod choice;
pub mod katago;
mod make;
mod options;
mod published;
mod record_file;
mod rows;
mod sets;
mod source;
mod summary;

pub use choice::{RowChoice, Split};
pub use make::{Datasets, MadeSet, SetFile, make};
pub use options::{DatasetOptions, PlaneLayout, SetFormat, SetName, SetSelection};
pub use published::is_published_archive;
pub use rows::TrainingRows;
pub use source::{GameSource, InputGames, SkippedGame};
pub use summary::{DatasetSummary, summarise};
