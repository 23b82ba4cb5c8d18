//! The lines of files of analyses.

use crate::archive::{Progress, open_text};
use crate::evaluation::katago::AnalysisLine;
use crate::files::FileError;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The most bytes of a line. Responses with the ownership of each point after each move have
/// some hundred thousand.
const MAX_LINE: usize = 64 << 20;

/// The maximum numbers of lines and bytes to read to find out whether a file has analyses.
const LOOKED_AT: (u64, u64) = (1000, MAX_LINE as u64);

/// A line: its number, from 1, and its text or its fault.
type NumberedLine<'l> = (u64, Result<&'l str, &'static str>);

/// The lines of a file that are not empty, plain or compressed by gzip.
pub(super) struct Lines<'a> {
    path: &'a Path,
    reader: Box<dyn BufRead>,
    progress: Progress,
    line: Vec<u8>,
    /// The number of the line, from 1.
    number: u64,
    /// The number of unpacked bytes of the lines so far.
    bytes: u64,
    /// True if the rest of the line is not read yet.
    has_rest: bool,
}

impl<'a> Lines<'a> {
    pub fn open(path: &'a Path) -> Result<Self, FileError> {
        let (reader, progress) = open_text(path).map_err(FileError::reading(path))?;
        Ok(Self {
            path,
            reader,
            progress,
            line: Vec::new(),
            number: 0,
            bytes: 0,
            has_rest: false,
        })
    }

    /// Returns the number of bytes read from the file so far.
    pub fn bytes_read(&self) -> u64 {
        self.progress.bytes_read()
    }

    /// Returns the next line; `None` at the end.
    pub fn next(&mut self) -> Result<Option<NumberedLine<'_>>, FileError> {
        while self.read().map_err(FileError::reading(self.path))? {
            if self.has_rest {
                return Ok(Some((self.number, Err("the line is longer than 64 MiB"))));
            }
            if !self.line.trim_ascii().is_empty() {
                let text = std::str::from_utf8(&self.line);
                // Files that were put together have byte order marks in their middle.
                let text = text.map(|text| text.trim_start_matches('\u{feff}').trim());
                return Ok(Some((self.number, text.map_err(|_| "the line is not UTF-8"))));
            }
        }
        Ok(None)
    }

    /// Reads a line. Returns false at the end.
    fn read(&mut self) -> io::Result<bool> {
        if self.has_rest {
            skip_line(&mut self.reader)?;
        }
        self.line.clear();
        let mut limited = self.reader.by_ref().take(MAX_LINE as u64 + 1);
        let read = limited.read_until(b'\n', &mut self.line)?;
        self.has_rest = read > MAX_LINE && self.line.last() != Some(&b'\n');
        self.number += 1;
        self.bytes += read as u64;
        Ok(read > 0)
    }
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = reader.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (is_end, used) = (
            end.is_some() || bytes.is_empty(),
            end.map_or(bytes.len(), |end| end + 1),
        );
        reader.consume(used);
        if is_end {
            return Ok(());
        }
    }
}

/// Returns whether a file has a query or a response of KataGo's analysis engine at its
/// beginning, among its first 1,000 lines.
pub fn has_analyses(path: &Path) -> Result<bool, FileError> {
    Ok(look(path)? == Look::Analyses)
}

/// The contents of the beginning of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// A line of KataGo's analysis engine.
    Analyses,
    /// No line.
    Nothing,
    /// Other lines.
    Other,
}

/// Looks at the beginning of a file.
pub(super) fn look(path: &Path) -> Result<Look, FileError> {
    let mut lines = Lines::open(path)?;
    let mut found = Look::Nothing;
    while let Some((number, text)) = lines.next()? {
        let is_of_engine = match text.map(AnalysisLine::read) {
            Ok(Ok(_)) => true,
            Ok(Err(fault)) => !fault.is_of_another_kind(),
            Err(_) => false,
        };
        if is_of_engine {
            return Ok(Look::Analyses);
        }
        found = Look::Other;
        if number >= LOOKED_AT.0 || lines.bytes >= LOOKED_AT.1 {
            break;
        }
    }
    Ok(found)
}
