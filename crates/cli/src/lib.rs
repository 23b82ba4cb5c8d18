//! The `bgo` program: the shell, the command line and the web page.

pub mod render;

pub mod ask;

pub mod web;

pub mod shell;

pub mod cli;

#[cfg(any(test, fuzzing))]
pub mod fuzzing;
