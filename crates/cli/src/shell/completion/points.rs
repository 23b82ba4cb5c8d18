//! Moves and points of the board.

use super::{CompletionContext, begins, starting_with};
use bgo::go::{Board, Color, Move};
use rustyline::completion::Pair;

/// Returns marks, the pass, and the empty points in the notation that `prefix` begins.
pub fn moves(prefix: &str, first: bool, context: &CompletionContext) -> Vec<Pair> {
    let marks = context.marks.iter().filter(|_| first).map(char::to_string);
    let words = marks.chain(["pass".to_owned()]);
    let mut names: Vec<String> = words.filter(|word| begins(word, prefix)).collect();
    names.extend(points_begun(prefix, &context.board, |stone| stone.is_none()));
    names.sort_unstable();
    starting_with("", names.iter().map(String::as_str))
}

/// Returns the points in the notation that `prefix` begins, and the `words` that it begins.
pub fn areas(prefix: &str, words: &[&str], context: &CompletionContext) -> Vec<Pair> {
    let words = words.iter().filter(|word| begins(word, prefix));
    let mut names: Vec<String> = words.map(|word| (*word).to_owned()).collect();
    names.extend(points_begun(prefix, &context.board, |_| true));
    names.sort_unstable();
    starting_with("", names.iter().map(String::as_str))
}

/// Returns the wanted points in the notation that `prefix` begins. Without a first letter
/// there would be hundreds; a first letter alone belongs to the notation that is written in
/// its case.
fn points_begun(
    prefix: &str,
    board: &Board,
    is_wanted: impl Fn(Option<Color>) -> bool,
) -> impl Iterator<Item = String> {
    points(board, is_wanted).filter(move |point| match prefix.len() {
        0 => false,
        1 => point.starts_with(prefix),
        _ => begins(point, prefix),
    })
}

/// Returns the names of the points with a wanted stone, such as `pd` and `Q16`.
fn points(board: &Board, is_wanted: impl Fn(Option<Color>) -> bool) -> impl Iterator<Item = String> {
    let size = board.size();
    let sgf = size.points().map(|point| point.to_string());
    let human = ('A'..='Z').flat_map(move |letter| (1..=size.lines()).map(move |row| format!("{letter}{row}")));
    sgf.chain(human).filter(move |name| {
        // Parsing knows which letters and rows there are.
        let point = Move::parse(name, Color::Black, size).ok().and_then(|mv| mv.point);
        point.is_some_and(|point| is_wanted(board.get(point)))
    })
}
