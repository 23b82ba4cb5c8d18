//! The styles of texts. A terminal has a light ground or a dark one, so of the eight colours
//! only red and magenta are used: those that can be read on both in the usual palettes.

use anstyle::{AnsiColor, Style};

/// Black stones: the stronger of the two, on light and dark ground alike.
pub(super) const BLACK: Style = Style::new().bold();
/// White stones.
pub(super) const WHITE: Style = AnsiColor::Magenta.on_default();
/// Letters of next moves, on the board and in the table, and the last move.
pub(super) const MARK: Style = Style::new().invert();
/// The brackets around an area.
pub(super) const FRAME: Style = AnsiColor::Magenta.on_default();
/// Board hashes.
pub(super) const HASH: Style = Style::new().dimmed();
/// Comments of a record.
pub(super) const COMMENT: Style = Style::new().italic();
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
