//! Commands and pasted texts over several lines.

use super::{commands, split};
use crate::reading::{is_heading, is_row, is_senseis};
use std::mem::take;

/// A line with commands, or a text with a position.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input {
    Commands(String),
    Position(String),
}

/// The lines so far of an input that needs more.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// Commands, up to the end of a quote.
    #[default]
    Commands,
    /// A record in SGF, up to its last parenthesis.
    Record,
    /// A diagram, up to a line that is no row.
    Rows,
    /// A board with letters above and below it.
    Board,
    /// A command that reads rows up to a blank line.
    CommandWithRows,
}

impl Kind {
    fn of(line: &str) -> Self {
        let start = line.trim_start().trim_start_matches(';');
        let is_record = start
            .strip_prefix('(')
            .is_some_and(|rest| rest.trim_start().starts_with(';'));
        if is_record || start.starts_with("B[") || start.starts_with("W[") {
            Self::Record
        } else if is_senseis(line) || is_row(line) && !start.starts_with('#') && is_mostly_points(start) {
            Self::Rows
        } else if is_heading(line) {
            Self::Board
        } else if is_command_with_rows(line) {
            Self::CommandWithRows
        } else {
            Self::Commands
        }
    }
}

/// Returns whether a row can be told from moves and commands.
fn is_mostly_points(row: &str) -> bool {
    let signs = row.chars().filter(|sign| !sign.is_whitespace());
    let points = signs.clone().filter(|sign| ".,+|*?-●○".contains(*sign)).count();
    let all = signs.count();
    all > 2 && 2 * points >= all
}

/// Returns whether a command has `-` in place of rows.
fn is_command_with_rows(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], [command, _, ..] if matches!(commands::named(command), Ok(found) if found.get_name() == "pattern"))
        && words.contains(&"-")
}

impl Lines {
    /// Returns whether a quote is open.
    pub(super) fn is_quote(&self) -> bool {
        !self.is_empty() && self.kind == Kind::Commands
    }

    /// Adds a line, and returns the inputs that are complete.
    pub(super) fn add(&mut self, line: &str) -> Vec<Input> {
        let mut complete = Vec::new();
        if !self.is_empty() && self.ends_before(line) {
            complete.extend(self.end());
            if line.trim().is_empty() {
                return complete;
            }
        }
        if self.is_empty() {
            self.kind = Kind::of(line);
        } else {
            self.text.push('\n');
        }
        self.text.push_str(line);
        if self.is_complete() {
            complete.extend(self.end());
        }
        complete
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns whether the end of a pasted text completes the input.
    pub(super) const fn ends_with_paste(&self) -> bool {
        matches!(self.kind, Kind::Rows | Kind::Board)
    }

    /// Returns the input that the lines so far are.
    pub(super) fn end(&mut self) -> Option<Input> {
        let text = take(&mut self.text);
        match take(&mut self.kind) {
            _ if text.is_empty() => None,
            Kind::Commands => Some(Input::Commands(text)),
            Kind::CommandWithRows => Some(Input::Commands(with_rows(&text))),
            Kind::Record | Kind::Rows | Kind::Board => Some(Input::Position(text)),
        }
    }

    fn ends_before(&self, line: &str) -> bool {
        match self.kind {
            Kind::Commands | Kind::Record => false,
            Kind::Board | Kind::CommandWithRows => line.trim().is_empty(),
            Kind::Rows => !is_row(line) && !is_senseis(line),
        }
    }

    fn is_complete(&self) -> bool {
        let mut lines = self.text.lines();
        match self.kind {
            Kind::Commands => !split::has_open_quote(&self.text),
            Kind::Record => is_closed(&self.text),
            Kind::Rows => self.text.contains('/'),
            Kind::Board => lines.next_back().is_some_and(is_heading) && lines.next().is_some(),
            Kind::CommandWithRows => false,
        }
    }
}

/// Returns a command with the rows below it in place of its `-`.
fn with_rows(text: &str) -> String {
    let (command, rows) = text.split_once('\n').unwrap_or((text, ""));
    let words = command.split_whitespace().map(|word| match word {
        "-" if !rows.is_empty() => shell_words::quote(rows).into_owned(),
        word => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str) -> Vec<Input> {
        let mut lines = Lines::default();
        let mut inputs: Vec<Input> = text.lines().flat_map(|line| lines.add(line)).collect();
        inputs.extend(lines.end());
        inputs
    }

    fn commands(text: &str) -> Input {
        Input::Commands(text.to_owned())
    }

    fn position(text: &str) -> Input {
        Input::Position(text.to_owned())
    }

    #[test]
    fn a_quote_goes_on_in_the_next_line() {
        assert_eq!(
            inputs("find 'a\nb' # it's\npd"),
            [commands("find 'a\nb' # it's"), commands("pd")]
        );
        assert_eq!(inputs("find \"a\npd"), [commands("find \"a\npd")]);
    }

    #[test]
    fn positions_end_where_they_do() {
        for text in [
            "+---\n|..X\n|.XO",
            "$$B\n$$ | . X\n$$ [a|b]",
            "(;SZ[9]C[a)\n\\]];B[ee]\n(;W[aa])(;W[bb]))",
            ";B[pd];W[dp]",
            "|../|.X",
            "   A B C\n 3 . . .\n 2 . X .\n 1 . . .\n   A B C",
        ] {
            assert_eq!(
                inputs(&format!("pd\n{text}\nsearch; undo")),
                [commands("pd"), position(text), commands("search; undo")]
            );
        }
        assert_eq!(inputs("|..\n|X.\n\npd"), [position("|..\n|X."), commands("pd")]);
    }

    #[test]
    fn a_pattern_reads_rows_up_to_a_blank_line() {
        assert_eq!(
            inputs("pattern - --next X\nXO.\nx#.\n\npd"),
            [commands("pattern 'XO.\nx#.' --next X"), commands("pd")]
        );
        assert_eq!(inputs("pattern -"), [commands("pattern -")]);
    }

    #[test]
    fn commands_and_moves_are_no_rows() {
        for text in [
            "?",
            "# ---",
            "#####",
            "oo xx",
            "pd dp",
            "play a",
            "where player=",
            "..",
            "a",
            "1",
        ] {
            assert_eq!(inputs(text), [commands(text)]);
        }
    }
}
