use crate::render::printable;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

const UNWRITABLE: &str = "standard output cannot be written";

/// Prints one JSON document on standard output.
///
/// # Errors
/// Standard output that cannot be written to.
pub(super) fn print_json(document: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(document)?;
    writeln!(std::io::stdout().lock(), "{text}").context(UNWRITABLE)
}

/// Prints text on standard output, coloured where that is wanted.
///
/// # Errors
/// Standard output that cannot be written to.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).context(UNWRITABLE)
}

/// Says something on standard error. If nobody can read it there, there is
/// nowhere left to say so.
pub(super) fn tell(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{}", printable(&text.to_string()));
}

/// Says what is wrong with the arguments, and returns the exit status for it.
pub(super) fn wrong_usage(error: &impl Display) -> ExitCode {
    tell(format_args!("bgo: {error}"));
    ExitCode::from(2)
}
