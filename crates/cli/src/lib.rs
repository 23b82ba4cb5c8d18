//! The `bgo` program: the shell, the command line and the web page.

mod args;
mod cli;
mod gtp;
mod hints;
mod info;
mod program;
mod reading;
mod render;
mod shell;
mod web;

#[cfg(any(test, fuzzing))]
pub mod fuzzing;

pub use cli::{main, main_of};
pub use program::Call;

// For the tests of the program.
#[doc(hidden)]
pub use shell::Session;
