//! The border between decided and undecided points: the stones along it that still need a liberty,
//! and the connections between these. Beginnings with the same border have the same legal ends, so
//! positions can be counted without visiting them (J. Tromp and G. Farnebäck, "Combinatorics of
//! Go", 2007).

use super::grid::Grid;
use std::collections::HashMap;

const BITS: u32 = 5;

/// The states of a point of the border. From [`WANTING`] on, the point is a stone of a string
/// without a liberty: twice the number of the string, plus one if the stone is white.
const EMPTY: u64 = 0;
const SAFE: u64 = 1;
const WANTING: u64 = 3;
/// The edge of the board before the first row.
const WALL: u64 = (1 << BITS) - 1;

/// A border: the state of the last decided point of each column, in [`BITS`] bits each.
/// Strings that need a liberty are numbered by their first columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Border(u64);

impl Border {
    const fn get(self, column: usize) -> u64 {
        self.0 >> (column as u32 * BITS) & WALL
    }

    const fn with(self, column: usize, point: u64) -> Self {
        let shift = column as u32 * BITS;
        Self(self.0 & !(WALL << shift) | point << shift)
    }

    fn before(columns: usize) -> Self {
        (0..columns).fold(Self(0), |border, column| border.with(column, WALL))
    }

    /// Returns the border after the next point, which is in this column and is empty (0), black (1)
    /// or white (2). Returns `None` if a string can no longer get a liberty.
    fn next(self, column: usize, columns: usize, color: u64) -> Option<Self> {
        let above = self.get(column);
        let left = if column > 0 { self.get(column - 1) } else { WALL };
        let mut points: [u64; MOST_COLUMNS] = [0; MOST_COLUMNS];
        for (at, point) in points.iter_mut().enumerate().take(columns) {
            *point = self.get(at);
        }
        let points = &mut points[..columns];
        if color == EMPTY {
            for beside in [above, left].into_iter().filter(|beside| is_wanting(*beside)) {
                replace(points, beside, SAFE + is_white(beside));
            }
            points[column] = EMPTY;
        } else {
            let white = color - 1;
            let own: Vec<u64> = [above, left]
                .into_iter()
                .filter(|beside| is_stone(*beside) && is_white(*beside) == white)
                .collect();
            let is_safe = above == EMPTY || left == EMPTY || own.contains(&(SAFE + white));
            // No string has this number.
            let all = if is_safe {
                SAFE + white
            } else {
                WANTING + 2 * columns as u64 + white
            };
            points[column] = all;
            for string in own.into_iter().filter(|string| is_wanting(*string)) {
                replace(points, string, all);
            }
            // The string above has the other colour, and leaves the border.
            let is_left = is_wanting(above) && is_white(above) != white;
            if is_left && !points.contains(&above) {
                return None;
            }
        }
        Some(numbered(points))
    }

    fn is_legal(self, columns: usize) -> bool {
        (0..columns).all(|column| !is_wanting(self.get(column)))
    }
}

const MOST_COLUMNS: usize = 9;

const fn is_wanting(point: u64) -> bool {
    point >= WANTING && point != WALL
}

const fn is_stone(point: u64) -> bool {
    point != EMPTY && point != WALL
}

/// Returns 1 for a white stone, 0 for a black one.
const fn is_white(point: u64) -> u64 {
    (point - SAFE) % 2
}

fn replace(points: &mut [u64], from: u64, to: u64) {
    for point in points.iter_mut().filter(|point| **point == from) {
        *point = to;
    }
}

/// Returns the border of these points, with strings renumbered.
fn numbered(points: &[u64]) -> Border {
    let mut numbers: [(u64, u64); MOST_COLUMNS] = [(0, 0); MOST_COLUMNS];
    let mut count = 0;
    let mut border = Border(0);
    for (column, &point) in points.iter().enumerate() {
        let point = match numbers[..count].iter().find(|(string, _)| *string == point) {
            _ if !is_wanting(point) => point,
            Some((_, number)) => *number,
            None => {
                let number = WANTING + 2 * count as u64 + is_white(point);
                numbers[count] = (point, number);
                count += 1;
                number
            }
        };
        border = border.with(column, point);
    }
    border
}

