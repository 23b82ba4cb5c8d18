use super::is_standard;
use bgo::archive::Spooled;
use bgo::interrupt::Interrupt;
use std::io::{self, IsTerminal, stdin};
use std::path::PathBuf;
use thiserror::Error;

/// The reason why standard input is not read.
#[derive(Debug, Error)]
pub enum StandardInputError {
    /// Several paths stand for it.
    #[error("- is standard input, which can be read once; it is named {0} times")]
    Repeated(usize),
    /// It is a terminal.
    #[error("standard input is a terminal; pipe an archive into it")]
    Terminal,
    /// Reading or copying it failed.
    #[error("standard input cannot be read: {0}")]
    Unreadable(io::Error),
    /// The user stopped the copying.
    #[error("stopped; nothing was imported")]
    Stopped,
}

/// Refuses to read standard input twice.
pub fn require_one_stdin(paths: &[PathBuf]) -> Result<(), StandardInputError> {
    match paths.iter().filter(|path| is_standard(path)).count() {
        0 | 1 => Ok(()),
        times => Err(StandardInputError::Repeated(times)),
    }
}

/// Copies standard input to a file if one of the paths stands for it, and puts the file in
/// its place.
pub fn spool(paths: &mut [PathBuf], stop: &Interrupt) -> Result<Option<Spooled>, StandardInputError> {
    require_one_stdin(paths)?;
    let Some(path) = paths.iter_mut().find(|path| is_standard(path)) else {
        return Ok(None);
    };
    if stdin().is_terminal() {
        return Err(StandardInputError::Terminal);
    }
    let spooled = Spooled::new("stdin", stdin().lock(), stop).map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => StandardInputError::Stopped,
        _ => StandardInputError::Unreadable(error),
    })?;
    spooled.path().clone_into(path);
    Ok(Some(spooled))
}
