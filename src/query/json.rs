//! Serialisation of values in answers.

use super::WinRate;
use crate::go::{BoardSize, Color, Move, PositionKey};
use serde::Serializer;
use serde::ser::SerializeStruct;

/// Writes a key as 16 hexadecimal digits, null without one.
pub fn key<S: Serializer>(key: &(impl Copy + Into<Option<PositionKey>>), serializer: S) -> Result<S::Ok, S::Error> {
    match (*key).into() {
        Some(key) => serializer.collect_str(&key),
        None => serializer.serialize_none(),
    }
}

/// Writes the number of lines.
pub fn lines<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(size.lines())
}

/// Writes `B` or `W`, null without a colour.
pub fn letter<S: Serializer>(color: &(impl Copy + Into<Option<Color>>), serializer: S) -> Result<S::Ok, S::Error> {
    match (*color).into() {
        Some(color) => serializer.serialize_char(color.letter()),
        None => serializer.serialize_none(),
    }
}

/// Writes the fields `move` and `color`.
pub fn move_and_color<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Move", 2)?;
    fields.serialize_field("move", &mv.target())?;
    fields.serialize_field("color", &mv.color.letter())?;
    fields.end()
}

/// Writes the fields `black_win_rate`, `black_win_rate_low` and
/// `black_win_rate_high`, null if nobody won.
pub fn win_rate<S: Serializer>(rate: &Option<WinRate>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("WinRate", 3)?;
    fields.serialize_field("black_win_rate", &rate.map(|rate| rate.rate))?;
    fields.serialize_field("black_win_rate_low", &rate.map(|rate| rate.low))?;
    fields.serialize_field("black_win_rate_high", &rate.map(|rate| rate.high))?;
    fields.end()
}

/// The fields of [`move_and_color`].
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
pub struct MoveFields {
    /// A point in SGF coordinates, or pass.
    #[serde(rename = "move")]
    _move: String,
    /// The colour of the move.
    #[serde(rename = "color")]
    _color: ColorLetter,
}

/// A colour, as [`letter`] writes it.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(inline)]
pub enum ColorLetter {
    #[serde(rename = "B")]
    _Black,
    #[serde(rename = "W")]
    _White,
}

/// The fields of [`win_rate`].
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
pub struct WinRateFields {
    /// Black's share of the games that have a winner; null if none has.
    #[serde(rename = "black_win_rate")]
    #[schemars(range(min = 0, max = 1))]
    _rate: Option<f64>,
    /// The lower end of the 95% interval of `black_win_rate`.
    #[serde(rename = "black_win_rate_low")]
    #[schemars(range(min = 0, max = 1))]
    _low: Option<f64>,
    /// The upper end of the interval.
    #[serde(rename = "black_win_rate_high")]
    #[schemars(range(min = 0, max = 1))]
    _high: Option<f64>,
}
