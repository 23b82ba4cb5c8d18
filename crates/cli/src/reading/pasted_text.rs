use super::diagram::{is_row, is_senseis};
use super::text_board::is_heading;

/// The form of a pasted position, by its first line, which tells where the text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastedText {
    /// A record in SGF, up to its last parenthesis.
    Record,
    /// A diagram, up to a line that is no row.
    Rows,
    /// A board with letters above and below it.
    Board,
}

impl PastedText {
    /// Returns `None` for a line of moves or commands.
    pub fn of(line: &str) -> Option<Self> {
        let start = line.trim_start().trim_start_matches(';');
        let is_record = start
            .strip_prefix('(')
            .is_some_and(|rest| rest.trim_start().starts_with(';'));
        if is_record || start.starts_with("B[") || start.starts_with("W[") {
            Some(Self::Record)
        } else if is_senseis(line) || is_row(line) && !start.starts_with('#') && is_mostly_points(start) {
            Some(Self::Rows)
        } else {
            is_heading(line).then_some(Self::Board)
        }
    }

    /// Returns whether a line is no longer part of the text.
    pub fn ends_before(self, line: &str) -> bool {
        match self {
            Self::Record => false,
            Self::Board => line.trim().is_empty(),
            Self::Rows => !is_row(line) && !is_senseis(line),
        }
    }

    /// Returns whether the text so far is complete.
    pub fn is_complete(self, text: &str) -> bool {
        let mut lines = text.lines();
        match self {
            Self::Record => is_closed(text),
            Self::Rows => text.contains('/'),
            Self::Board => lines.next_back().is_some_and(is_heading) && lines.next().is_some(),
        }
    }
}

/// Returns whether a row looks unlike moves and commands: half of it or more are signs of points.
fn is_mostly_points(row: &str) -> bool {
    let signs = row.chars().filter(|sign| !sign.is_whitespace());
    let points = signs.clone().filter(|sign| ".,+|*?-●○".contains(*sign)).count();
    let all = signs.count();
    all > 2 && 2 * points >= all
}

/// Returns whether every bracket and parenthesis of a record is closed.
fn is_closed(record: &str) -> bool {
    let (mut depth, mut is_value, mut is_escaped) = (0, false, false);
    for sign in record.chars() {
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' => is_value = false,
            _ if is_value => {}
            '[' => is_value = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    depth <= 0 && !is_value
}
