//! Colours and moves.

use super::{BoardSize, ParseError, Point};
use std::fmt;

/// The colour of a stone or of the player who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Moves first in an even game.
    Black,
    /// Moves first when Black has been given handicap stones.
    White,
}

impl Color {
    /// Returns the other colour.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter used in SGF: `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A move: a stone on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The player.
    pub color: Color,
    /// The point; `None` is a pass.
    pub point: Option<Point>,
}

fn from_human(lower: &str, size: BoardSize) -> Option<Point> {
    let mut chars = lower.chars();
    let letter = chars.next().filter(|c| c.is_ascii_lowercase() && *c != 'i')?;
    let digits = chars.as_str();
    if digits.len() > 2 || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let row: u8 = digits.parse().ok()?;
    let x = letter as u8 - b'a' - u8::from(letter > 'i');
    // A row above the board gets a `y` that no board has.
    let y = size.lines().checked_sub(row).unwrap_or(u8::MAX);
    Some(Point::new(x, y))
}

impl Move {
    /// Returns a stone of `color` on `point`.
    pub const fn at(color: Color, point: Point) -> Self {
        Self {
            color,
            point: Some(point),
        }
    }

    /// Returns a pass by `color`.
    pub const fn pass(color: Color) -> Self {
        Self { color, point: None }
    }

    /// Returns the same move by the other colour.
    pub const fn swapped(self) -> Self {
        Self {
            color: self.color.opponent(),
            point: self.point,
        }
    }

    /// Parses a move as users write it: `pd` (SGF letters), `Q16` (a column letter
    /// without I, the row counted from the bottom), or `pass`, in upper or lower
    /// case.
    pub fn parse(text: &str, color: Color, size: BoardSize) -> Result<Self, ParseError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::pass(color));
        }
        let lower = text.to_ascii_lowercase();
        match Point::from_sgf(&lower).or_else(|| from_human(&lower, size)) {
            Some(point) if point.is_on(size) => Ok(Self::at(color, point)),
            Some(_) => Err(ParseError::OffBoard(format!("{text} is not on the {size} board"))),
            None => Err(ParseError::Unreadable(format!(
                "\"{text}\" is not a move: write SGF letters (pd), a letter without I and a number (Q16), or pass"
            ))),
        }
    }

    /// Returns the point's SGF letters, or `pass`, without the colour.
    pub fn target(&self) -> String {
        self.point.map_or_else(|| "pass".to_owned(), |p| p.to_string())
    }
}

impl fmt::Display for Move {
    /// Writes the colour and the target, as in `B pd`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color.letter(), self.target())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, lines: u8) -> Result<String, ParseError> {
        let size = BoardSize::new(lines).expect("a size");
        Move::parse(text, Color::Black, size).map(|m| m.target())
    }

    #[test]
    fn both_notations_name_the_same_points() {
        for (human, sgf) in [("Q16", "pd"), ("d4", "dp"), ("J10", "ij"), ("T1", "ss"), ("A19", "aa")] {
            assert_eq!(read(human, 19).as_deref(), Ok(sgf));
            assert_eq!(read(sgf, 19).as_deref(), Ok(sgf));
            let point = Point::from_sgf(sgf).expect("a point");
            assert_eq!(point.vertex(BoardSize::MAX), human.to_ascii_uppercase());
        }
        assert_eq!(read("E5", 9).as_deref(), Ok("ee"));
        assert_eq!(read("Pass", 9).as_deref(), Ok("pass"));
    }

    #[test]
    fn what_is_no_point_of_the_board_is_refused_with_the_reason() {
        for text in ["", "p", "pdd", "I5", "Q0", "Q", "16", "Q016", "é5", "q-1"] {
            assert!(matches!(read(text, 19), Err(ParseError::Unreadable(_))), "{text}");
        }
        for (text, lines) in [("Q20", 19), ("pd", 9), ("K1", 9), ("zz", 19), ("Q99", 19)] {
            assert!(matches!(read(text, lines), Err(ParseError::OffBoard(_))), "{text}");
        }
    }
}
