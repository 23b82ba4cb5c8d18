use super::{BoardSize, Point};
use thiserror::Error;

/// A number of handicap stones that have no usual points.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{}", match size.most_handicap_stones() {
    0 => format!("handicap stones have no usual points on the {size} board, only from 7x7 on"),
    most => format!("a handicap on the {size} board is 2 to {most} stones, not {stones}"),
})]
pub struct HandicapError {
    /// The number of stones.
    pub stones: usize,
    /// The board.
    pub size: BoardSize,
}

impl BoardSize {
    /// Returns the largest handicap with usual points: 9, or 4 on boards of an even number of
    /// lines and on 7x7; 0 under 7 lines.
    #[must_use]
    pub const fn most_handicap_stones(self) -> u8 {
        match self.lines() {
            0..7 => 0,
            lines if lines == 7 || lines.is_multiple_of(2) => 4,
            _ => 9,
        }
    }

    /// Returns the usual points of a handicap of 2 stones or more, in the order of
    /// `fixed_handicap` in the Go Text Protocol (version 2, section 4.1.1): the 4-4 points, or
    /// 3-3 under 13 lines, then the middles of the sides, and the centre if the number is odd
    /// and above 3.
    pub fn handicap(self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        if !(2..=usize::from(self.most_handicap_stones())).contains(&stones) {
            return Err(HandicapError { stones, size: self });
        }
        let last = self.lines() - 1;
        let near = if self.lines() < 13 { 2 } else { 3 };
        let (far, middle) = (last - near, last / 2);
        let outer = [
            (near, far),
            (far, near),
            (near, near),
            (far, far),
            (near, middle),
            (far, middle),
            (middle, far),
            (middle, near),
        ];
        let has_centre = stones > 3 && !stones.is_multiple_of(2);
        let centre = has_centre.then_some((middle, middle));
        let outer = outer.into_iter().take(stones - usize::from(has_centre));
        Ok(outer.chain(centre).map(|(x, y)| Point::new(x, y)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    /// Returns the points as the protocol writes them: a letter without I, and the row from
    /// below.
    fn placed(lines: u8, stones: usize) -> String {
        let points = size(lines).handicap(stones).expect("usual points");
        let vertex = |p: &Point| format!("{}{}", b"ABCDEFGHJKLMNOPQRST"[usize::from(p.x)] as char, lines - p.y);
        points.iter().map(vertex).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_points_are_those_of_the_protocol() {
        assert_eq!(placed(19, 2), "D4 Q16");
        assert_eq!(placed(19, 3), "D4 Q16 D16");
        assert_eq!(placed(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(placed(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(placed(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(placed(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(placed(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(placed(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(placed(13, 5), "D4 K10 D10 K4 G7");
        assert_eq!(placed(9, 4), "C3 G7 C7 G3");
        assert_eq!(placed(7, 2), "C3 E5");
        assert_eq!(placed(12, 4), "C3 K10 C10 K3");
    }

    #[test]
    fn each_board_has_as_many_as_fit() {
        for lines in 1..=19 {
            let most = usize::from(size(lines).most_handicap_stones());
            for stones in 0..400 {
                match size(lines).handicap(stones) {
                    Ok(mut points) => {
                        assert!((2..=most).contains(&stones));
                        points.sort_unstable();
                        points.dedup();
                        assert_eq!(points.len(), stones, "{lines}");
                    }
                    Err(error) => assert!(!(2..=most).contains(&stones), "{error}"),
                }
            }
        }
        let said = |lines, stones| size(lines).handicap(stones).expect_err("too many").to_string();
        assert_eq!(said(19, 10), "a handicap on the 19x19 board is 2 to 9 stones, not 10");
        assert_eq!(said(8, 5), "a handicap on the 8x8 board is 2 to 4 stones, not 5");
        assert_eq!(
            said(5, 2),
            "handicap stones have no usual points on the 5x5 board, only from 7x7 on"
        );
    }
}
