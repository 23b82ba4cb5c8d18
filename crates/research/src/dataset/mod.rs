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
mod published;
mod record_file;
mod rows;
mod sets;
mod source;
mod summary;

pub use choice::{RowChoice, Split};
pub use make::{
    ArrayFormat, DatasetOptions, DatasetProgress, Datasets, MadeSet, PlaneLayout, SetFile, SetFormat, SetName,
    SetSelection, make,
};
pub use published::is_published_archive;
pub use rows::{RowOptions, TrainingRows};
pub use source::{GameSource, InputGames, ReadProgress, SkippedGame};
pub use summary::{DatasetSummary, summarise};

use crate::error::ResearchError;
use bgo::files::{FileError, hash, hex};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use std::fs::File;
use std::io;
use std::path::Path;

const STOPPED: ResearchError =
    ResearchError::Stopped("sets that are complete stay, and the same command makes the others");

fn check(stop: &Interrupt) -> Result<(), ResearchError> {
    stop.check().map_err(|_| STOPPED)
}

fn scratch_failed(folder: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| ResearchError::Stream {
        what: format!("the folder {} cannot be written to", folder.display()),
        source,
    }
}

/// Makes the error of a file that cannot be read. If reading was interrupted, the work was stopped.
fn unreadable(path: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| match source.kind() {
        io::ErrorKind::Interrupted => STOPPED,
        _ => FileError::reading(path)(source).into(),
    }
}

/// Makes the error of a file that cannot be written. If writing was interrupted, the work was
/// stopped.
fn unwritable(path: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| match source.kind() {
        io::ErrorKind::Interrupted => STOPPED,
        _ => FileError::writing(path)(source).into(),
    }
}

fn hash_file(path: &Path, stop: &Interrupt) -> Result<(u64, String), ResearchError> {
    let mut md5 = Md5::new();
    let bytes = File::open(path).and_then(|mut file| hash(&mut file, &mut md5, stop));
    Ok((bytes.map_err(unreadable(path))?, hex(md5)))
}
