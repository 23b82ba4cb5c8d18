use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes comma-separated values.
pub struct CsvWriter<W: Write> {
    out: csv::Writer<W>,
    for_spreadsheet: bool,
}

impl<W: Write> CsvWriter<W> {
    /// A writer of lines that end in this. With `for_spreadsheet` no text is a
    /// formula to a spreadsheet; without it every text is exact.
    pub fn new(out: W, terminator: csv::Terminator, for_spreadsheet: bool) -> Self {
        Self {
            out: csv::WriterBuilder::new().terminator(terminator).from_writer(out),
            for_spreadsheet,
        }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let text = match self.for_spreadsheet {
            true => harmless(text),
            false => text.into(),
        };
        Ok(self.out.write_field(&*text)?)
    }

    /// Writes a number, or yes or no.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn value(&mut self, value: impl Display) -> io::Result<()> {
        Ok(self.out.write_field(value.to_string())?)
    }

    /// Ends a row.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn end_row(&mut self) -> io::Result<()> {
        Ok(self.out.write_record(None::<&[u8]>)?)
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The text with an apostrophe before it if a spreadsheet would take it for a
/// formula.
fn harmless(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}").into(),
        false => text.into(),
    }
}
