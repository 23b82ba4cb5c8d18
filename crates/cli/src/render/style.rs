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

#[cfg(test)]
mod tests {
    use super::*;
    use anstyle::Color;

    /// Red, green and blue of red and magenta in the palettes of xterm, VGA, GNOME, macOS,
    /// Windows and VS Code, each 0 to 255.
    const PALETTES: [[(u8, u8, u8); 2]; 6] = [
        [(205, 0, 0), (205, 0, 205)],
        [(170, 0, 0), (170, 0, 170)],
        [(192, 28, 40), (163, 71, 186)],
        [(194, 54, 33), (211, 56, 211)],
        [(197, 15, 31), (136, 23, 152)],
        [(205, 49, 49), (188, 63, 188)],
    ];

    /// Returns the relative luminance of a colour, as WCAG 2 defines it.
    fn luminance((red, green, blue): (u8, u8, u8)) -> f64 {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(one: f64, other: f64) -> f64 {
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_style_can_be_read_on_light_and_dark_grounds() {
        for style in [BLACK, WHITE, MARK, FRAME, HASH, COMMENT, LABEL, OUTSIDE, ERROR] {
            let at = match style.get_fg_color() {
                // The terminal's own colour.
                None => continue,
                Some(Color::Ansi(AnsiColor::Red)) => 0,
                Some(Color::Ansi(AnsiColor::Magenta)) => 1,
                Some(other) => panic!("{other:?} is hard to see on some ground"),
            };
            for palette in PALETTES {
                for ground in [0.0, 1.0] {
                    let contrast = contrast(luminance(palette[at]), ground);
                    assert!(contrast > 2.2, "{:?} on {ground}: {contrast}", palette[at]);
                }
            }
        }
        // Yellow, green and cyan fail.
        for light in [(205, 205, 0), (0, 205, 0), (0, 205, 205)] {
            assert!(contrast(luminance(light), 1.0) < 2.2);
        }
    }
}
