use anyhow::Result;
use serde::Serialize;
use std::io::Write;

/// Prints one JSON document on standard output.
///
/// # Errors
/// Standard output that cannot be written to.
pub(super) fn print_json(document: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(document)?;
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Prints text on standard output, coloured where that is wanted.
///
/// # Errors
/// Standard output that cannot be written to.
pub(super) fn print(text: &str) -> Result<()> {
    write!(anstream::stdout().lock(), "{text}")?;
    Ok(())
}
