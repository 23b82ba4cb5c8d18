//! The library on whole archives, compared with independent implementations.

mod archives;
mod corpora;
mod database;
mod encodings;
mod sgf_twin;
mod twin;
