//! Positions in texts as people copy them: game records, diagrams, boards that programs print, and lists of moves.

mod diagram;
mod error;
mod grid;
mod moves;
mod pasted_text;
mod text_board;

pub use error::Unreadable;
pub use moves::plain_moves;
pub use pasted_text::PastedText;

use crate::args::first_record;
use bgo::internal::go::{BoardSize, Color};
use bgo::internal::pattern::Area;
use bgo::internal::query::SearchBoard;
use moves::Likeness;
use serde::Serialize;

/// The most bytes of a diagram, a board or a list of moves that are read.
const GLANCE: usize = 20_000;

/// The most moves of a position; of longer lines the last position is taken.
const MAX_MOVES: usize = 1000;

/// A position that was read from a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub kind: Kind,
    pub board: SearchBoard,
    /// The part of the board that the text draws, unless it is all of it.
    pub area: Option<Area>,
}

/// The kind of a text with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A game record, in SGF or another format.
    Sgf,
    /// A diagram or a board.
    Diagram,
    /// A list of moves.
    Moves,
}

impl Reading {
    /// Returns whether the position has a stone.
    pub fn has_stones(&self) -> bool {
        self.board.position().stones().next().is_some()
    }
}

/// Reads the position in the bytes of a text or a file. `size` is that of the board where the text does not state it.
pub fn read(bytes: &[u8], size: BoardSize) -> Result<Reading, Unreadable> {
    let text = String::from_utf8_lossy(bytes);
    let glance = glance(&text);
    if text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    if !is_record(&text) {
        if diagram::is_senseis(glance) {
            return diagram::read_senseis(glance, size);
        }
        if text_board::is_board(glance) {
            return text_board::read(glance, size);
        }
        let likeness = moves::likeness(glance);
        if likeness == Likeness::Moves {
            return moves::read(glance, size);
        }
        if diagram::is_diagram(glance) {
            return diagram::read(glance, size);
        }
        if likeness == Likeness::Partly {
            return moves::read(glance, size);
        }
    }
    read_record(bytes, &text)
}

/// Returns whether a text is a position in any form other than a list of moves.
pub fn is_position(text: &str) -> bool {
    // A single row may mean anything.
    let is_meant = |reading: Reading| reading.kind != Kind::Diagram || text.contains(['\n', '/']);
    plain_moves(text).is_none() && read(text.as_bytes(), BoardSize::MAX).is_ok_and(is_meant)
}

fn glance(text: &str) -> &str {
    &text[..text.floor_char_boundary(GLANCE)]
}

/// Returns whether a text has the beginning of a record in SGF.
fn is_record(text: &str) -> bool {
    let mut after = text.split('(').skip(1);
    after.any(|rest| rest.trim_start().starts_with(';'))
}

fn read_record(bytes: &[u8], text: &str) -> Result<Reading, Unreadable> {
    let record = first_record(bytes).map_err(Unreadable::from)?;
    let mut board = SearchBoard::from_record(&record, None);
    if board.moves().is_empty() {
        let told = text
            .rsplit_once("PL[")
            .map(|(_, turn)| match turn.trim_start().as_bytes() {
                [b'W' | b'w' | b'2', ..] => Color::White,
                _ => Color::Black,
            });
        let turn = told.unwrap_or_else(|| likely_turn(&board));
        board = SearchBoard::from_stones(record.size, board.start().stones(), turn);
    }
    Ok(Reading {
        kind: Kind::Sgf,
        board: playable(board)?,
        area: None,
    })
}

/// Returns the colour that has fewer stones, or Black.
fn likely_turn(board: &SearchBoard) -> Color {
    let stones = board.position().stones();
    let black = stones.clone().filter(|(_, color)| *color == Color::Black).count();
    if 2 * black > stones.count() {
        Color::White
    } else {
        Color::Black
    }
}

/// Returns a board with the same moves if they can be played in turn by the rules, and otherwise with their stones alone.
fn playable(board: SearchBoard) -> Result<SearchBoard, Unreadable> {
    let mut again = SearchBoard::from_stones(board.size(), board.start().stones(), board.first());
    let is_line = board.moves().len() <= MAX_MOVES
        && (board.moves().iter()).all(|&mv| mv.color == again.to_play() && again.play(mv).is_ok());
    if !is_line {
        again = SearchBoard::from_stones(board.size(), board.position().stones(), board.to_play());
    }
    check_liberties(&again)?;
    Ok(again)
}

fn check_liberties(board: &SearchBoard) -> Result<(), Unreadable> {
    match board.start().chain_without_liberties() {
        None => Ok(()),
        Some(point) => Err(Unreadable::Liberties {
            name: point.vertex(board.size()),
        }),
    }
}

#[cfg(test)]
mod tests;
