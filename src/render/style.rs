use super::Text;
use anstyle::{AnsiColor, Style};

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
