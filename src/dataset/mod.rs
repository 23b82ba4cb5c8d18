//! Training sets of game records. The games of archives or of a database are read and
//! counted, and wait in a file without a name (`spool`); sets are chosen among them as
//! the preprocessor does it, or with a seed (`sets`); then their records are encoded on
//! all cores in the order of the set and written, as a file of the formats of
//! `formats::kgs` that is gone on with after an interruption (`dat`), or as arrays
//! (`numpy`). Memory does not grow with the records.

mod batches;
mod dat;
mod error;
mod existing;
mod make;
mod numpy;
mod parts;
mod published;
mod python2;
mod selection;
mod sets;
mod source;
mod spool;
mod work_file;

pub use error::DatasetFailure;
pub use make::{DatasetOptions, DatasetProgress, Datasets, MadeSet, SetFile, make};
pub use numpy::{NumpyFormat, Planes};
pub use published::{is_published_archive, published_md5};
pub use selection::{Pair, Universe};
pub use sets::{Selection, SetName};
pub use source::GameSource;
pub use spool::{InputGames, Reading, SkippedGame};
