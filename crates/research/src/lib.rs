//! Research based on `bgo`, the database of game records: three independent systems that share its
//! board, its archives and its files.
//!
//! - [`positions`]: files of 9x9 positions, their duplicates, and scores by engines;
//! - [`dataset`]: training sets in the formats of the KGS preprocessor, and as NumPy arrays;
//! - [`enumerate`]: every legal position of the small boards.
//!
//! [`formats`] reads and writes the files of these systems, without a database.

mod error;
mod pipeline;

pub mod dataset;
pub mod enumerate;
pub mod formats;
pub mod positions;

pub use error::{DamageKind, DamagedFile, ErrorKind, ResearchError};

use serde::{Deserialize, Serialize};

/// How closely the programs are followed that published files come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// As they do it, so that the published files come out.
    #[default]
    Compat,
    /// As it is right.
    Strict,
}

impl Strictness {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Compat, Self::Strict];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compat => "compat",
            Self::Strict => "strict",
        }
    }
}

#[cfg(test)]
fn unpacked(path: &std::path::Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut file = flate2::read::GzDecoder::new(std::fs::File::open(path).expect("opens"));
    std::io::Read::read_to_end(&mut file, &mut bytes).expect("unpacks");
    bytes
}
