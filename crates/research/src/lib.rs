//! Research based on `bgo`, the database of game records: three independent systems that share its
//! board, its archives and its files.
//!
//! - [`positions`]: files of 9x9 positions, their duplicates, and scores by engines;
//! - [`dataset`]: training sets in the formats of the KGS preprocessor, and as NumPy arrays;
//! - [`enumerate`]: every legal position of the small boards.
//!
//! [`formats`] reads and writes the files of these systems, without a database.
//! [`superko`] plays games with a rule that records need not follow.

pub mod formats;

pub mod positions;

pub mod dataset;

pub mod enumerate;

pub mod superko;
