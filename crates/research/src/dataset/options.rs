use super::arrays::ArrayFormat;
use super::set_name::SetName;
use super::spool::Reading;
use crate::formats::kgs::Encoding;
use bgo::interrupt::Interrupt;
use std::path::PathBuf;

/// How training sets are made.
#[derive(Clone, Debug)]
pub struct DatasetOptions {
    /// Of the records.
    pub encoding: Encoding,
    /// What is made of them.
    pub output: Output,
    /// The folder that the files are made in.
    pub folder: PathBuf,
    /// What games are split with; archives of KGS, without, as the preprocessor splits
    /// them, and others with 0.
    pub seed: Option<u64>,
    /// Whether files that are there may be replaced.
    pub overwrite: bool,
    /// Set by whoever wants it to end.
    pub stop: Interrupt,
}

/// What is made of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A file of records, in the preprocessor's format.
    Records {
        /// Whether the published sets get a file for each archive besides.
        parts: bool,
    },
    /// Arrays for NumPy.
    Arrays(ArrayFormat),
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatasetProgress {
    /// Games are read and counted.
    Reading(Reading),
    /// So many games of so many of a set are written.
    Writing(SetName, u64, u64),
}
