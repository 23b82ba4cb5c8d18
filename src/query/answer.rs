use super::{WinRate, json};
use crate::go::{BoardSize, Color, Move, PositionKey};
use crate::store::{Totals, YearTotals};
use serde::Serialize;

/// What the database knows of a position. Serialised, it is the document that
/// `bgo search --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The published hash of the position as it was asked for.
    pub board_hash: i64,
    /// The key of the position in all orientations.
    #[serde(serialize_with = "json::key")]
    pub key: PositionKey,
    /// Lines of the board.
    #[serde(serialize_with = "json::lines")]
    pub board_size: BoardSize,
    /// Whose turn it is on the search board.
    #[serde(serialize_with = "json::letter")]
    pub to_play: Color,
    /// How many of the eight transforms leave the position as it is: 1, 2, 4
    /// or 8.
    pub symmetries: u32,
    /// The games that reach the position; one that does so twice counts once.
    #[serde(flatten)]
    pub totals: Totals,
    /// How often Black won them.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// Every move that was played from it, the most popular first.
    pub next_moves: Vec<NextMove>,
}

/// A move that was played from the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextMove {
    /// The move, in the orientation of the search board. Of the points that a
    /// symmetry of the position makes equal it is the one that
    /// [`Orientation::from_canonical`](crate::go::Orientation::from_canonical)
    /// names.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    pub mv: Move,
    /// The games in which it was played.
    #[serde(flatten)]
    pub totals: Totals,
    /// These games' share of those that reach the position, 0 to 1.
    pub share: f64,
    /// How often Black won them.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The rest, where it was asked for.
    #[serde(flatten)]
    pub details: Option<Details>,
}

/// More about the games in which a move was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Details {
    /// By year.
    pub years: YearTotals,
    /// Of the players who played the move, those with the most games in the
    /// database.
    pub players: Vec<String>,
}
