//! The eight symmetries of the square.

use super::{BoardSize, Point};

/// A symmetry of the square, one of eight, numbered 0 to 7 as in the project's
/// first version:
///
/// | number | inverse | does | (x, y) becomes |
/// |---|---|---|---|
/// | 0 | 0 | identity | (x, y) |
/// | 1 | 1 | flip left-right | (m-x, y) |
/// | 2 | 2 | flip top-bottom | (x, m-y) |
/// | 3 | 5 | rotate 90 counterclockwise | (y, m-x) |
/// | 4 | 4 | rotate 180 | (m-x, m-y) |
/// | 5 | 3 | rotate 270 counterclockwise | (m-y, x) |
/// | 6 | 6 | mirror on the main diagonal | (y, x) |
/// | 7 | 7 | mirror on the other diagonal | (m-y, m-x) |
///
/// where m is the board size less one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transform(u8);

/// The transforms that exchange x and y: bit n is set for transform n.
const SWAPPING: u8 = 0b1110_1000;

const FLIPPING_X: u8 = 0b1011_0010;

const FLIPPING_Y: u8 = 0b1001_1100;

impl Transform {
    /// The transform that leaves every point in place.
    pub const IDENTITY: Self = Self(0);

    /// All eight transforms in the order of their numbers.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Returns the number, 0 to 7.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the transform that undoes this one.
    pub const fn inverse(self) -> Self {
        match self.0 {
            3 => Self(5),
            5 => Self(3),
            n => Self(n),
        }
    }

    /// Transforms a point, which must lie on a board of this size.
    pub const fn apply(self, point: Point, size: BoardSize) -> Point {
        // There are no branches, as a processor would mispredict them: the
        // transforms of a game's positions have no pattern.
        let m = size.lines() - 1;
        let (x, y) = if self.swaps_axes() {
            (point.y, point.x)
        } else {
            (point.x, point.y)
        };
        Point {
            x: if FLIPPING_X >> self.0 & 1 == 1 { m - x } else { x },
            y: if FLIPPING_Y >> self.0 & 1 == 1 { m - y } else { y },
        }
    }

    pub(crate) const fn swaps_axes(self) -> bool {
        SWAPPING >> self.0 & 1 == 1
    }

    /// Returns the transform that applies this one and then `other`.
    pub fn then(self, other: Self) -> Self {
        // The images of a corner and the point beside it distinguish all eight.
        let ends = [Point::new(0, 0), Point::new(1, 0)];
        let both = ends.map(|p| other.apply(self.apply(p, BoardSize::MAX), BoardSize::MAX));
        Self::ALL
            .into_iter()
            .find(|t| ends.map(|p| t.apply(p, BoardSize::MAX)) == both)
            .unwrap_or(Self::IDENTITY)
    }

    /// Returns a description in words.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0 => "identity",
            1 => "flip left-right",
            2 => "flip top-bottom",
            3 => "rotate 90 ccw",
            4 => "rotate 180 ccw",
            5 => "rotate 270 ccw",
            6 => "rotate 90 ccw, flip top-bottom",
            _ => "rotate 270 ccw, flip top-bottom",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_transform_is_undone_by_its_inverse() {
        for lines in 1..=19 {
            let size = BoardSize::new(lines).expect("a size");
            for t in Transform::ALL {
                for p in size.points() {
                    assert_eq!(t.inverse().apply(t.apply(p, size), size), p);
                }
            }
        }
    }

    #[test]
    fn one_after_the_other_is_one_of_the_eight() {
        for a in Transform::ALL {
            assert_eq!(a.then(a.inverse()), Transform::IDENTITY);
            for b in Transform::ALL {
                for point in BoardSize::MAX.points() {
                    let one_by_one = b.apply(a.apply(point, BoardSize::MAX), BoardSize::MAX);
                    assert_eq!(a.then(b).apply(point, BoardSize::MAX), one_by_one);
                }
            }
        }
    }

    #[test]
    fn the_eight_differ_and_follow_the_published_matrix() {
        for (point, expected) in [
            ("qc", ["qc", "cc", "qq", "cc", "cq", "qq", "cq", "qc"]),
            ("nc", ["nc", "fc", "nq", "cf", "fq", "qn", "cn", "qf"]),
        ] {
            let point = Point::from_sgf(point).expect("a point");
            let images = Transform::ALL.map(|t| t.apply(point, BoardSize::MAX).to_string());
            assert_eq!(images, expected);
        }
    }
}
