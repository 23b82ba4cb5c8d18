//! The settings of training sets, and what all makers of them share.

use crate::error::ResearchError;
use crate::formats::kgs::Encoding;
use bgo::internal::files::{FileError, hash, hex};
use bgo::internal::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::Serialize;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The settings of training sets.
#[derive(Clone, Debug)]
pub struct DatasetOptions {
    /// The encoding of the records.
    pub encoding: Encoding,
    /// The format of the files.
    pub format: SetFormat,
    /// The folder to make the files in.
    pub folder: PathBuf,
    /// The seed to split games with. Without one, archives of KGS are split like the
    /// published sets, and other games with 0.
    pub seed: Option<u64>,
    /// If true, existing files may be replaced.
    pub overwrite: bool,
    /// Stops the work when set.
    pub stop: Interrupt,
}

/// The format of the files of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFormat {
    /// A file of records in the preprocessor's format.
    Records {
        /// If true, the published sets also get a file for each archive.
        parts: bool,
    },
    /// A file for each array for NumPy.
    Npy(PlaneLayout),
    /// One archive of all arrays.
    Npz(PlaneLayout),
}

/// The layout of planes in arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneLayout {
    /// A byte for each point and plane, 0 or 1.
    Uint8,
    /// The bits of the records.
    Bits,
}

impl PlaneLayout {
    /// All layouts.
    pub const ALL: [Self; 2] = [Self::Uint8, Self::Bits];

    /// Returns the name of the layout.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uint8 => "uint8",
            Self::Bits => "bits",
        }
    }
}

/// The training sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SetName {
    /// A hundred games.
    Test,
    /// Ten thousand other games.
    Train10k,
    /// All games except those of `test`.
    TrainAll,
    /// All games, in their order.
    All,
}

impl SetName {
    /// All sets.
    pub const ALL: [Self; 4] = [Self::Test, Self::Train10k, Self::TrainAll, Self::All];

    /// Returns the name of the set, which names of files contain.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Train10k => "train10k",
            Self::TrainAll => "trainall",
            Self::All => "all",
        }
    }

    /// Returns what is counted while the set is written.
    pub(super) const fn unit(self) -> &'static str {
        match self {
            Self::Test => "games of test",
            Self::Train10k => "games of train10k",
            Self::TrainAll => "games of trainall",
            Self::All => "games",
        }
    }
}

/// The way in which games were divided into sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SetSelection {
    /// Like the preprocessor, by archive and number.
    Published,
    /// By a seed and the content of the games.
    Seeded(u64),
    /// Not at all.
    All,
}

pub(super) const STOPPED: ResearchError =
    ResearchError::Stopped("sets that are complete stay, and the same command makes the others");

pub(super) fn check(stop: &Interrupt) -> Result<(), ResearchError> {
    stop.check().map_err(|_| STOPPED)
}

pub(super) fn scratch_failed(folder: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| ResearchError::Stream {
        what: format!("the folder {} cannot be written to", folder.display()),
        source,
    }
}

/// Makes the error of a file that cannot be read. If reading was interrupted, the work was stopped.
pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| match source.kind() {
        io::ErrorKind::Interrupted => STOPPED,
        _ => FileError::reading(path)(source).into(),
    }
}

/// Makes the error of a file that cannot be written. If writing was interrupted, the work was
/// stopped.
pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| match source.kind() {
        io::ErrorKind::Interrupted => STOPPED,
        _ => FileError::writing(path)(source).into(),
    }
}

pub(super) fn hash_file(path: &Path, stop: &Interrupt) -> Result<(u64, String), ResearchError> {
    let mut md5 = Md5::new();
    let bytes = File::open(path).and_then(|mut file| hash(&mut file, &mut md5, stop));
    Ok((bytes.map_err(unreadable(path))?, hex(md5)))
}
