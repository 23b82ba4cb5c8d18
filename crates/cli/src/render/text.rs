//! Texts to show, and how they look: on a screen or in a file, and in which styles.

use super::clean::printable;
use super::width::wrapped_text;
use super::{Coordinates, Stones};
use anstyle::{AnsiColor, Style};
use console::Term;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::ops::Add;
use std::sync::Arc;

/// A text to show, painted or not.
///
/// In painted text every escape sequence is a style of the program's own, as names from
/// records and arguments went through [`printable`] on their way into it. In other text
/// an escape sequence is data.
#[derive(Clone, Debug, Default)]
pub struct Text {
    parts: Vec<Passage>,
}

#[derive(Clone)]
enum Passage {
    Data(String),
    Painted(String),
    /// A function that returns painted lines for a look.
    Fitted(Arc<dyn Fn(Look) -> String + Send + Sync>),
}

impl Text {
    /// Returns a text in which every escape sequence is a style.
    pub(crate) fn painted(text: String) -> Self {
        Self {
            parts: vec![Passage::Painted(text)],
        }
    }

    /// Returns a text that depends on where it is shown: `lay_out` returns its lines, painted.
    pub(crate) fn fitted(lay_out: impl Fn(Look) -> String + Send + Sync + 'static) -> Self {
        Self {
            parts: vec![Passage::Fitted(Arc::new(lay_out))],
        }
    }

    /// Returns a text whose lines are broken where they are too long for the screen. `text` has
    /// no control characters.
    pub(crate) fn wrapped(text: String) -> Self {
        Self::wrapped_within(usize::MAX, text)
    }

    /// Returns text as [`Text::wrapped`] does, with lines of at most `most` columns.
    pub(crate) fn wrapped_within(most: usize, text: String) -> Self {
        Self::fitted(move |look| wrapped_text(&text, look.columns().min(most)))
    }

    pub(crate) fn then(self, line: &str) -> Self {
        self + Self::painted(format!("{}\n", printable(line)))
    }

    /// Shows `low` in place of this text on screens of fewer than `lines` lines.
    pub(crate) fn or_below(self, lines: usize, low: Self) -> Self {
        Self::fitted(move |look| {
            let shown = if look.lines() < lines { &low } else { &self };
            shown.styled(look)
        })
    }

    pub(super) fn pieces(&self, look: Look) -> impl Iterator<Item = (bool, Cow<'_, str>)> {
        self.parts.iter().map(move |part| match part {
            Passage::Data(text) => (false, Cow::Borrowed(text.as_str())),
            Passage::Painted(text) => (true, Cow::Borrowed(text.as_str())),
            Passage::Fitted(lay_out) => (true, Cow::Owned(lay_out(look))),
        })
    }

    /// Returns the text with its styles as it looks in a file or a pipe that keeps them.
    /// Beside styles, data has no control characters.
    pub(super) fn styled(&self, look: Look) -> String {
        let has_styles = self.parts.iter().any(|part| !matches!(part, Passage::Data(_)));
        let pieces = self.pieces(look).map(|(is_painted, text)| {
            if has_styles && !is_painted {
                Cow::Owned(printable(&text))
            } else {
                text
            }
        });
        pieces.collect()
    }

    /// Returns the text as it looks in a file, with the coordinates of the program.
    pub fn without_styles(&self) -> String {
        self.in_file(Coordinates::global())
    }

    pub(crate) fn in_file(&self, coordinates: Coordinates) -> String {
        self.plain(Look {
            coordinates,
            ..Look::default()
        })
    }

    pub(crate) fn plain(&self, look: Look) -> String {
        let pieces = self.pieces(look).map(|(is_painted, text)| {
            if is_painted {
                Cow::Owned(anstream::adapter::strip_str(&text).to_string())
            } else {
                text
            }
        });
        pieces.collect()
    }
}

impl fmt::Debug for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data(text) => f.debug_tuple("Data").field(text).finish(),
            Self::Painted(text) => f.debug_tuple("Painted").field(text).finish(),
            Self::Fitted(_) => f.write_str("Fitted"),
        }
    }
}

impl Add for Text {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.parts.extend(other.parts);
        self
    }
}

/// Text that is not painted.
impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Text that is not painted.
impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            parts: vec![Passage::Data(text)],
        }
    }
}

pub fn error_text(message: &str) -> Text {
    let message = printable(message);
    Text::fitted(move |look| paint(ERROR, wrapped_text(&message, look.columns()).trim_end()) + "\n")
}

