//! Serialisation of values in answers.

use crate::go::{BoardSize, Color, Move, Point, PositionKey};
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

/// Writes a point in SGF coordinates, or `pass`.
pub fn target<S: Serializer>(point: &Option<Point>, serializer: S) -> Result<S::Ok, S::Error> {
    match point {
        Some(point) => serializer.collect_str(point),
        None => serializer.serialize_str("pass"),
    }
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
// Descriptions of the values would be in the description of the API.
#[allow(missing_docs)]
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

/// The share of Black's wins among the games that have a winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The share, 0 to 1.
    pub rate: f64,
    /// The lower end of Wilson's score interval (E. B. Wilson, 1927): if the games
    /// are a fair sample, the rate of all such games lies in the interval with a
    /// probability of 95%.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
}

/// The number of standard deviations within which 95% of a normal distribution lie.
const Z: f64 = 1.959_963_984_540_054;

impl WinRate {
    /// Returns the rate for these numbers of wins, or `None` if both are 0.
    #[must_use]
    pub fn of(black_wins: u64, white_wins: u64) -> Option<Self> {
        let games = (black_wins + white_wins) as f64;
        if games == 0.0 {
            return None;
        }
        let rate = black_wins as f64 / games;
        let spread = Z * Z / games;
        let middle = (rate + spread / 2.0) / (1.0 + spread);
        let half = Z / (1.0 + spread) * (rate * (1.0 - rate) / games + spread / (4.0 * games)).sqrt();
        Some(Self {
            rate,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values come from another program.
    #[test]
    fn the_interval_is_wilsons() {
        let rounded = |black, white| {
            let WinRate { rate, low, high } = WinRate::of(black, white).expect("a rate");
            [rate, low, high].map(|share| format!("{share:.4}"))
        };
        assert_eq!(rounded(5, 5), ["0.5000", "0.2366", "0.7634"]);
        assert_eq!(rounded(1, 0), ["1.0000", "0.2065", "1.0000"]);
        assert_eq!(rounded(520, 480), ["0.5200", "0.4890", "0.5508"]);
        assert_eq!(WinRate::of(0, 0), None);
    }
}
