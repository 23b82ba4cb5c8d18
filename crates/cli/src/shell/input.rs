//! Commands and pasted texts over several lines.

use super::{commands, split};
use crate::reading::PastedText;
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

#[derive(Debug, Default, PartialEq, Eq)]
enum Kind {
    /// Commands, up to the end of a quote.
    #[default]
    Commands,
    /// A text with a position.
    Position(PastedText),
    /// `pattern -` or `setup -`, and rows up to a blank line.
    CommandWithRows,
}

impl Kind {
    fn of(line: &str) -> Self {
        match PastedText::of(line) {
            Some(pasted) => Self::Position(pasted),
            None if command_with_rows(line).is_some() => Self::CommandWithRows,
            None => Self::Commands,
        }
    }
}

/// Returns the name of the command if its rows follow in place of a `-`.
fn command_with_rows(line: &str) -> Option<&'static str> {
    let mut words = line.split_whitespace();
    let name = commands::named(words.next()?).ok()?.get_name();
    let has_rows = match name {
        "pattern" => words.any(|word| word == "-"),
        "setup" => words.eq(["-"]),
        _ => false,
    };
    has_rows.then_some(name)
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
        let before = self.text.len();
        if self.is_empty() {
            self.kind = Kind::of(line);
        } else {
            self.text.push('\n');
        }
        self.text.push_str(line);
        let is_complete = match &mut self.kind {
            Kind::Commands => !split::has_open_quote(&self.text),
            Kind::Position(pasted) => pasted.add(&self.text[..before], line),
            Kind::CommandWithRows => false,
        };
        if is_complete {
            complete.extend(self.end());
        }
        complete
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns whether the end of a pasted text completes the input.
    pub(super) const fn ends_with_paste(&self) -> bool {
        matches!(self.kind, Kind::Position(PastedText::Rows | PastedText::Board))
    }

    /// Returns the input that the lines so far are.
    pub(super) fn end(&mut self) -> Option<Input> {
        let text = take(&mut self.text);
        match take(&mut self.kind) {
            _ if text.is_empty() => None,
            Kind::Commands => Some(Input::Commands(text)),
            Kind::CommandWithRows => Some(with_rows(&text)),
            Kind::Position(_) => Some(Input::Position(text)),
        }
    }

    fn ends_before(&self, line: &str) -> bool {
        match &self.kind {
            Kind::Commands => false,
            Kind::CommandWithRows => line.trim().is_empty(),
            Kind::Position(pasted) => pasted.ends_before(line),
        }
    }
}

/// Puts the rows in place of the `-` of `pattern`. For `setup`, the rows are a position.
fn with_rows(text: &str) -> Input {
    let Some((command, rows)) = text.split_once('\n') else {
        return Input::Commands(text.to_owned());
    };
    if command_with_rows(command) == Some("setup") {
        return Input::Position(rows.to_owned());
    }
    let words = command.split_whitespace().map(|word| match word {
        "-" => shell_words::quote(rows).into_owned(),
        word => word.to_owned(),
    });
    Input::Commands(words.collect::<Vec<_>>().join(" "))
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
    fn a_record_of_many_lines_is_looked_through_once() {
        // Looking through it again with each line would take an hour.
        let record = format!("(;{}\n)", "C[a]\n;B[pd]\n".repeat(200_000));
        assert_eq!(inputs(&record), [position(&record)]);
    }

    #[test]
    fn pattern_and_setup_read_rows_up_to_a_blank_line() {
        assert_eq!(
            inputs("pattern - --next X\nXO.\nx#.\n\npd"),
            [commands("pattern 'XO.\nx#.' --next X"), commands("pd")]
        );
        assert_eq!(
            inputs("setup -\nXO.\n.X.\n\npd"),
            [position("XO.\n.X."), commands("pd")]
        );
        for text in ["pattern -", "setup -", "setup - pd"] {
            assert_eq!(inputs(text), [commands(text)]);
        }
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
