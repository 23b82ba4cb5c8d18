use crate::go::Color;
use crate::query::{Choice, PatternPlace, Place, Subject};
use crate::store::Description;
use Get::{Maybe, Real, Text, Truth, Whole};

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

/// A value in a field.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Value<'a> {
    /// A whole number.
    Whole(i64),
    /// A decimal number.
    Real(f64),
    /// Text.
    Text(&'a str),
    /// A truth value.
    Truth(bool),
}

/// The kind of a column, with the function that reads its value from a row.
#[derive(Clone, Copy)]
pub enum Get {
    /// A whole number, never missing.
    Whole(fn(&Row) -> i64),
    /// A whole number.
    Maybe(fn(&Row) -> Option<i64>),
    /// A decimal number.
    Real(fn(&Row) -> Option<f64>),
    /// Text.
    Text(fn(&Row) -> Option<&str>),
    /// A truth value.
    Truth(fn(&Row) -> Option<bool>),
}

/// A column of a table.
#[derive(Clone, Copy)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The kind and source of values.
    pub get: Get,
}

impl Column {
    /// Returns the value in a row, or `None` if it is missing.
    pub fn value<'a>(&self, row: &'a Row) -> Option<Value<'a>> {
        match self.get {
            Whole(get) => Some(Value::Whole(get(row))),
            Maybe(get) => get(row).map(Value::Whole),
            Real(get) => get(row).map(Value::Real),
            Text(get) => get(row).map(Value::Text),
            Truth(get) => get(row).map(Value::Truth),
        }
    }
}

/// Returns the columns of a table: the fields of [`Description`], the place of
/// the position or pattern if the games were chosen by one, and the moves.
pub fn columns(choice: &Choice<'_>) -> Vec<Column> {
    let (place, pattern): (&[Column], &[Column]) = match choice {
        Choice::Find(_) => (&[], &[]),
        Choice::Position(question) => match question.subject {
            Subject::Position { .. } => (&PLACE, &[]),
            Subject::Pattern(_) => (&PLACE, &PATTERN),
        },
    };
    [&GAME, place, pattern, &MOVES].concat()
}

const fn column(name: &'static str, get: Get) -> Column {
    Column { name, get }
}

const GAME: [Column; 27] = [
    column("game", Whole(|row| row.game.game)),
    column("board_size", Whole(|row| row.game.board_size.into())),
    column("moves", Whole(|row| row.game.moves.into())),
    column("black", Text(|row| row.game.black.as_deref())),
    column("black_rank", Text(|row| row.game.black_rank.as_deref())),
    column(
        "black_rank_value",
        Maybe(|row| row.game.black_rank_value.map(i64::from)),
    ),
    column("white", Text(|row| row.game.white.as_deref())),
    column("white_rank", Text(|row| row.game.white_rank.as_deref())),
    column(
        "white_rank_value",
        Maybe(|row| row.game.white_rank_value.map(i64::from)),
    ),
    column("black_team", Text(|row| row.game.black_team.as_deref())),
    column("white_team", Text(|row| row.game.white_team.as_deref())),
    column("date", Text(|row| row.game.date.as_deref())),
    column("first_date", Text(|row| row.game.first_date.as_deref())),
    column("last_date", Text(|row| row.game.last_date.as_deref())),
    column("year", Maybe(|row| row.game.year.map(i64::from))),
    column("result", Text(|row| row.game.result.as_deref())),
    column("winner", Text(|row| row.game.winner.as_deref())),
    column("result_text", Text(|row| row.game.result_text.as_deref())),
    column("komi", Real(|row| row.game.komi)),
    column("handicap", Maybe(|row| row.game.handicap.map(i64::from))),
    column("rules", Text(|row| row.game.rules.as_deref())),
    column("event", Text(|row| row.game.event.as_deref())),
    column("round", Text(|row| row.game.round.as_deref())),
    column("place", Text(|row| row.game.place.as_deref())),
    column("name", Text(|row| row.game.name.as_deref())),
    column("publication", Text(|row| row.game.publication.as_deref())),
    column("repair", Text(|row| row.game.repair.as_deref())),
];

const PLACE: [Column; 3] = [
    column("move_number", Maybe(|row| Some(row.place?.move_number.into()))),
    column("transform", Maybe(|row| Some(row.place?.transform.number() as i64))),
    column("swapped", Truth(|row| Some(row.place?.swapped))),
];

/// The rest of a pattern's place.
const PATTERN: [Column; 7] = [
    column("until", Maybe(|row| Some(pattern(row)?.until.into()))),
    column("x", Maybe(|row| Some(pattern(row)?.x.into()))),
    column("y", Maybe(|row| Some(pattern(row)?.y.into()))),
    column("answer", Text(|row| row.answer.as_deref())),
    column("answer_color", Text(|row| Some(letter(pattern(row)?.answer?.mv.color)))),
    column("answer_ply", Maybe(|row| Some(pattern(row)?.answer?.ply.into()))),
    column("elsewhere", Maybe(|row| Some(pattern(row)?.answer?.elsewhere.into()))),
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

const MOVES: [Column; 1] = [column("moves_sgf", Text(|row| Some(&row.moves_sgf)))];

#[cfg(test)]
mod tests {
    use super::*;

    /// A serialised structure names its fields in order.
    #[test]
    fn the_columns_of_a_game_are_the_fields_of_its_description() {
        let text = |text: &str| Some(text.to_owned());
        let game = Description {
            game: 1,
            board_size: 2,
            moves: 3,
            black: text("4"),
            black_rank_value: Some(26),
            black_rank: text("5"),
            white: text("6"),
            white_rank_value: Some(27),
            white_rank: text("7"),
            black_team: text("8"),
            white_team: text("9"),
            date: text("10"),
            first_date: text("11"),
            last_date: text("12"),
            year: Some(13),
            result: text("14"),
            winner: text("15"),
            result_text: text("16"),
            komi: Some(17.5),
            handicap: Some(18),
            rules: text("19"),
            event: text("20"),
            round: text("21"),
            place: text("22"),
            name: text("23"),
            publication: text("24"),
            repair: text("25"),
        };
        let expected = serde_json::to_string(&game).expect("a document");
        let row = Row {
            game,
            place: None,
            answer: None,
            moves_sgf: String::new(),
        };
        let fields: Vec<String> = GAME
            .iter()
            .map(|column| {
                let value = serde_json::to_string(&column.value(&row)).expect("a value");
                format!("\"{}\":{value}", column.name)
            })
            .collect();
        assert_eq!(format!("{{{}}}", fields.join(",")), expected);
    }
}
