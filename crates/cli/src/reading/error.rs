use bgo::internal::go::Illegal;
use bgo::internal::record::Rejection;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// The reason why a text has no position.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", content = "details", rename_all = "snake_case")]
pub enum Unreadable {
    #[error("the text is neither a game record, a diagram nor a list of moves")]
    Unknown,
    #[error("there is nothing to read")]
    Empty,
    #[error("the record is of a game other than Go")]
    Game,
    #[error("boards have 2 to 19 lines; this one has {size}")]
    Size { size: String },
    #[error("move {number}, {text}, is not on a board of {lines} lines")]
    Outside { text: String, number: usize, lines: u8 },
    #[error("move {number} at {text} is illegal: {reason}")]
    Illegal {
        text: String,
        number: usize,
        #[serde(serialize_with = "name_of")]
        reason: Illegal,
    },
    #[error("\"{word}\" is not a move; write moves as Q16 or pd")]
    Word { word: String },
    #[error("the stones at {name} have no liberty")]
    Liberties { name: String },
    #[error("unknown sign \"{sign}\" in line {line}, column {column} of the diagram")]
    Sign { sign: char, line: usize, column: usize },
    #[error("\"{sign}\" in line {line} cannot be set up; write X, O, . for empty or * for anything")]
    Condition { sign: char, line: usize },
    #[error("line {line} of the diagram has {points} points, the first row {expected}")]
    Ragged {
        line: usize,
        points: usize,
        expected: usize,
    },
    #[error("line {line} has an edge where the first row has none, or none where it has one")]
    Edge { line: usize },
    #[error("the board has {columns} columns and {rows} rows")]
    Rows { rows: usize, columns: usize },
    #[error("a board with four edges is square; this one is {width} by {height}")]
    Square { width: usize, height: usize },
    #[error("the diagram of {width} by {height} points does not fit on a board of {lines} lines")]
    Fits { width: usize, height: usize, lines: usize },
    #[error("number {number} is in the diagram twice")]
    Twice { number: usize },
    #[error("number {number} is missing in the diagram")]
    Missing { number: usize },
}

impl From<Rejection> for Unreadable {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::NoGame => Self::Unknown,
            Rejection::OtherGame(_) => Self::Game,
            Rejection::Rectangle(size) | Rejection::Size(size) => Self::Size { size },
        }
    }
}

fn name_of<S: Serializer>(reason: &Illegal, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match reason {
        Illegal::Occupied => "occupied",
        Illegal::Suicide => "suicide",
        Illegal::Ko => "ko",
        Illegal::OffBoard => "outside",
    })
}
