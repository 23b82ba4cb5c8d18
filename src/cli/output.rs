use crate::render::printable;
use anyhow::{Context, Result, anyhow};
use serde::Serialize;
use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
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

/// Prints a JSON document that ends in a list, entry by entry.
pub(super) struct JsonList {
    entries: u64,
}

impl JsonList {
    /// Begins a document; `head` is what comes before the entries, such as
    /// `{"games":[`.
    ///
    /// # Errors
    /// Standard output that cannot be written to.
    pub fn begin(head: &str) -> Result<Self> {
        print(head)?;
        Ok(Self { entries: 0 })
    }

    /// Prints the next entry.
    ///
    /// # Errors
    /// Standard output that cannot be written to.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<()> {
        let between = if self.entries > 0 { "," } else { "" };
        self.entries += 1;
        print(&format!("{between}{}", serde_json::to_string(entry)?))
    }

    /// Ends the document.
    ///
    /// # Errors
    /// Standard output that cannot be written to.
    pub fn end(self) -> Result<()> {
        print("]}\n")
    }
}

/// Writes bytes to standard output as they are.
///
/// # Errors
/// Standard output that cannot be written to.
pub(super) fn print_bytes(bytes: &[u8]) -> Result<()> {
    std::io::stdout().lock().write_all(bytes).context(UNWRITABLE)
}

/// Writes a file.
///
/// # Errors
/// A file that is there already or cannot be written.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    File::create_new(path)
        .and_then(|mut file| file.write_all(bytes))
        .map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!("{} is there already; name another file", path.display()),
            _ => anyhow!(error).context(format!("{} cannot be written", path.display())),
        })
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
