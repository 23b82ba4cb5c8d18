//! The program as users run it: one process for each command, with archives and
//! a database in a temporary folder.

mod cli;
mod dataset;
// The documents show paths of Unix.
#[cfg(unix)]
mod docs;
mod enumerate;
mod gtp;
mod numpy;
mod positions;
mod web;
mod world;
