//! Research on top of the database of game records `bgo`: three systems that share its
//! board, its archives and its files, and nothing with each other.
//!
//! - [`positions`]: files of 9x9 positions, their duplicates, and scores by engines;
//! - [`dataset`]: training sets in the formats of the KGS preprocessor, and as NumPy arrays;
//! - [`enumerate`]: every legal position of the small boards.
//!
//! [`formats`] reads and writes the files of these systems, without a database.
//! [`superko`] plays games by the rule that records need not follow.

pub mod formats;

pub mod positions;

pub mod dataset;

pub mod enumerate;

pub mod superko;
