//! The rows of a query as a table, CSV or JSON.

use super::Text;
use super::clean::one_line;
use super::text_table::{CELL_BYTES, TextTable, cell};
use super::width::filled;
use bgo::internal::files::CsvWriter;
use bgo::internal::sql::{FUNCTIONS, ResultColumn, Sheet, SqlError, SqlSession, TABLES, ValueRef};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// The most rows of a table, which is aligned in memory.
const MAX_ROWS: usize = 1000;

const MAX_BYTES: usize = 16 << 20;

const WIDTH: usize = 80;

/// The rows of a query in columns, for people.
#[derive(Default)]
pub struct TableSheet {
    names: Vec<String>,
    /// True for each column that has nothing but numbers.
    are_numbers: Vec<bool>,
    rows: Vec<Vec<String>>,
    /// The number of bytes in the cells of the rows.
    bytes: usize,
    cut: bool,
}

impl Sheet for TableSheet {
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()> {
        self.names = columns.iter().map(|column| one_line(&cell(column.name))).collect();
        self.are_numbers = vec![true; columns.len()];
        Ok(())
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        if self.rows.len() == MAX_ROWS {
            self.cut = true;
            return Ok(ControlFlow::Break(()));
        }
        for (is_number, value) in self.are_numbers.iter_mut().zip(values) {
            *is_number &= !matches!(value, ValueRef::Text(_) | ValueRef::Blob(_));
        }
        let cells = values.iter().map(|value| cell(&text(&start(value))).into_owned());
        let cells: Vec<String> = cells.collect();
        self.bytes += cells.iter().map(String::len).sum::<usize>();
        if self.bytes > MAX_BYTES {
            self.cut = true;
            return Ok(ControlFlow::Break(()));
        }
        self.rows.push(cells);
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TableSheet {
    pub fn into_text(self) -> Text {
        let names = self.names.iter().map(String::as_str);
        let headings: Vec<(&str, bool)> = names.zip(self.are_numbers.iter().copied()).collect();
        let mut columns = TextTable::new(&headings);
        for row in self.rows {
            columns.row(row);
        }
        let table = columns.into_text();
        if self.cut {
            table.then(&format!(
                "There is more than a table has room for, {MAX_ROWS} rows and {} MiB; --csv and --json write all.",
                MAX_BYTES >> 20
            ))
        } else {
            table
        }
    }
}

/// The rows of a query in a file, for programs.
pub enum FileSheet<W: Write> {
    /// A line of names, then a line for each row, as in RFC 4180; NULL is empty.
    Csv(Box<CsvWriter<W>>),
    /// One JSON document with `columns`, the names, and `rows`, lists of values.
    Json {
        out: W,
        /// True after the first row.
        has_rows: bool,
    },
}

impl<W: Write> FileSheet<W> {
    /// Begins a sheet of CSV. If `for_spreadsheet`, an apostrophe precedes texts that a spreadsheet would take for
    /// formulas.
    pub fn csv(out: W, for_spreadsheet: bool) -> Self {
        Self::Csv(Box::new(CsvWriter::new(out, csv::Terminator::CRLF, for_spreadsheet)))
    }

    pub const fn json(out: W) -> Self {
        Self::Json { out, has_rows: false }
    }
}

impl<W: Write> Sheet for FileSheet<W> {
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()> {
        match self {
            Self::Csv(csv) => {
                columns.iter().try_for_each(|column| csv.text(column.name))?;
                csv.end_row()
            }
            Self::Json { out, .. } => {
                out.write_all(br#"{"columns":"#)?;
                let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
                serde_json::to_writer(&mut *out, &names)?;
                out.write_all(br#","rows":["#)
            }
        }
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        match self {
            Self::Csv(csv) => {
                for value in values {
                    match value {
                        ValueRef::Integer(_) | ValueRef::Real(_) => csv.value(text(value))?,
                        _ => csv.text(&text(value))?,
                    }
                }
                csv.end_row()?;
            }
            Self::Json { out, has_rows } => {
                if std::mem::replace(has_rows, true) {
                    out.write_all(b",")?;
                }
                let values: Vec<Value> = values.iter().map(json_value).collect();
                serde_json::to_writer(out, &values)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.flush(),
            Self::Json { out, .. } => {
                out.write_all(b"]}\n")?;
                out.flush()
            }
        }
    }
}

fn json_value(value: &ValueRef<'_>) -> Value {
    match *value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        _ => text(value).into(),
    }
}

/// Returns the part of a value that a cell can show.
fn start<'a>(value: &ValueRef<'a>) -> ValueRef<'a> {
    match *value {
        ValueRef::Text(bytes) => ValueRef::Text(&bytes[..bytes.len().min(CELL_BYTES)]),
        ValueRef::Blob(bytes) => ValueRef::Blob(&bytes[..bytes.len().min(CELL_BYTES)]),
        number => number,
    }
}

/// Returns a value as text; NULL is empty, bytes are hexadecimal digits.
fn text(value: &ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        // With a point, which marks it as a real number.
        ValueRef::Real(number) => format!("{number:?}"),
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        ValueRef::Blob(bytes) => bytes.iter().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        }),
    }
}

pub fn schema_text(questions: &SqlSession) -> Result<String, SqlError> {
    let mut text = String::new();
    let width = TABLES.iter().map(|table| table.len()).max().unwrap_or_default();
    for table in TABLES {
        let columns = questions.columns(table)?.join(",\n");
        for line in filled(&format!("{table:<width$} "), columns.lines(), width + 1, WIDTH) {
            text.push_str(&format!("{line}\n"));
        }
    }
    text.push('\n');
    for (call, what) in FUNCTIONS {
        text.push_str(&format!("{call:<27} {what}\n"));
    }
    Ok(text)
}
