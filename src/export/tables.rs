//! Tables of games: their rows and columns, as CSV and as JSON.

use super::game::{ExportGame, place_of};
use super::records::GameWriter;
use crate::facts::{Column, Described, Description, Get, Value, facts};
use crate::files::CsvWriter;
use crate::go::Color;
use crate::query::{Choice, Chosen, PatternPlace, Place, QueryError, Scope};
use crate::store::Snapshot;
use serde::ser::{SerializeMap, Serializer};
use std::io::{self, Write};

/// A row of a table.
pub struct ExportRow {
    /// The description of the game.
    pub game: Description,
    /// The place of the position, if the game was chosen by one.
    pub place: Option<Place>,
    /// The point of the answer, if the game was chosen by a pattern.
    pub answer: Option<String>,
    /// The moves as SGF properties.
    pub moves_sgf: String,
}

impl Described for ExportRow {
    fn description(&self) -> Option<&Description> {
        Some(&self.game)
    }
}

/// The column of the moves, which take most of the room of a table.
pub const MOVES: Column<ExportRow> = Column::required(
    "moves_sgf",
    Get::Text(|row| Some(&row.moves_sgf)),
    "the moves as SGF properties",
);

/// Returns the columns of a table: [`facts`], and the place of the position or pattern if the games
/// were chosen by one.
pub fn columns(choice: &Choice<'_>) -> Vec<Column<ExportRow>> {
    let (place, pattern): (&[Column<ExportRow>], &[Column<ExportRow>]) = match choice {
        Choice::Find(_) => (&[], &[]),
        Choice::Position(question) => match question.scope() {
            Scope::Board => (&PLACE, &[]),
            Scope::Area(..) | Scope::Diagram(..) => (&PLACE, &PATTERN),
        },
    };
    [&facts(), place, pattern].concat()
}

const fn column(name: &'static str, get: Get<ExportRow>, meaning: &'static str) -> Column<ExportRow> {
    Column::optional(name, get, meaning)
}

const PLACE: [Column<ExportRow>; 3] = [
    column(
        "move_number",
        Get::Int(|row| Some(row.place?.move_number.into())),
        "moves played before the position",
    ),
    column(
        "transform",
        Get::Int(|row| Some(row.place?.transform.number() as i32)),
        "the transform, 0 to 7, from the game's board to that of the question",
    ),
    column(
        "swapped",
        Get::Truth(|row| Some(row.place?.swapped)),
        "true if the game has the position with the colours exchanged",
    ),
];

/// The rest of a pattern's place.
const PATTERN: [Column<ExportRow>; 7] = [
    column(
        "until",
        Get::Int(|row| Some(pattern(row)?.until as i32)),
        "moves played before the first position without the pattern",
    ),
    column(
        "x",
        Get::Int(|row| Some(pattern(row)?.x.into())),
        "the column of the area's upper left point",
    ),
    column(
        "y",
        Get::Int(|row| Some(pattern(row)?.y.into())),
        "the row of the area's upper left point",
    ),
    column(
        "answer",
        Get::Text(|row| row.answer.as_deref()),
        "the first move inside the area",
    ),
    column(
        "answer_color",
        Get::Text(|row| Some(letter(pattern(row)?.answer?.mv.color))),
        "its colour",
    ),
    column(
        "answer_ply",
        Get::Int(|row| Some(pattern(row)?.answer?.ply.into())),
        "its number",
    ),
    column(
        "elsewhere",
        Get::Int(|row| Some(pattern(row)?.answer?.elsewhere.into())),
        "moves elsewhere before it",
    ),
];

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn pattern(row: &ExportRow) -> Option<PatternPlace> {
    row.place?.pattern
}

impl ExportGame {
    /// Returns the row of a table.
    pub fn to_row(&self) -> ExportRow {
        ExportRow {
            game: self.description.clone(),
            place: self.place,
            answer: answer_of(self.place),
            moves_sgf: self.moves_sgf(),
        }
    }
}

impl ExportRow {
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

fn answer_of(place: Option<Place>) -> Option<String> {
    Some(place?.pattern?.answer?.mv.target())
}

/// Comma-separated values below a line of column names. A missing value is an
/// empty field.
pub struct Csv<W: Write> {
    columns: Vec<Column<ExportRow>>,
    out: CsvWriter<W>,
}

impl<W: Write> Csv<W> {
    pub fn new(out: W, columns: Vec<Column<ExportRow>>, for_spreadsheet: bool) -> io::Result<Self> {
        let mut out = CsvWriter::new(out, csv::Terminator::Any(b'\n'), for_spreadsheet);
        columns.iter().try_for_each(|column| out.text(column.name))?;
        out.end_row()?;
        Ok(Self { columns, out })
    }
}

impl<W: Write> GameWriter for Csv<W> {
    fn add(&mut self, game: &ExportGame) -> io::Result<()> {
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
    columns: Vec<Column<ExportRow>>,
    out: W,
}

impl<W: Write> JsonLines<W> {
    pub fn new(out: W, columns: Vec<Column<ExportRow>>) -> Self {
        Self { columns, out }
    }
}

impl<W: Write> GameWriter for JsonLines<W> {
    fn add(&mut self, game: &ExportGame) -> io::Result<()> {
        let row = game.to_row();
        let mut out = serde_json::Serializer::new(&mut self.out);
        let mut fields = out.serialize_map(Some(self.columns.len()))?;
        for column in &self.columns {
            fields.serialize_entry(column.name, &column.value(&row))?;
        }
        SerializeMap::end(fields)?;
        self.out.write_all(b"\n")
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
