use crate::go::{BoardSize, Color, Move, PositionKey};
use crate::store::Totals;
use serde::{Serialize, Serializer};

/// What the database knows of a position. Serialised, it is the document that
/// `bgo search --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The published hash of the position as it was asked for.
    pub board_hash: i64,
    /// The key of the position in all orientations.
    #[serde(serialize_with = "as_text")]
    pub key: PositionKey,
    /// Lines of the board.
    #[serde(serialize_with = "lines")]
    pub board_size: BoardSize,
    /// Whose turn it is on the search board.
    #[serde(serialize_with = "letter")]
    pub to_play: Color,
    /// How many of the eight transforms leave the position as it is: 1, 2, 4
    /// or 8.
    pub symmetries: u32,
    /// How many games reach the position; one that does so twice counts once.
    pub games: u64,
    /// Every move that was played from it, the most popular first.
    pub next_moves: Vec<NextMove>,
}

/// A move that was played from the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NextMove {
    /// The move, in the orientation of the search board. Of the points that a
    /// symmetry of the position makes equal it is the one that
    /// [`Orientation::from_canonical`](crate::go::Orientation::from_canonical)
    /// names.
    #[serde(flatten, serialize_with = "move_and_color")]
    pub mv: Move,
    /// The games in which it was played.
    #[serde(flatten)]
    pub totals: Totals,
}

fn as_text<S: Serializer>(key: &PositionKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(key)
}

fn lines<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(size.lines())
}

fn letter<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(color.letter())
}

fn move_and_color<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeStruct;
    let mut fields = serializer.serialize_struct("Move", 2)?;
    fields.serialize_field("move", &mv.target())?;
    fields.serialize_field("color", &mv.color.letter())?;
    fields.end()
}
