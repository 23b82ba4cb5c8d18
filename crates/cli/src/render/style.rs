use super::Text;
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// Black stones: the stronger of the two, on light and dark ground alike.
pub(super) const BLACK: Style = Style::new().bold();
/// White stones.
pub(super) const WHITE: Style = AnsiColor::Yellow.on_default();
/// Letters of next moves, on the board and in the table.
pub(super) const MARK: Style = AnsiColor::Green.on_default();
/// Board hashes.
pub(super) const HASH: Style = AnsiColor::Cyan.on_default();
/// The letters around a board.
pub(super) const LABEL: Style = Style::new().dimmed();
/// What went wrong.
const ERROR: Style = AnsiColor::Red.on_default();

/// `text` in a style, and the terminal's own style after it.
pub(super) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Columns of a cell, or of a text within a line.
const CELL: usize = 80;

/// Characters of a cell: those without a width must not make it long either.
const CHARACTERS: usize = 4 * CELL;

/// More bytes than a cell has.
pub(super) const CELL_BYTES: usize = (CHARACTERS + 1) * char::MAX_LEN_UTF8;

/// A text as one cell of a table: what does not fit is cut before anything else is done
/// with it, as a record may say millions of letters.
pub(super) fn cell(text: &str) -> Cow<'_, str> {
    let mut columns = 0;
    // Where it is cut if it does not fit.
    let mut end = 0;
    for (number, (at, c)) in text.char_indices().enumerate() {
        columns += c.width().unwrap_or(1);
        if columns > CELL || number == CHARACTERS {
            return Cow::Owned(format!("{}…", &text[..end]));
        }
        if columns < CELL {
            end = at + c.len_utf8();
        }
    }
    Cow::Borrowed(text)
}

/// The line that says what went wrong.
#[must_use]
pub fn error_text(message: &str) -> Text {
    Text::painted(paint(ERROR, printable(message)) + "\n")
}

/// `text` with a `?` for every control character but the line feed: a message
/// may hold names from an archive, and those must not steer the terminal.
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn a_cell_is_cut_where_it_does_not_fit() {
        for (text, expected) in [
            ("x".repeat(80), "x".repeat(80)),
            ("x".repeat(81), format!("{}…", "x".repeat(79))),
            ("囲".repeat(40), "囲".repeat(40)),
            ("囲".repeat(41), format!("{}…", "囲".repeat(39))),
            (format!("x{}", "囲".repeat(40)), format!("x{}…", "囲".repeat(39))),
            ("\n".repeat(81), format!("{}…", "\n".repeat(79))),
        ] {
            assert_eq!(cell(&text), expected);
            assert!(expected.width() <= CELL || expected.contains('\n'));
        }
        let marks = cell(&"\u{301}".repeat(100_000)).into_owned();
        assert!(marks.len() < 1000 && marks.ends_with('…'));
    }
}
