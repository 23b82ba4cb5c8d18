use crate::facts::{Column, Described, Description, Get, facts};
use crate::go::Color;
use crate::query::{Choice, PatternPlace, Place, Scope};

/// A row of a table.
pub struct Row {
    /// The description of the game.
    pub game: Description,
    /// The place of the position, if the game was chosen by one.
    pub place: Option<Place>,
    /// The point of the answer, if the game was chosen by a pattern.
    pub answer: Option<String>,
    /// The moves as SGF properties.
    pub moves_sgf: String,
}

impl Described for Row {
    fn description(&self) -> Option<&Description> {
        Some(&self.game)
    }
}

/// The column of the moves, which take most of the room of a table.
pub const MOVES: Column<Row> = Column::required(
    "moves_sgf",
    Get::Text(|row| Some(&row.moves_sgf)),
    "the moves as SGF properties",
);

/// Returns the columns of a table: [`facts`], and the place of the position or pattern if the games
/// were chosen by one.
pub fn columns(choice: &Choice<'_>) -> Vec<Column<Row>> {
    let (place, pattern): (&[Column<Row>], &[Column<Row>]) = match choice {
        Choice::Find(_) => (&[], &[]),
        Choice::Position(question) => match question.scope() {
            Scope::Board => (&PLACE, &[]),
            Scope::Area(..) | Scope::Diagram(..) => (&PLACE, &PATTERN),
        },
    };
    [&facts(), place, pattern].concat()
}

const fn column(name: &'static str, get: Get<Row>, meaning: &'static str) -> Column<Row> {
    Column::optional(name, get, meaning)
}

const PLACE: [Column<Row>; 3] = [
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
const PATTERN: [Column<Row>; 7] = [
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

fn pattern(row: &Row) -> Option<PatternPlace> {
    row.place?.pattern
}
