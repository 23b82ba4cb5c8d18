use super::grid::Grid;
use super::position::{SmallPosition, neighbours};
use serde::{Deserialize, Serialize};

/// Which points count as those that a ko may forbid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KoRule {
    /// The only liberty of a single white stone, if it has white neighbours alone.
    #[default]
    Compat,
    /// The same, and every other white string beside it has another liberty: without,
    /// the position before the capture was illegal.
    Strict,
}

/// The points where Black, to move, may be forbidden to play by a ko, a bit each.
pub fn ko_points(grid: Grid, position: SmallPosition, rule: KoRule) -> u32 {
    let SmallPosition { black, white } = position;
    let single = white & !neighbours(grid, white);
    let mut enclosed = !(black | white) & neighbours(grid, single);
    enclosed &= !neighbours(grid, !white & grid.all_points());
    let mut points = 0;
    while enclosed != 0 {
        let point = enclosed & enclosed.wrapping_neg();
        enclosed ^= point;
        let mut beside = single & neighbours(grid, point);
        while beside != 0 {
            let stone = beside & beside.wrapping_neg();
            beside ^= stone;
            let is_taken_back = position.liberties(grid, stone) == point
                && (rule == KoRule::Compat || others_have_liberties(grid, position, point, stone));
            if is_taken_back {
                points |= point;
            }
        }
    }
    points
}

/// Whether all white strings beside a point but this stone have other liberties.
fn others_have_liberties(grid: Grid, position: SmallPosition, point: u32, stone: u32) -> bool {
    let mut others = neighbours(grid, point) & !stone;
    while others != 0 {
        let string = position.string(grid, others.trailing_zeros() as usize);
        if position.liberties(grid, string) == point {
            return false;
        }
        others &= !string;
    }
    true
}
