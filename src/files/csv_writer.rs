use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

/// A writer of comma-separated values.
pub struct CsvWriter<W: Write> {
    out: csv::Writer<W>,
    for_spreadsheet: bool,
}

impl<W: Write> CsvWriter<W> {
    /// Creates a writer that ends each line with `terminator`. With
    /// `for_spreadsheet`, text that a spreadsheet would interpret as a formula gets
    /// a leading apostrophe; without it, all text is written unchanged.
    pub fn new(out: W, terminator: csv::Terminator, for_spreadsheet: bool) -> Self {
        Self {
            out: csv::WriterBuilder::new().terminator(terminator).from_writer(out),
            for_spreadsheet,
        }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let text = match self.for_spreadsheet {
            true => harmless(text),
            false => text.into(),
        };
        Ok(self.out.write_field(&*text)?)
    }

    /// Writes a number or a boolean.
    pub fn value(&mut self, value: impl Display) -> io::Result<()> {
        Ok(self.out.write_field(value.to_string())?)
    }

    /// Ends the row.
    pub fn end_row(&mut self) -> io::Result<()> {
        Ok(self.out.write_record(None::<&[u8]>)?)
    }

    /// Flushes buffered output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prepends an apostrophe to text that a spreadsheet would interpret as a formula.
fn harmless(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}").into(),
        false => text.into(),
    }
}
