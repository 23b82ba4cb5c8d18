//! The SQL functions on positions.

use crate::go::{BoardSize, CanonicalPosition, Color, KeyTables, Move, Position};
use crate::query::PlayError;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};
use std::error::Error;
use std::sync::Arc;

/// Registers `position_key` and `shown` with a connection.
pub fn add(conn: &Connection, keys: &Arc<KeyTables>) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    // Each function with and without the board size.
    for more in 0..2 {
        let keys_of_first = Arc::clone(keys);
        conn.create_scalar_function("position_key", 1 + more, flags, move |values| {
            Ok(position(values, 0, &keys_of_first)?.map(|position| position.key.0 as i64))
        })?;
        let keys_of_second = Arc::clone(keys);
        conn.create_scalar_function("shown", 2 + more, flags, move |values| shown(values, &keys_of_second))?;
    }
    Ok(())
}

/// Converts a move from the canonical orientation to the orientation that a search
/// shows.
fn shown(values: &Context<'_>, keys: &KeyTables) -> Result<Option<String>> {
    let (Some(mv), Some(position)) = (text(values, 0, "a move")?, position(values, 1, keys)?) else {
        return Ok(None);
    };
    let mv = Move::parse(mv, Color::Black, position.size()).map_err(failure)?;
    let shown = mv
        .point
        .map_or(mv, |point| Move::at(mv.color, position.shown_point(point)));
    Ok(Some(shown.target()))
}

/// Returns the position after the moves in argument `number`. The next argument, if
/// there is one, is the board size. Returns `None` if either is NULL.
fn position(values: &Context<'_>, number: usize, keys: &KeyTables) -> Result<Option<CanonicalPosition>> {
    let (Some(moves), Some(size)) = (text(values, number, "moves")?, size(values, number + 1)?) else {
        return Ok(None);
    };
    let mut position = Position::new(size);
    let mut color = Color::Black;
    for word in moves.split_whitespace() {
        let mv = Move::parse(word, color, size).map_err(failure)?;
        let play = position.play(keys.get(size), mv);
        play.map_err(|reason| failure(PlayError { mv, reason }))?;
        color = color.opponent();
    }
    Ok(Some(position.canonical()))
}

fn text<'a>(values: &'a Context<'_>, number: usize, what: &str) -> Result<Option<&'a str>> {
    match values.get_raw(number) {
        ValueRef::Null => Ok(None),
        ValueRef::Text(bytes) => std::str::from_utf8(bytes).map(Some).map_err(failure),
        _ => Err(failure(format!("{what} must be a text such as 'pd'"))),
    }
}

fn size(values: &Context<'_>, number: usize) -> Result<Option<BoardSize>> {
    if number == values.len() {
        return Ok(Some(BoardSize::MAX));
    }
    match values.get_raw(number) {
        ValueRef::Null => Ok(None),
        ValueRef::Integer(lines) => lines.to_string().parse().map(Some).map_err(failure),
        ValueRef::Text(text) => String::from_utf8_lossy(text).parse().map(Some).map_err(failure),
        _ => Err(failure("a board size is a number of lines such as 9")),
    }
}

fn failure(error: impl Into<Box<dyn Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::UserFunctionError(error.into())
}
