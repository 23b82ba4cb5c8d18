//! Named openings and josekis, as patterns of the 19x19 board. `openings.json` has their names, their
//! stones, a page that has the names, and for a joseki the columns and rows of the corner
//! that holds nothing else. The rest of the board may have anything.

use crate::go::{Board, BoardSize, Color, Point};
use crate::pattern::{Area, Condition, Image, Pattern, Placement};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::ptr;
use std::sync::LazyLock;

/// The names of an opening by language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpeningNames {
    /// English.
    pub en: &'static str,
    /// Japanese.
    pub ja: &'static str,
    /// Korean.
    pub ko: &'static str,
    /// Chinese in simplified characters.
    pub zh: &'static str,
    /// Chinese in traditional characters.
    #[serde(rename = "zh-Hant")]
    pub zh_hant: &'static str,
}

impl OpeningNames {
    /// Returns all names, English first.
    #[must_use]
    pub const fn all(&self) -> [&'static str; 5] {
        [self.en, self.ja, self.ko, self.zh, self.zh_hant]
    }
}

/// An opening of the whole board, or a joseki.
#[derive(Debug)]
pub struct NamedOpening {
    names: OpeningNames,
    source: &'static str,
    stones: Vec<(Point, Color)>,
    area: Area,
    pattern: Pattern,
    has_fixed_colors: bool,
    images: Vec<Image>,
}

/// An opening as the file has it.
#[derive(Deserialize)]
struct OpeningEntry {
    names: OpeningNames,
    source: &'static str,
    stones: &'static str,
    corner: Option<[u8; 2]>,
    #[serde(default)]
    fixed_colors: bool,
}

/// The ply after which no opening of the whole board begins, and the most stones with which one is shown.
const LAST_PLY: u16 = 20;

/// The most openings that are named for a board.
const MOST: usize = 3;

static OPENINGS: LazyLock<Vec<NamedOpening>> = LazyLock::new(|| {
    let entries: Vec<OpeningEntry> = serde_json::from_str(include_str!("openings.json")).unwrap_or_default();
    entries.into_iter().filter_map(NamedOpening::of).collect()
});

impl NamedOpening {
    /// Returns all openings.
    pub fn all() -> &'static [Self] {
        &OPENINGS
    }

    fn of(entry: OpeningEntry) -> Option<Self> {
        let size = BoardSize::MAX;
        let stones: Option<Vec<(Point, Color)>> = entry.stones.split(' ').map(stone).collect();
        let stones = stones?;
        let [width, height] = entry.corner.unwrap_or([size.lines(); 2]);
        let area = Area::corner(width, height, size)?;
        let elsewhere = entry.corner.map_or(Condition::Anything, |_| Condition::Empty);
        let pattern = Pattern::in_area(area, size, |point| {
            let stone = stones.iter().find(|(at, _)| *at == point);
            stone.map_or(elsewhere, |(_, color)| Condition::Stone(*color))
        });
        let placement = Placement {
            fixed_colors: entry.fixed_colors,
            ..Placement::default()
        };
        let pattern = pattern.ok()?;
        Some(Self {
            names: entry.names,
            source: entry.source,
            images: pattern.images(size, &placement).ok()?,
            has_fixed_colors: entry.fixed_colors,
            stones,
            area,
            pattern,
        })
    }

    /// Returns the names.
    pub const fn names(&self) -> &OpeningNames {
        &self.names
    }

    /// Returns the address of a page about the opening, or about the move or the opening from which it follows.
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Returns the stones, in the upper right corner if the opening is a joseki, the last played last.
    pub fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// Returns the corner that holds nothing but the stones of a joseki, or `None` for an opening of the
    /// whole board.
    pub fn corner(&self) -> Option<Area> {
        (self.area.width < BoardSize::MAX.lines()).then_some(self.area)
    }

    /// Returns the pattern.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns true if exchanged colours do not count.
    pub const fn has_fixed_colors(&self) -> bool {
        self.has_fixed_colors
    }

    /// Returns the last ply at which the opening may appear.
    pub fn last_ply(&self) -> u16 {
        self.corner().map_or(LAST_PLY, |_| u16::MAX)
    }

    /// Returns the openings that a board shows in any orientation, those with the most stones first, at
    /// most three. One whose stones are among those of another is left out.
    #[must_use]
    pub fn on(board: &Board) -> Vec<&'static Self> {
        if board.size() != BoardSize::MAX {
            return Vec::new();
        }
        let mut found: Vec<(&Self, Vec<Point>)> = Vec::new();
        let is_early = board.stones().count() <= usize::from(LAST_PLY);
        for opening in Self::all()
            .iter()
            .filter(|opening| is_early || opening.corner().is_some())
        {
            found.extend(opening.stones_on(board).map(|stones| (opening, stones)));
        }
        found.sort_by_key(|(_, stones)| Reverse(stones.len()));
        let mut named: Vec<(&Self, Vec<Point>)> = Vec::new();
        for (opening, stones) in found {
            let is_in = |other: &[Point]| stones.iter().all(|stone| other.contains(stone));
            if !named.iter().any(|(_, other)| is_in(other)) {
                named.push((opening, stones));
            }
        }
        let mut openings: Vec<&Self> = Vec::new();
        for (opening, _) in named {
            if !openings.iter().any(|other| ptr::eq(*other, opening)) {
                openings.push(opening);
            }
        }
        openings.truncate(MOST);
        openings
    }

    /// Returns whether a board shows the opening in any orientation.
    #[must_use]
    pub fn is_on(&self, board: &Board) -> bool {
        board.size() == BoardSize::MAX && self.stones_on(board).next().is_some()
    }

    /// Returns the stones of the opening wherever it is on a board.
    fn stones_on(&self, board: &Board) -> impl Iterator<Item = Vec<Point>> {
        let placed = self.images.iter().flat_map(|image| {
            let places = image.places.iter();
            places.map(move |place| image.area(*place).points().zip(&image.conditions))
        });
        let fitting = placed.filter(|points| points.clone().all(|(at, condition)| condition.permits(board.get(at))));
        fitting.map(|points| {
            let stones = points.filter(|(_, condition)| matches!(condition, Condition::Stone(_)));
            stones.map(|(at, _)| at).collect()
        })
    }
}

/// Reads a stone such as `Bpd`.
fn stone(text: &str) -> Option<(Point, Color)> {
    let (color, point) = text.split_at_checked(1)?;
    let color = match color {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    Some((Point::from_sgf(point)?, color))
}

#[cfg(test)]
mod tests;