/// Returns the number of legal positions of a board: those in which every string of stones has
/// a liberty. For squares, this is the sequence A094777 of the OEIS.
pub fn count_legal(grid: Grid) -> u128 {
    // Fewer columns have fewer borders.
    let (rows, columns) = (grid.rows().max(grid.columns()), grid.rows().min(grid.columns()));
    let mut counts = HashMap::from([(Border::before(columns), 1_u128)]);
    for point in 0..rows * columns {
        let mut next = HashMap::with_capacity(counts.len());
        for (border, count) in counts {
            for color in 0..3 {
                if let Some(border) = border.next(point % columns, columns, color) {
                    *next.entry(border).or_default() += count;
                }
            }
        }
        counts = next;
    }
    let legal = counts.into_iter().filter(|(border, _)| border.is_legal(columns));
    legal.map(|(_, count)| count).sum()
}

/// The state of a beginning without a legal end.
pub(super) const DEAD: u32 = u32::MAX;

/// Makes an automaton whose states are the borders of a small board. It reads a position point by
/// point, from the last to the first, which is the same as from the first, as a board rotated by 180 degrees has the
/// same borders. Returns the next state by number of points read, state and colour of the next point, and the number of
/// legal ends by number of points read and state.
pub(super) fn automaton(grid: Grid) -> (Vec<Vec<[u32; 3]>>, Vec<Vec<u64>>) {
    let columns = grid.columns();
    let mut borders = vec![Border::before(columns)];
    let mut next: Vec<Vec<[u32; 3]>> = Vec::new();
    for point in 0..grid.points() {
        let mut numbers = HashMap::new();
        let mut after = Vec::new();
        let mut states = Vec::with_capacity(borders.len());
        for border in &borders {
            states.push([0, 1, 2].map(|color| {
                let Some(border) = border.next(point % columns, columns, color) else {
                    return DEAD;
                };
                *numbers.entry(border).or_insert_with(|| {
                    after.push(border);
                    after.len() as u32 - 1
                })
            }));
        }
        next.push(states);
        borders = after;
    }
    let last = borders.iter().map(|border| u64::from(border.is_legal(columns)));
    let mut ends: Vec<Vec<u64>> = vec![last.collect()];
    // A state without a legal end is dead.
    for states in next.iter_mut().rev() {
        let after = &ends[ends.len() - 1];
        let mut counts = Vec::with_capacity(states.len());
        for state in states.iter_mut() {
            for after_color in state.iter_mut() {
                if *after_color != DEAD && after[*after_color as usize] == 0 {
                    *after_color = DEAD;
                }
            }
            let alive = state.iter().filter(|after_color| **after_color != DEAD);
            counts.push(alive.map(|after_color| after[*after_color as usize]).sum());
        }
        ends.push(counts);
    }
    ends.reverse();
    (next, ends)
}

#[cfg(test)]
mod tests {
    use super::super::{SmallPosition, Walk};
    use super::*;

    fn grid(rows: usize, columns: usize) -> Grid {
        Grid::new(rows, columns).expect("a board")
    }

    /// The published numbers, OEIS A094777.
    #[test]
    fn legal_positions_of_squares_are_as_many_as_published() {
        for (lines, legal) in [
            (1, 1),
            (2, 57),
            (3, 12_675),
            (4, 24_318_165),
            (5, 414_295_148_741),
            (6, 62_567_386_502_084_877),
            (7, 83_677_847_847_984_287_628_595),
        ] {
            assert_eq!(count_legal(grid(lines, lines)), legal, "{lines}");
        }
    }

    #[test]
    fn counts_below_a_serial_are_those_of_the_rules() {
        for (rows, columns) in [
            (1, 1),
            (1, 2),
            (2, 1),
            (2, 2),
            (2, 3),
            (3, 2),
            (1, 5),
            (5, 1),
            (3, 3),
            (2, 5),
        ] {
            let grid = grid(rows, columns);
            let walk = Walk::new(grid);
            let mut legal = 0;
            for serial in 0..grid.serials() {
                assert_eq!(walk.count_legal(&(0..serial)), legal, "{grid} {serial}");
                legal += u64::from(SmallPosition::new(grid, serial).is_legal(grid));
            }
            assert_eq!(walk.count_legal(&(0..grid.serials())), legal);
            assert_eq!(count_legal(grid), u128::from(legal));
        }
    }
}
