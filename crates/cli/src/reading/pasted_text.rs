use super::diagram::{is_row, is_senseis};
use super::text_board::is_heading;

/// The form of a pasted position, by its first line, which tells where the text ends.
#[derive(Debug, PartialEq, Eq)]
pub enum PastedText {
    /// A record in SGF, up to its last parenthesis.
    Record(OpenBrackets),
    /// A diagram, up to a line that is no row.
    Rows,
    /// A board with letters above and below it.
    Board,
}

/// The parentheses and brackets that a record leaves open so far.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OpenBrackets {
    depth: i32,
    is_value: bool,
    is_escaped: bool,
}

impl OpenBrackets {
    fn add(&mut self, line: &str) {
        for sign in line.chars().chain(['\n']) {
            match sign {
                _ if self.is_escaped => self.is_escaped = false,
                '\\' => self.is_escaped = true,
                ']' => self.is_value = false,
                _ if self.is_value => {}
                '[' => self.is_value = true,
                '(' => self.depth += 1,
                ')' => self.depth -= 1,
                _ => {}
            }
        }
    }

    const fn is_closed(&self) -> bool {
        self.depth <= 0 && !self.is_value
    }
}

impl PastedText {
    /// Returns `None` for a line of moves or commands.
    pub fn of(line: &str) -> Option<Self> {
        let start = line.trim_start().trim_start_matches(';');
        let is_record = start
            .strip_prefix('(')
            .is_some_and(|rest| rest.trim_start().starts_with(';'));
        if is_record || start.starts_with("B[") || start.starts_with("W[") {
            Some(Self::Record(OpenBrackets::default()))
        } else if is_senseis(line) || is_row(line) && !start.starts_with('#') && is_mostly_points(start) {
            Some(Self::Rows)
        } else {
            is_heading(line).then_some(Self::Board)
        }
    }

    /// Returns whether a line is no longer part of the text.
    pub fn ends_before(&self, line: &str) -> bool {
        match self {
            Self::Record(_) => false,
            Self::Board => line.trim().is_empty(),
            Self::Rows => !is_row(line) && !is_senseis(line),
        }
    }

    /// Takes the next line, which follows `before`, and returns whether the text is complete with it.
    pub fn add(&mut self, before: &str, line: &str) -> bool {
        match self {
            Self::Record(brackets) => {
                brackets.add(line);
                brackets.is_closed()
            }
            Self::Rows => line.contains('/'),
            Self::Board => is_heading(line) && !before.is_empty(),
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
