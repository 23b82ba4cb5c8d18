use super::columns::Row;
use super::game::{Game, place_of};
use super::game_writer::GameWriter;
use crate::facts::{Column, Value};
use crate::files::CsvWriter;
use crate::query::{Choice, Chosen, Place, QueryError};
use crate::store::Snapshot;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

impl Game {
    /// Returns the row of a table.
    pub fn to_row(&self) -> Row {
        Row {
            game: self.description.clone(),
            place: self.place,
            answer: answer_of(self.place),
            moves_sgf: self.moves_sgf(),
        }
    }
}

impl Row {
    /// Reads the row of a chosen game without its moves, and so without its record.
    pub fn read(snapshot: &Snapshot, choice: &Choice<'_>, chosen: &Chosen) -> Result<Self, QueryError> {
        let place = place_of(snapshot, choice, chosen)?;
        Ok(Self {
            game: snapshot.description(chosen.game)?,
            place,
            answer: answer_of(place),
            moves_sgf: String::new(),
        })
    }
}

/// Returns the point of the answer to a pattern.
fn answer_of(place: Option<Place>) -> Option<String> {
    Some(place?.pattern?.answer?.mv.target())
}

/// Comma-separated values below a line of column names. A missing value is an
/// empty field.
pub struct Csv<W: Write> {
    columns: Vec<Column<Row>>,
    out: CsvWriter<W>,
}

impl<W: Write> Csv<W> {
    pub fn new(out: W, columns: Vec<Column<Row>>, for_spreadsheet: bool) -> io::Result<Self> {
        let mut out = CsvWriter::new(out, csv::Terminator::Any(b'\n'), for_spreadsheet);
        columns.iter().try_for_each(|column| out.text(column.name))?;
        out.end_row()?;
        Ok(Self { columns, out })
    }
}

impl<W: Write> GameWriter for Csv<W> {
    fn add(&mut self, game: &Game) -> io::Result<()> {
        let row = game.to_row();
        for column in &self.columns {
            match column.value(&row) {
                None => self.out.text("")?,
                Some(Value::Whole(number)) => self.out.value(number)?,
                Some(Value::Real(number)) => self.out.value(number)?,
                Some(Value::Text(text)) => self.out.text(text)?,
                Some(Value::Date(day)) => self.out.value(day)?,
                Some(Value::Truth(truth)) => self.out.value(truth)?,
                // No column of games has bytes.
                Some(Value::Bytes(_)) => self.out.text("")?,
            }
        }
        self.out.end_row()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// One JSON object for each line.
pub struct JsonLines<W: Write> {
    columns: Vec<Column<Row>>,
    out: W,
}

impl<W: Write> JsonLines<W> {
    pub fn new(out: W, columns: Vec<Column<Row>>) -> Self {
        Self { columns, out }
    }
}

impl<W: Write> GameWriter for JsonLines<W> {
    fn add(&mut self, game: &Game) -> io::Result<()> {
        let fields = Fields {
            columns: &self.columns,
            row: &game.to_row(),
        };
        serde_json::to_writer(&mut self.out, &fields)?;
        self.out.write_all(b"\n")
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

struct Fields<'a> {
    columns: &'a [Column<Row>],
    row: &'a Row,
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(self.columns.len()))?;
        for column in self.columns {
            fields.serialize_entry(column.name, &column.value(self.row))?;
        }
        fields.end()
    }
}
