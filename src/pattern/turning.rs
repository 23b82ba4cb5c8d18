//! The transforms of rectangles. A rectangle lies in the upper left corner of the largest
//! board, turns with that board, and is moved back to the corner.

use super::Area;
use crate::go::{BoardSize, Point, Transform};

/// Returns the width and height of a rectangle after `transform`.
pub(super) fn turned_size(transform: Transform, width: u8, height: u8) -> (u8, u8) {
    let area = turned_area(transform, width, height);
    (area.width, area.height)
}

/// Returns where a point of a rectangle goes. Both points are counted from the upper left
/// point of the rectangle, which must contain `point`.
pub(super) fn turned_point(transform: Transform, point: Point, width: u8, height: u8) -> Point {
    let area = turned_area(transform, width, height);
    let to = transform.apply(point, BoardSize::MAX);
    Point::new(to.x - area.left, to.y - area.top)
}

fn turned_area(transform: Transform, width: u8, height: u8) -> Area {
    let to = |x, y| transform.apply(Point::new(x, y), BoardSize::MAX);
    Area::between(to(0, 0), to(width - 1, height - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_to_points_and_come_back() {
        for t in Transform::ALL {
            for (width, height) in [(1, 1), (1, 19), (5, 3), (19, 19), (19, 2)] {
                let (turned_width, turned_height) = turned_size(t, width, height);
                let area = Area::between(Point::new(0, 0), Point::new(width - 1, height - 1));
                let there = Area::between(Point::new(0, 0), Point::new(turned_width - 1, turned_height - 1));
                for point in area.points() {
                    let to = turned_point(t, point, width, height);
                    assert!(there.contains(to));
                    assert_eq!(turned_point(t.inverse(), to, turned_width, turned_height), point);
                }
            }
        }
    }

    #[test]
    fn a_square_turns_as_a_board_does() {
        for lines in 1..=19 {
            let size = BoardSize::new(lines).expect("a size");
            for t in Transform::ALL {
                for point in size.points() {
                    assert_eq!(turned_point(t, point, lines, lines), t.apply(point, size));
                }
            }
        }
    }
}
