//! Random games.

use crate::{Rng, nodes, tar};

/// Returns a random game, which shares its first moves, and perhaps all moves,
/// with others. Every third game is on a 9x9 board, where captures occur.
pub fn made_up(number: usize) -> String {
    let mut random = Rng::new(number as u64 + 1);
    let (lines, size) = if number.is_multiple_of(3) { (9, 9) } else { (19, 19) };
    let opening = random.pick(&["cc gg cg gc", "cc gg gc", "ee cc", "dd gf"]);
    let mut moves: Vec<String> = opening.split(' ').map(str::to_owned).collect();
    for _ in 0..random.below(50) {
        let [x, y] = [random.below(lines), random.below(lines)].map(|v| char::from(b'a' + v as u8));
        let at = format!("{x}{y}");
        if !moves.contains(&at) {
            moves.push(at);
        }
    }
    let date = random.pick(&["", "DT[1990]", "DT[1991-05]", "DT[1995-01-02]", "DT[2000]"]);
    let result = random.pick(&["", "RE[B+R]", "RE[W+2.5]", "RE[0]"]);
    let players = format!("PB[player {}]PW[player {}]", random.below(9), random.below(9));
    format!(
        "(;GM[1]FF[4]SZ[{size}]{players}{date}{result}C[{number}]{})",
        nodes(moves)
    )
}

/// Returns an archive of made-up games in files named by their numbers.
pub fn made_up_archive(numbers: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let member = |number| (format!("{number:05}.sgf"), made_up(number));
    tar(&numbers.into_iter().map(member).collect::<Vec<_>>())
}

/// Returns a game that can be recognised by the labels of its training records, the digits of its number in base 100.
pub fn numbered(number: usize) -> String {
    let point = |label: usize| {
        let (row, column) = (label / 19, label % 19);
        [b'a' + column as u8, b's' - row as u8]
            .map(char::from)
            .iter()
            .collect::<String>()
    };
    let digits = [number % 100, 100 + number / 100 % 100, 200 + number / 10_000];
    let [a, b, c] = digits.map(point);
    format!("(;GM[1]SZ[19];B[{}];W[{a}];B[{b}];W[{c}])", point(360))
}

/// Returns numbered games as members of an archive, sorted by name.
pub fn members(games: impl Iterator<Item = usize>) -> Vec<(String, String)> {
    games.map(|game| (format!("{game:05}.sgf"), numbered(game))).collect()
}
