use crate::args::first_record;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::game::Game;
use crate::gtp::reply::{Reply, done, text};
use crate::gtp::request::Arguments;
use crate::render::{Coordinates, search_board};
use bgo::go::BoardSize;
use bgo::query::SearchBoard;
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
    engine.game.komi = komi;
    done()
}

pub(super) fn get_komi(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(engine.game.komi.to_string())
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
        engine.game.komi
    ))
}

/// Loads a record up to the position before a move, or to its end.
pub(super) fn loadsgf(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    let text = words.text().trim();
    // A name may have blanks, so the number is the last word.
    let (name, before) = match text.rsplit_once(char::is_whitespace) {
        Some((name, last)) if let Ok(number) = last.parse::<usize>() => (name.trim_end(), Some(number)),
        _ => (text, None),
    };
    if name.is_empty() || before == Some(0) {
        return Err(Failure::syntax());
    }
    let cannot_load = |reason: &dyn std::fmt::Display| Failure::saying(format!("cannot load file: {name}: {reason}"));
    let bytes = read(name).map_err(|error| cannot_load(&error))?;
    let record = first_record(&bytes).map_err(|rejection| cannot_load(&rejection))?;
    let board = SearchBoard::from_record(engine.keys(), &record, before.map(|number| number - 1));
    let komi = record.info.komi_value().map_or(0.0, |komi| komi.points());
    engine.game = Game::from(board, komi);
    done()
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
