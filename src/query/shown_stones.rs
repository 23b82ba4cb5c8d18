use super::{PatternSearch, SearchBoard};
use crate::go::{Color, Point};
use crate::pattern::Condition;

/// Returns the points on which a question is shown with stones of a colour: those of its board,
/// or those of a diagram, where the diagram is shown.
#[must_use]
pub fn shown_stones(board: &SearchBoard, pattern: Option<&PatternSearch>, color: Color) -> Vec<Point> {
    if let Some(diagram) = pattern.filter(|pattern| pattern.board().is_none()) {
        let points = diagram.shown().points().zip(diagram.pattern().conditions());
        let stones = points.filter(|(_, condition)| **condition == Condition::Stone(color));
        return stones.map(|(point, _)| point).collect();
    }
    let stones = board.position().stones();
    stones
        .filter(|&(_, stone)| stone == color)
        .map(|(point, _)| point)
        .collect()
}
