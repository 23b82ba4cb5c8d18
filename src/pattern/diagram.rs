//! Diagrams: reading and writing patterns.

use super::{Condition, DiagramError, DiagramFault, Edges, Pattern, sequence};
use crate::go::BoardSize;
use std::fmt;
use std::str::FromStr;

/// A character with its place in the text: line and column, from 1.
#[derive(Clone, Copy)]
struct Sign {
    sign: char,
    line: usize,
    column: usize,
}

impl Sign {
    fn error(self, fault: DiagramFault) -> DiagramError {
        DiagramError {
            line: self.line,
            column: self.column,
            fault,
        }
    }

    /// Returns the place behind this one.
    const fn next(self) -> Self {
        Self {
            column: self.column + 1,
            ..self
        }
    }
}

/// The signs of a row without its blanks, and the place where it begins.
struct Row {
    start: Sign,
    signs: Vec<Sign>,
}

impl Row {
    /// Returns true for a row of `+` and `-`.
    fn is_edge(&self) -> bool {
        !self.signs.is_empty() && self.signs.iter().all(|sign| matches!(sign.sign, '+' | '-'))
    }

    /// Returns the place of the first sign, or of the row if it has none.
    fn first(&self) -> Sign {
        self.signs.first().copied().unwrap_or(self.start)
    }

    /// Returns the place behind the last sign, or of the row if it has none.
    fn end(&self) -> Sign {
        self.signs.last().map_or(self.start, |sign| sign.next())
    }
}

/// Reads a diagram as [`Pattern::parse`] describes it.
pub(super) fn read(text: &str) -> Result<Pattern, DiagramError> {
    let rows = rows(text);
    let is_full = |row: &Row| !row.signs.is_empty();
    let first = rows.iter().position(is_full).unwrap_or(0);
    let end = rows.iter().rposition(is_full).map_or(0, |last| last + 1);
    let mut rows = &rows[first.min(end)..end];

    let above = rows.split_first().filter(|(row, _)| row.is_edge());
    if let Some((_, rest)) = above {
        rows = rest;
    }
    let below = rows.split_last().filter(|(row, _)| row.is_edge());
    if let Some((_, rest)) = below {
        rows = rest;
    }
    let mut points = Points::default();
    for row in rows {
        points.add(row)?;
    }
    let edges = Edges {
        top: above.is_some(),
        bottom: below.is_some(),
        ..points.sides
    };
    for (row, _) in above.into_iter().chain(below) {
        check_corners(row, edges)?;
    }
    points.finish(edges)
}

/// Splits a text at line feeds and slashes. Lines are counted by line feeds only, as
/// those who wrote the text see them.
fn rows(text: &str) -> Vec<Row> {
    let mut at = Sign {
        sign: ' ',
        line: 1,
        column: 1,
    };
    let mut row = Row {
        start: at,
        signs: Vec::new(),
    };
    let mut rows = Vec::new();
    // Editors show no byte order mark.
    for sign in text.strip_prefix('\u{feff}').unwrap_or(text).chars() {
        let here = Sign { sign, ..at };
        at = at.next();
        match sign {
            '\n' | '/' => {
                if sign == '\n' {
                    at.line += 1;
                    at.column = 1;
                }
                let signs = Vec::new();
                rows.push(std::mem::replace(&mut row, Row { start: at, signs }));
            }
            _ if sign.is_whitespace() => {}
            _ => row.signs.push(here),
        }
    }
    rows.push(row);
    rows
}

/// The rows of points that have been read.
#[derive(Default)]
struct Points {
    conditions: Vec<Condition>,
    /// The place of each condition in the text.
    places: Vec<Sign>,
    width: usize,
    height: usize,
    /// The left and right edge, if they are drawn.
    sides: Edges,
}

