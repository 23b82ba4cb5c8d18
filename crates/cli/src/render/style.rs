//! The styles of texts.

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
/// The style of points outside the searched area.
pub(super) const OUTSIDE: Style = Style::new().dimmed();
/// Errors.
pub(super) const ERROR: Style = AnsiColor::Red.on_default();

/// Returns `text` in a style, and the terminal's own style after it.
pub(super) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
