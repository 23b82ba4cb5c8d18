use crate::go::{BoardSize, Color, Move, ParseError, Point};
use std::collections::HashSet;
use thiserror::Error;

/// A text that says no stones.
#[derive(Debug, Error)]
pub enum StonesError {
    /// A part that is not a stone.
    #[error("\"{0}\" is not a stone on this board: write Bpd or Wdp")]
    NoStone(String),
    /// Two stones on one point.
    #[error("{0} has two stones")]
    Twice(Point),
    /// A number of handicap stones without usual points.
    #[error(transparent)]
    Handicap(#[from] ParseError),
}

/// Reads the stones with which a board begins: stones such as `Bpd,Wdp`, or the number of
/// handicap stones on their usual points. Also returns the colour of the first move, White
/// after a handicap.
pub fn stones(text: &str, size: BoardSize) -> Result<(Vec<(Point, Color)>, Color), StonesError> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let points = size.handicap(text.parse().unwrap_or(usize::MAX))?;
        let stones = points.into_iter().map(|point| (point, Color::Black));
        return Ok((stones.collect(), Color::White));
    }
    let parts = text.split(',').filter(|part| !part.is_empty());
    let mut taken = HashSet::new();
    let stones: Result<_, _> = parts
        .map(|part| {
            let (point, color) = stone(part, size).ok_or_else(|| StonesError::NoStone(part.to_owned()))?;
            match taken.insert(point) {
                true => Ok((point, color)),
                false => Err(StonesError::Twice(point)),
            }
        })
        .collect();
    Ok((stones?, Color::Black))
}

fn stone(part: &str, size: BoardSize) -> Option<(Point, Color)> {
    let color = match part.get(..1)? {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let point = Move::parse(&part[1..], color, size).ok()?.point?;
    Some((point, color))
}