impl Points {
    fn add(&mut self, row: &Row) -> Result<(), DiagramError> {
        let is_side = |sign: &&Sign| sign.sign == '|';
        let left = row.signs.first().filter(is_side);
        let signs = &row.signs[usize::from(left.is_some())..];
        let right = signs.last().filter(is_side);
        let signs = &signs[..signs.len() - usize::from(right.is_some())];

        for &place in signs {
            let condition = Condition::from_sign(place.sign).ok_or_else(|| {
                place.error(match place.sign {
                    '+' | '-' | '|' => DiagramFault::EdgeInside(place.sign),
                    other => DiagramFault::Sign(other),
                })
            })?;
            self.conditions.push(condition);
            self.places.push(place);
        }

        let Some(last) = signs.last() else {
            return Err(row.first().error(DiagramFault::EmptyRow));
        };
        if self.height == 0 {
            self.width = signs.len();
            self.sides.left = left.is_some();
            self.sides.right = right.is_some();
        }
        self.height += 1;
        let lines = usize::from(BoardSize::MAX.lines());
        if let Some(place) = signs.get(lines) {
            return Err(place.error(DiagramFault::TooLarge));
        }
        if self.height > lines {
            return Err(row.first().error(DiagramFault::TooLarge));
        }
        check_side(self.sides.left, left, row.first())?;
        check_side(self.sides.right, right, row.end())?;
        if signs.len() != self.width {
            let place = signs.get(self.width).copied().unwrap_or_else(|| last.next());
            return Err(place.error(DiagramFault::Ragged {
                points: signs.len(),
                expected: self.width,
            }));
        }
        Ok(())
    }

    fn finish(self, edges: Edges) -> Result<Pattern, DiagramError> {
        let Some(first) = self.places.first() else {
            return Err(DiagramError {
                line: 1,
                column: 1,
                fault: DiagramFault::NoRows,
            });
        };
        let steps = sequence::length(&self.conditions)
            .map_err(|(index, fault)| self.places[index].error(DiagramFault::Sequence(fault)))?;
        let is_stone = |condition: &Condition| matches!(condition, Condition::Stone(_) | Condition::AnyStone);
        if steps == 0 && !self.conditions.iter().any(is_stone) {
            return Err(first.error(DiagramFault::NothingAsked));
        }
        Ok(Pattern {
            width: self.width as u8,
            height: self.height as u8,
            conditions: self.conditions,
            edges,
        })
    }
}

/// Checks that a row has a side if the first row has it. `place` is where it should
/// stand.
fn check_side(expected: bool, found: Option<&Sign>, place: Sign) -> Result<(), DiagramError> {
    match found {
        None if expected => Err(place.error(DiagramFault::EdgeMissing)),
        Some(sign) if !expected => Err(sign.error(DiagramFault::EdgeInSomeRows)),
        _ => Ok(()),
    }
}

/// Checks that `+` stands only at the ends of a line above or below the rows, and only
/// where they have a side. How long the line is does not matter: those who put
/// blanks between points draw it in many ways.
fn check_corners(row: &Row, edges: Edges) -> Result<(), DiagramError> {
    for (index, sign) in row.signs.iter().enumerate().filter(|(_, sign)| sign.sign == '+') {
        let (first, last) = (index == 0, index + 1 == row.signs.len());
        if !first && !last {
            return Err(sign.error(DiagramFault::EdgeInside('+')));
        }
        if first && !edges.left || last && !edges.right {
            return Err(sign.error(DiagramFault::CornerWithoutSide));
        }
    }
    Ok(())
}

impl FromStr for Pattern {
    type Err = DiagramError;

    /// Reads a diagram as [`Pattern::parse`] does.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

/// Writes the diagram with its edges: on one line, rows separated by `/`, or with `#`
/// over several lines, a blank between points and no line feed at the end.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = usize::from(self.width);
        let (blank, row_end, dashes) = if f.alternate() {
            (" ", "\n", 2 * width - 1)
        } else {
            ("", "/", width)
        };
        let drawn = |is_drawn: bool, sign: &'static str| if is_drawn { sign } else { "" };
        let (left, right) = (self.edges.left, self.edges.right);
        let edge = format!("{}{:-<dashes$}{}", drawn(left, "+"), "", drawn(right, "+"));
        if self.edges.top {
            write!(f, "{edge}{row_end}")?;
        }
        for (y, row) in self.conditions.chunks(width).enumerate() {
            f.write_str(drawn(y > 0, row_end))?;
            f.write_str(drawn(left, "|"))?;
            for (x, sign) in row.iter().filter_map(|condition| condition.sign()).enumerate() {
                write!(f, "{}{sign}", drawn(x > 0, blank))?;
            }
            f.write_str(drawn(right, "|"))?;
        }
        if self.edges.bottom {
            write!(f, "{row_end}{edge}")?;
        }
        Ok(())
    }
}