pub(crate) fn json(answer: &impl serde::Serialize) -> String {
    // Answers have no map with keys that are no strings, which is all that can
    // fail.
    let mut text = serde_json::to_string(answer).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns a list in an answer as comma-separated values, with the names of the columns above. A column such as
/// `first.games` is a field of a field.
pub(crate) fn csv(answer: &impl serde::Serialize, list: &str, columns: &[&str]) -> String {
    let document = serde_json::to_value(answer).unwrap_or_default();
    let mut table = csv::Writer::from_writer(Vec::new());
    // A writer to memory does not fail.
    let _ = table.write_record(columns);
    for entry in document[list].as_array().into_iter().flatten() {
        let values = columns.iter().map(
            |column| match column.split('.').fold(entry, |value, name| &value[name]) {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                value => value.to_string(),
            },
        );
        let _ = table.write_record(values);
    }
    String::from_utf8(table.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Returns a JSON document of fields: the name of each, and the JSON text of its value.
pub(crate) fn json_fields(fields: &[(&str, String)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\":{}", value.trim_end()));
    format!("{{{}}}\n", fields.collect::<Vec<_>>().join(","))
}

/// Returns a number of bytes as people read it, such as `1.5 MB`.
pub fn size_text(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes as f64 / *unit as f64),
        None => counted(bytes, "byte"),
    }
}

/// Returns a number with the name of what it counts, such as `2 games`.
pub fn counted(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// Returns a number with commas between thousands, such as `57,346`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The form of next moves and of the board beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveForm {
    /// A table with win rates beside the board, on a screen alone.
    #[default]
    Table,
    /// Counts in two columns below the board and its hash.
    Plain,
}

/// The form in which a stream shows texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// The size of the terminal; `None` for a file or a pipe, which has room for everything.
    pub screen: Option<Screen>,
    /// True if texts have styles.
    pub has_styles: bool,
    /// The names of points.
    pub coordinates: Coordinates,
    /// The form of next moves, plain for a file or a pipe.
    pub form: MoveForm,
    /// The signs of stones, letters except on a terminal with a table of next moves.
    pub stones: Stones,
}

impl Look {
    pub const fn columns(self) -> usize {
        match self.screen {
            Some(screen) => screen.columns,
            None => usize::MAX,
        }
    }

    /// Returns the most lines, where more would push others off the screen.
    pub const fn lines(self) -> usize {
        match self.screen {
            Some(screen) => screen.lines(),
            None => usize::MAX,
        }
    }
}

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub columns: usize,
    pub rows: usize,
}

impl Screen {
    /// Returns the size that standard output has now; 80x24 if the terminal does not tell.
    pub fn now() -> Self {
        let (rows, columns) = Term::stdout()
            .size_checked()
            .filter(|&(rows, columns)| rows > 0 && columns > 0)
            .unwrap_or((24, 80));
        Self {
            columns: columns.into(),
            rows: rows.into(),
        }
    }

    /// Returns the number of lines that are visible above the line where the user types.
    pub const fn lines(self) -> usize {
        self.rows.saturating_sub(1)
    }
}

// A terminal has a light ground or a dark one, so of the eight colours only red and magenta are
// used: those that can be read on both in the usual palettes.

/// Black stones: the stronger of the two, on light and dark ground alike.
pub(super) const BLACK: Style = Style::new().bold();
pub(super) const WHITE: Style = AnsiColor::Magenta.on_default();
/// Letters of next moves, on the board and in the table.
pub(super) const MARK: Style = Style::new().invert();
pub(super) const LAST: Style = Style::new().invert().bold();
pub(super) const FRAME: Style = AnsiColor::Magenta.on_default();
pub(super) const HASH: Style = Style::new().dimmed();
pub(super) const COMMENT: Style = Style::new().italic();
pub(super) const LABEL: Style = Style::new().dimmed();
pub(super) const OUTSIDE: Style = Style::new().dimmed();
pub(super) const ERROR: Style = AnsiColor::Red.on_default();

pub(super) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::{Screen, *};
    use anstyle::Color;

    #[test]
    fn an_error_is_broken_between_words() {
        let message = "there is no database at nowhere; \"import PATH\" makes one";
        let on = |columns| {
            error_text(message).plain(Look {
                screen: Some(Screen { columns, rows: 24 }),
                ..Look::default()
            })
        };
        assert_eq!(on(80), format!("{message}\n"));
        assert_eq!(
            on(40),
            "there is no database at nowhere; \"import\n  PATH\" makes one\n"
        );
        assert_eq!(error_text(message).without_styles(), format!("{message}\n"));
    }

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
