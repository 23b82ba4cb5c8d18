mod game;
mod position;

use crate::go::{Color, KeyTables};
use crate::record::{GamePosition, GameResult, Rejection, Replayed, decoded_trees};
use crate::store::{StoredRecord, encoding_name, write_course};
pub use game::GameRow;
pub use position::PositionRow;
use serde::Serialize;

/// A row of the table `sources`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    /// The number of the game.
    pub game: i64,
    /// The number of the source in the order of the imports.
    pub number: i64,
    /// The path of the archive.
    pub archive: String,
    /// The file within the archive.
    pub member: String,
    /// The game's index in that file, from 0.
    pub member_game: i32,
    /// The record as it was found there, if its bytes or encoding differ from the game's.
    pub record: Option<StoredRecord>,
    /// True if the user joined the record to the game.
    pub joined: bool,
}

/// A row of the table `courses`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseRow {
    /// The number of the game.
    pub game: i64,
    /// The lines of the board.
    pub board_size: u8,
    /// The year of the game.
    pub year: Option<u16>,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The course as [`write_course`] writes it.
    pub course: Vec<u8>,
}

/// A row of the table `report`: something that an import did not store as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// The path of the archive.
    pub archive: String,
    /// The file within the archive, or `None` if the archive itself is concerned.
    pub member: Option<String>,
    /// The game's index in that file, from 0.
    pub member_game: Option<i32>,
    /// The verdict on the record.
    pub verdict: Verdict,
    /// The game that is stored, or that the record duplicates.
    pub game: Option<i64>,
    /// The kind of the reason; null for duplicates and failures.
    pub kind: Option<String>,
    /// The reason.
    pub reason: String,
    /// The place of the reason, in bytes of the file.
    pub offset: Option<i64>,
}

/// The verdict of an import on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is not stored, because it cannot be read as a game.
    Rejected,
    /// It is stored without a part.
    Repaired,
    /// It is another record of a stored game.
    Duplicate,
    /// The archive or the file could not be read.
    Failed,
}

impl Verdict {
    /// Returns the text in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rejected => "rejected",
            Self::Repaired => "repaired",
            Self::Duplicate => "duplicate",
            Self::Failed => "failed",
        }
    }
}

/// The outcome of a game as questions count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody won, or it is unknown who did.
    #[default]
    Unknown,
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game is a draw.
    Draw,
}

impl Outcome {
    /// Returns the outcome of a result.
    #[must_use]
    pub fn of(result: Option<GameResult>) -> Self {
        match result {
            Some(GameResult::Win { winner, .. }) => match winner {
                Color::Black => Self::Black,
                Color::White => Self::White,
            },
            Some(GameResult::Draw) => Self::Draw,
            Some(GameResult::Void) | None => Self::Unknown,
        }
    }

    /// Returns the outcome of a number in the tables.
    #[must_use]
    pub const fn of_code(code: u8) -> Self {
        match code {
            1 => Self::Black,
            2 => Self::White,
            3 => Self::Draw,
            _ => Self::Unknown,
        }
    }

    /// Returns the number in the tables, 0 to 3.
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }
}

impl SourceRow {
    /// Returns the name of the encoding of a record that differs from the game's, or `None`
    /// for UTF-8.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static str> {
        encoding_name(self.record.as_ref()?.encoding)
    }
}

impl CourseRow {
    /// Creates the row of a replayed game.
    #[must_use]
    pub fn new(game: i64, replayed: &Replayed) -> Self {
        let record = &replayed.record;
        let mut course = Vec::new();
        write_course(&mut course, &replayed.course);
        Self {
            game,
            board_size: record.size.lines(),
            year: record.info.game_date().map(|date| date.year()),
            outcome: Outcome::of(record.info.game_result()),
            course,
        }
    }
}

/// The rows of a game in three tables. The numbers of the game in them are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRows {
    /// The row in `games`.
    pub game: GameRow,
    /// The row in `courses`.
    pub course: CourseRow,
    /// The rows in `positions`, in the order of the game.
    pub positions: Vec<PositionRow>,
}

impl GameRows {
    /// Replays a record that is stored as the game with this number.
    ///
    /// # Errors
    /// Says why the record contains no game.
    pub fn new(game: i64, stored: &StoredRecord, keys: &KeyTables) -> Result<Self, Rejection> {
        let decoded = stored.decoded();
        let tree = decoded_trees(&decoded).next().ok_or(Rejection::NoGame)?;
        let mut positions = Vec::new();
        let replayed = Replayed::new(tree.game?, &decoded.text[tree.span], keys, |position| {
            positions.push(position)
        });
        Ok(Self::of_replayed(game, stored, &replayed, &positions))
    }

    /// Creates the rows from the replay of a record and the positions that it visited.
    #[must_use]
    pub fn of_replayed(game: i64, stored: &StoredRecord, replayed: &Replayed, positions: &[GamePosition]) -> Self {
        let course = CourseRow::new(game, replayed);
        Self {
            positions: PositionRow::of_game(game, positions, course.year, course.outcome),
            game: GameRow::new(game, stored, replayed),
            course,
        }
    }
}
