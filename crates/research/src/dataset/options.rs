use crate::formats::kgs::Encoding;
use bgo::interrupt::Interrupt;
use serde::Serialize;
use std::path::PathBuf;

/// The settings of training sets.
#[derive(Clone, Debug)]
pub struct DatasetOptions {
    /// The encoding of the records.
    pub encoding: Encoding,
    /// The kind of the files.
    pub output: Output,
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

/// The kind of the files of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A file of records in the preprocessor's format.
    Records {
        /// If true, the published sets also get a file for each archive.
        parts: bool,
    },
    /// Arrays for NumPy.
    Arrays(ArrayFormat, PlaneLayout),
}

/// The formats of arrays for NumPy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayFormat {
    /// A file for each array.
    Npy,
    /// One archive of all arrays.
    Npz,
}

impl ArrayFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Npz, Self::Npy];

    /// Returns the name of the format, which files end in.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Npy => "npy",
            Self::Npz => "npz",
        }
    }
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

/// The number of games in the set `test`.
pub(super) const TEST: usize = 100;

/// The number of games in the set `train10k`.
pub(super) const TRAIN_10K: usize = 10_000;

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
}

/// The way in which games were divided into sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// Like the preprocessor, by archive and number.
    Published,
    /// By a seed and the content of the games.
    Seeded(u64),
    /// Not at all.
    All,
}

/// A report while sets are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetProgress {
    /// Games are read and counted.
    Reading(ReadProgress),
    /// The games of a set that are written so far, and all of them.
    Writing(SetName, u64, u64),
}

/// The progress of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadProgress {
    /// The bytes of archives so far and in all.
    Bytes(u64, u64),
    /// The games of a database so far and in all.
    Games(u64, u64),
}
