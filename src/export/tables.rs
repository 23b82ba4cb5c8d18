//! Tables of games: their rows and columns.

use super::game::{ExportGame, place_of};
use crate::facts::{Column, Described, Description, Get, facts};
use crate::go::Color;
use crate::query::{Choice, Chosen, PatternPlace, Place, QueryError, Scope};
use crate::store::Snapshot;

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

const PLACE: [Column<ExportRow>; 3] = [
    Column::optional(
        "move_number",
        Get::Int(|row| Some(row.place?.move_number.into())),
        "moves played before the position",
    ),
    Column::optional(
        "transform",
        Get::Int(|row| Some(row.place?.transform.number() as i32)),
        "the transform, 0 to 7, from the game's board to that of the question",
    ),
    Column::optional(
        "swapped",
        Get::Truth(|row| Some(row.place?.swapped)),
        "true if the game has the position with the colours exchanged",
    ),
];

const PATTERN: [Column<ExportRow>; 7] = [
    Column::optional(
        "until",
        Get::Int(|row| Some(pattern(row)?.until as i32)),
        "moves played before the first position without the pattern",
    ),
    Column::optional(
        "x",
        Get::Int(|row| Some(pattern(row)?.x.into())),
        "the column of the area's upper left point",
    ),
    Column::optional(
        "y",
        Get::Int(|row| Some(pattern(row)?.y.into())),
        "the row of the area's upper left point",
    ),
    Column::optional(
        "answer",
        Get::Text(|row| row.answer.as_deref()),
        "the first move inside the area",
    ),
    Column::optional(
        "answer_color",
        Get::Text(|row| Some(letter(pattern(row)?.answer?.mv.color))),
        "its colour",
    ),
    Column::optional(
        "answer_ply",
        Get::Int(|row| Some(pattern(row)?.answer?.ply.into())),
        "its number",
    ),
    Column::optional(
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
