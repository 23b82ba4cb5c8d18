//! Games on 19 lines, as the words and nodes of SGF.

use std::fmt::Display;

const LINES: usize = 19;

/// Returns the name of a point; points are counted row by row and wrap around.
pub fn point(index: usize) -> String {
    let letter = |line: usize| char::from(b'a' + (line % LINES) as u8);
    [letter(index), letter(index / LINES)].iter().collect()
}

/// Returns `count` different points far from each other, separated by blanks.
/// Each start below 361 gives another line.
pub fn line(count: usize, start: usize) -> String {
    let points: Vec<_> = (0..count).map(|n| point(start + n * 7)).collect();
    points.join(" ")
}

/// Returns the points of a line on the board turned by a quarter.
pub fn turned(line: &str) -> String {
    let turn = |name: &str| match name.as_bytes() {
        [x, y] => point(usize::from(y - b'a') + LINES * usize::from(b's' - x)),
        _ => panic!("{name} is not a point"),
    };
    line.split_whitespace().map(turn).collect::<Vec<_>>().join(" ")
}

/// Returns a node for each move, Black first; an empty point is a pass.
pub fn nodes<P: Display>(points: impl IntoIterator<Item = P>) -> String {
    let colors = ["B", "W"].iter().cycle();
    let moves = points.into_iter().zip(colors);
    moves.map(|(point, color)| format!(";{color}[{point}]")).collect()
}
