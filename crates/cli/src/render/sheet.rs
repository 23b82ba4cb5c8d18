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

/// Returns a sheet of CSV: a line of names, then a line for each row, as in RFC 4180; NULL is empty. If
/// `for_spreadsheet`, an apostrophe precedes texts that a spreadsheet would take for formulas.
pub fn csv_sheet<'a>(out: impl Write + 'a, for_spreadsheet: bool) -> Box<dyn Sheet + 'a> {
    Box::new(CsvSheet(CsvWriter::new(out, csv::Terminator::CRLF, for_spreadsheet)))
}

/// Returns a sheet that is one JSON document with `columns`, the names, and `rows`, lists of values.
pub fn json_sheet<'a>(out: impl Write + 'a) -> Box<dyn Sheet + 'a> {
    Box::new(JsonSheet { out, rows: 0 })
}

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

struct CsvSheet<W: Write>(CsvWriter<W>);

impl<W: Write> Sheet for CsvSheet<W> {
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()> {
        columns.iter().try_for_each(|column| self.0.text(column.name))?;
        self.0.end_row()
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        for value in values {
            match value {
                ValueRef::Integer(_) | ValueRef::Real(_) => self.0.value(text(value))?,
                _ => self.0.text(&text(value))?,
            }
        }
        self.0.end_row()?;
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

struct JsonSheet<W> {
    out: W,
    rows: u64,
}

impl<W: Write> Sheet for JsonSheet<W> {
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()> {
        self.out.write_all(br#"{"columns":"#)?;
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        serde_json::to_writer(&mut self.out, &names)?;
        self.out.write_all(br#","rows":["#)
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        if self.rows > 0 {
            self.out.write_all(b",")?;
        }
        self.rows += 1;
        let values: Vec<Value> = values.iter().map(json_value).collect();
        serde_json::to_writer(&mut self.out, &values)?;
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        self.out.write_all(b"]}\n")?;
        self.out.flush()
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
