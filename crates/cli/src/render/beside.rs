//! A board and the lines about it: below the board, or beside it where the screen is low.

use super::Text;
use super::board::Drawing;
use super::text::{Look, MoveForm, Screen};
use super::width::{rows, visible_width, wrapped};
use std::iter;

/// The columns of a usual screen, and of a file in which lines stand beside a board.
const USUAL_COLUMNS: usize = 80;

const NARROWEST: usize = 12;

/// The columns beside a board from which lines stand there, however high the screen is.
const WIDE: usize = 35;

impl Drawing {
    pub(crate) fn alone(self) -> Text {
        self.with(|_| Vec::new(), false)
    }

    /// Returns the board with lines that are broken to fit.
    pub(crate) fn with_remarks(self, remarks: Vec<String>) -> Text {
        let lines = move |room: Look| remarks.iter().flat_map(|line| wrapped(line, room.columns())).collect();
        self.with(lines, false)
    }

    /// Returns the board with painted lines about it, which depend on the room for them: a screen of its own. On
    /// a screen they stand beside the board where they have room, and where they would push it off; in the plain form
    /// only there. In a file they stand below it, or beside it if `beside_in_file`.
    pub(super) fn with(
        self,
        lines: impl Fn(Look) -> Vec<String> + Send + Sync + 'static,
        beside_in_file: bool,
    ) -> Text {
        Text::fitted(move |look| {
            let form = look.screen.map_or(MoveForm::Plain, |_| look.form);
            let joined = self.join(Look { form, ..look }, &lines, beside_in_file);
            joined.iter().map(|line| format!("{}\n", line.trim_end())).collect()
        })
    }

    fn join(&self, look: Look, lines: &dyn Fn(Look) -> Vec<String>, beside_in_file: bool) -> Vec<String> {
        let coordinates = look.coordinates;
        let mut board = self.lines(look);
        if has_hash(&board) && look.form == MoveForm::Table {
            board.pop();
        }
        let is_narrow = look.form == MoveForm::Table && look.columns() < USUAL_COLUMNS;
        let gap = if is_narrow { 1 } else { 2 };
        let width = self.width(coordinates) + gap;
        let below = |board: Vec<String>| {
            let screen = look.screen.map(|screen| Screen {
                rows: usize::MAX,
                ..screen
            });
            [board, lines(Look { screen, ..look })].concat()
        };
        let (columns, height) = match look.screen {
            None if beside_in_file => (USUAL_COLUMNS, usize::MAX),
            None => return below(board),
            Some(screen) => (screen.columns, screen.lines()),
        };
        if let Some(screen) = look.screen {
            let below = below(board.clone());
            let taken = rows(below.iter().map(String::as_str), screen.columns);
            let is_wide = look.form == MoveForm::Table && columns >= width + WIDE;
            if taken <= height && !is_wide || columns < width + NARROWEST {
                return below;
            }
        }
        let room = Screen {
            columns: columns - width,
            rows: height.saturating_add(1),
        };
        let screen = Some(room);
        beside(shortened_board(board, height), width, &lines(Look { screen, ..look }))
    }
}

/// Returns a board without the lines that it is too high for: the hash, then the letters below, then those
/// above.
fn shortened_board(mut board: Vec<String>, rows: usize) -> Vec<String> {
    let can_go = 2 + usize::from(has_hash(&board));
    let goes = board.len().saturating_sub(rows).min(can_go);
    board.truncate(board.len() - goes.min(can_go - 1));
    if goes == can_go {
        board.remove(0);
    }
    board
}

fn has_hash(board: &[String]) -> bool {
    board.first() != board.last()
}

/// Puts lines at a column beside those of a board, from its first row on if all have room.
fn beside(board: Vec<String>, column: usize, lines: &[String]) -> Vec<String> {
    let start = usize::from(lines.len() < board.len());
    let shifted = iter::repeat_n("", start).chain(lines.iter().map(String::as_str));
    let mut shifted = shifted.fuse();
    let mut joined: Vec<String> = Vec::new();
    for row in board {
        joined.push(at_column(row, column, shifted.next().unwrap_or_default()));
    }
    joined.extend(shifted.map(|line| at_column(String::new(), column, line)));
    joined
}

fn at_column(mut row: String, column: usize, line: &str) -> String {
    if !line.is_empty() {
        row.push_str(&" ".repeat(column.saturating_sub(visible_width(&row))));
        row.push_str(line);
    }
    row
}
