//! The library on whole archives, and beside independent implementations.

mod archives;
mod corpora;
mod encodings;
mod sgf_twin;
mod twin;
