use crate::args::first_record;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::game::{DEFAULT_RULES, Game, Terms};
use crate::gtp::reply::{Reply, done, text};
use crate::gtp::request::Arguments;
use crate::render::{Coordinates, search_board};
use bgo::go::BoardSize;
use bgo::query::SearchBoard;
use bgo_research::formats::katago::Rules;
use std::fs::File;
use std::io::Read;

/// The maximum size of a record that is loaded, in bytes. The longest known have a few
/// million.
const LONGEST_RECORD: u64 = 64 << 20;

pub(super) fn boardsize(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let columns: i64 = words.value()?;
    // For boards that are not square, some programs send the rows, too.
    let rows = words
        .optional()
        .map_or(Ok(columns), |word| word.parse().map_err(|_| Failure::syntax()))?;
    let size: Option<BoardSize> = columns.to_string().parse().ok().filter(|_| columns == rows);
    engine.begin(size.ok_or_else(|| Failure::saying("unacceptable size"))?);
    done()
}

pub(super) fn clear_board(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    engine.begin(engine.game.board().size());
    done()
}

pub(super) fn komi(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let komi: f64 = words.value()?;
    if !komi.is_finite() {
        return Err(Failure::syntax());
    }
    engine.game.terms.komi = komi;
    done()
}

pub(super) fn get_komi(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(engine.game.terms.komi.to_string())
}

pub(super) fn list_stones(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let color = words.color()?;
    let size = engine.game.board().size();
    let of_color = engine.game.stones().filter(|stone| stone.1 == color);
    let names: Vec<String> = of_color
        .map(|(point, _)| Coordinates::Western.point(point, size))
        .collect();
    text(names.join(" "))
}

pub(super) fn showboard(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    let board = engine.game.board();
    let drawn = search_board(board, &[], engine.keys().hash_table()).alone();
    let drawn = drawn.in_file(Coordinates::Western);
    text(format!(
        "\n{drawn}\n{} to play, komi {}",
        board.to_play(),
        engine.game.terms.komi
    ))
}

/// Loads a record up to the position before a move, or to its end.
pub(super) fn loadsgf(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    let (name, before) = path_and_move(words.text().trim()).ok_or_else(Failure::syntax)?;
    let cannot_load = |reason: &dyn std::fmt::Display| Failure::saying(format!("cannot load file: {name}: {reason}"));
    let bytes = read(name).map_err(|error| cannot_load(&error))?;
    let record = first_record(&bytes).map_err(|rejection| cannot_load(&rejection))?;
    let board = SearchBoard::from_record(&record, before.map(|number| number - 1));
    let terms = Terms {
        komi: record.info.komi_value().map_or(0.0, |komi| komi.points()),
        rules: Rules::of_record(&record.info.rules).unwrap_or(DEFAULT_RULES),
    };
    engine.game = Game::from(board, terms);
    done()
}

/// Returns the path of a record, which may stand in quotation marks, and the number of a move from
/// 1, if one follows.
fn path_and_move(text: &str) -> Option<(&str, Option<usize>)> {
    let quoted = text.strip_prefix('"').and_then(|rest| rest.rsplit_once('"'));
    let (path, number) = match quoted {
        Some((path, number)) => (path, number.trim()),
        // A name may have blanks, so the number is the last word.
        None => match text.rsplit_once(char::is_whitespace) {
            Some((path, last)) if last.parse::<usize>().is_ok() => (path.trim_end(), last),
            _ => (text, ""),
        },
    };
    let before = match number {
        "" => None,
        number => Some(number.parse().ok().filter(|number| *number > 0)?),
    };
    (!path.is_empty()).then_some((path, before))
}

fn read(name: &str) -> std::io::Result<Vec<u8>> {
    let other = std::io::Error::other;
    // Others may never end.
    if !std::fs::metadata(name)?.is_file() {
        return Err(other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(name)?.take(LONGEST_RECORD + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LONGEST_RECORD {
        true => Err(other("it is longer than any record")),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::path_and_move;

    #[test]
    fn paths_have_quotation_marks_or_none() {
        for (text, expected) in [
            ("a.sgf", Some(("a.sgf", None))),
            ("a.sgf 7", Some(("a.sgf", Some(7)))),
            ("two words.sgf  7", Some(("two words.sgf", Some(7)))),
            ("\"two words.sgf\"", Some(("two words.sgf", None))),
            ("\"two words.sgf\" 7", Some(("two words.sgf", Some(7)))),
            ("\"game 7\"", Some(("game 7", None))),
            (r#""C:\Go games\a.sgf" 7"#, Some((r"C:\Go games\a.sgf", Some(7)))),
            ("7", Some(("7", None))),
            ("\"", Some(("\"", None))),
            ("", None),
            ("\"\"", None),
            ("a.sgf 0", None),
            ("\"a.sgf\" 0", None),
            ("\"a.sgf\" x", None),
        ] {
            assert_eq!(path_and_move(text), expected, "{text}");
        }
    }
}
