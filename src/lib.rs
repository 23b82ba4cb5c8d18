//! An embedded database of Go game records.
//!
//! Games are imported from archives of SGF files, every position of every game
//! is indexed under one key for all eight orientations, and questions about a
//! position are answered from the index. `docs/architecture.md` walks through
//! the modules; each imports only those above it in this list.

pub mod go;

pub mod files;

pub mod interrupt;

pub mod record;

pub mod range;

pub mod archive;

pub mod position_file;

pub mod store;

pub mod query;

pub mod sql;

pub mod export;

pub mod import;

#[cfg(any(test, fuzzing))]
pub mod fuzzing;

#[cfg(test)]
mod testing;
