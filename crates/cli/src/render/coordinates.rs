use bgo::internal::go::{BoardSize, Move, Point};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The coordinates that an option of the program sets.
static CHOSEN: OnceLock<Coordinates> = OnceLock::new();

/// The names of points, and the letters around a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Coordinates {
    /// Letters of SGF, column and row from the upper left, such as pd.
    #[default]
    Sgf,
    /// A letter without I and a number from the bottom, such as Q16.
    Western,
}

impl Coordinates {
    /// Sets the coordinates of the program, the first time.
    pub fn write_global(self) {
        let _ = CHOSEN.set(self);
    }

    pub fn chosen() -> Option<Self> {
        CHOSEN.get().copied()
    }

    pub fn global() -> Self {
        Self::chosen().unwrap_or_default()
    }

    /// Returns the name by which users set the coordinates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::Western => "western",
        }
    }

    pub const fn other(self) -> Self {
        match self {
            Self::Sgf => Self::Western,
            Self::Western => Self::Sgf,
        }
    }

    pub(super) fn column(self, x: u8) -> char {
        let skipped = u8::from(self == Self::Western && x >= b'I' - b'A');
        char::from(b'A' + x + skipped)
    }

    pub(super) fn row(self, y: u8, size: BoardSize) -> String {
        match self {
            Self::Sgf => char::from(b'A' + y).to_string(),
            Self::Western => (size.lines() - y).to_string(),
        }
    }

    pub fn point(self, point: Point, size: BoardSize) -> String {
        match self {
            Self::Sgf => point.to_string(),
            Self::Western => point.vertex(size),
        }
    }

    pub fn target(self, mv: Move, size: BoardSize) -> String {
        mv.point.map_or_else(|| mv.target(), |point| self.point(point, size))
    }

    /// Returns a move with its colour, such as `B pd`.
    pub fn played(self, mv: Move, size: BoardSize) -> String {
        format!("{} {}", mv.color.letter(), self.target(mv, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::internal::go::Color;

    #[test]
    fn every_name_is_read_as_its_point() {
        for lines in [2, 9, 19] {
            let size = BoardSize::new(lines).expect("a size");
            for point in size.points() {
                for coordinates in [Coordinates::Sgf, Coordinates::Western] {
                    let name = coordinates.point(point, size);
                    let mv = Move::parse(&name, Color::Black, size).expect("a move");
                    assert_eq!(mv.point, Some(point), "{name}");
                }
            }
        }
    }

    #[test]
    fn moves_have_their_colour_and_passes_no_point() {
        let size = BoardSize::MAX;
        let mv = |text| Move::parse(text, Color::White, size).expect("a move");
        let names = |text| [Coordinates::Sgf, Coordinates::Western].map(|names| names.played(mv(text), size));
        assert_eq!(names("pd"), ["W pd", "W Q16"]);
        assert_eq!(names("ha"), ["W ha", "W H19"]);
        assert_eq!(names("ia"), ["W ia", "W J19"]);
        assert_eq!(names("pass"), ["W pass", "W pass"]);
    }
}
