//! How values that many answers have are written as JSON.

use crate::go::{BoardSize, Color, Move, PositionKey};
use serde::Serializer;
use serde::ser::SerializeStruct;

/// Sixteen hexadecimal digits.
pub fn key<S: Serializer>(key: &PositionKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(key)
}

/// How many lines.
pub fn lines<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(size.lines())
}

/// `B` or `W`.
pub fn letter<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(color.letter())
}

/// The fields `move` and `color`.
pub fn move_and_color<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Move", 2)?;
    fields.serialize_field("move", &mv.target())?;
    fields.serialize_field("color", &mv.color.letter())?;
    fields.end()
}
