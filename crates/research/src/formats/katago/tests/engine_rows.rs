//! Areas, repeated boards, rules, and data about the players, as the engine encodes them. The
//! expected values in the tables are those of KataGo v1.17.2: of `NNInputs::fillRowV7` in
//! `cpp/neuralnet/nninputs.cpp`, with the moves played by `BoardHistory::makeBoardMoveTolerant` in
//! `cpp/game/boardhistory.cpp` (friendly passes off, as in `cpp/command/writetrainingdata.cpp`), and
//! of `SGFMetadata::fillMetadataRow` in `cpp/neuralnet/sgfmetadata.cpp`, given what the records say.

use super::super::row::{GLOBALS, KatagoRow};
use super::{game, rows_where};
use std::fmt::Write as _;

/// Returns the lines of a table, without its head.
fn table<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().expect("all columns")
    })
}

/// Returns the row of the position before the last of some moves, written `B:dd W:` with a pass.
/// The stones before them stand line by line: `X` is black.
fn row(rules: &str, komi: &str, board: &str, moves: &str) -> KatagoRow {
    let lines: Vec<&str> = board.split('/').collect();
    let mut text = format!("(;SZ[{}]KM[{komi}]RU[{rules}]", lines.len());
    for (property, stone) in [("AB", 'X'), ("AW", 'O')] {
        let mut placed = String::new();
        for (y, line) in lines.iter().enumerate() {
            for (x, _) in line.char_indices().filter(|(_, letter)| *letter == stone) {
                write!(placed, "[{}]", point(x, y)).expect("memory");
            }
        }
        if !placed.is_empty() {
            text += property;
            text += &placed;
        }
    }
    for mv in moves.split(' ') {
        let (color, point) = mv.split_once(':').expect("a colour and a point");
        write!(text, ";{color}[{point}]").expect("memory");
    }
    let game = game(&text);
    let last = game.positions() - 1;
    assert_eq!(last, moves.matches(' ').count(), "{text}");
    rows_where(&game, |ply| ply == last).swap_remove(0)
}

fn shown_area(row: &KatagoRow, lines: usize, is_black: bool) -> String {
    if row.planes[18].is_empty() && row.planes[19].is_empty() {
        return String::new();
    }
    let (own, other) = if is_black { ('X', 'O') } else { ('O', 'X') };
    let mut shown = Vec::new();
    for y in 0..lines {
        let points = (0..lines).map(|x| match [18, 19].map(|plane| row.planes[plane].has(19 * y + x)) {
            [true, false] => own,
            [false, true] => other,
            [false, false] => '.',
            [true, true] => '?',
        });
        shown.push(points.collect::<String>());
    }
    shown.join("/")
}

fn point(x: usize, y: usize) -> String {
    [x, y].map(|part| char::from(b'a' + part as u8)).iter().collect()
}

fn shown_points(row: &KatagoRow, plane: usize) -> Vec<String> {
    let points = row.planes[plane].iter();
    points.map(|place| point(place % 19, place / 19)).collect()
}

fn shown_history(row: &KatagoRow) -> String {
    let played = (0..5).flat_map(|back| match row.globals[back] {
        0.0 => shown_points(row, 9 + back),
        _ => vec!["pass".to_owned()],
    });
    played.collect::<Vec<_>>().join(" ")
}

/// Returns the numbers of the input from number 5 that are not 0.
fn shown_numbers(row: &KatagoRow) -> String {
    let numbers = (5..GLOBALS).filter(|number| row.globals[*number] != 0.0);
    let shown = numbers.map(|number| format!("{number}:{}", row.globals[number]));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn rows_of_small_positions_are_those_of_the_engine() {
    for [rules, komi, board, moves, area, forbidden, history, numbers, name] in table(include_str!("engine_rows.tsv")) {
        let row = row(rules, komi, board, moves);
        let is_black = moves.rsplit(' ').next().is_some_and(|last| last.starts_with('B'));
        assert_eq!(shown_area(&row, board.split('/').count(), is_black), area, "{name}");
        assert_eq!(shown_points(&row, 6).join(" "), forbidden, "{name}");
        assert_eq!(shown_history(&row), history, "{name}");
        assert_eq!(shown_numbers(&row), numbers, "{name}");
    }
}

fn assert_close(is: &[f32], should: &str, name: &str) {
    let should: Vec<f32> = should
        .split(' ')
        .map(|number| number.parse().expect("a number"))
        .collect();
    let differs = is.iter().zip(&should).any(|(is, should)| (is - should).abs() >= 2e-6);
    assert!(is.len() == should.len() && !differs, "{name}: {is:?}");
}

#[test]
fn data_about_the_players_is_that_of_the_engine() {
    for [properties, color, ones, rated, times, waves, sum] in table(include_str!("players.tsv")) {
        let game = game(&format!("(;{properties};{color}[aa])"));
        let rows = rows_where(&game, |_| true);
        let numbers = rows[0].metadata[rows[0].to_move as usize];
        // The numbers that are 1, but for the times and the date.
        let found = (0..82).chain(151..192).filter(|place| numbers[*place] == 1.0);
        let found: Vec<String> = found.map(|place| place.to_string()).collect();
        assert_eq!(found.join(" "), ones, "{properties}");
        assert_close(&numbers[74..75], rated, properties);
        assert_close(&numbers[82..87], times, properties);
        assert_close(
            &[87, 88, 119, 120, 149, 150].map(|place| numbers[place]),
            waves,
            properties,
        );
        let sum: f32 = sum.parse().expect("a number");
        assert!((numbers.iter().sum::<f32>() - sum).abs() < 1e-3, "{properties}");
    }
}
