use super::clean::printable;
use super::style::{ERROR, paint};
use std::borrow::Cow;
use std::ops::Add;
use unicode_width::UnicodeWidthStr;

/// A text to show, painted or not.
///
/// In painted text every escape sequence is a style of the program's own, as names from
/// records and arguments went through [`printable`] on their way into it. In other text
/// an escape sequence is data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    text: String,
    is_painted: bool,
    /// The text without styles, if it is not the same text.
    plain: Option<String>,
}

impl Text {
    /// Text in which every escape sequence is a style.
    pub(crate) const fn painted(text: String) -> Self {
        Self {
            text,
            is_painted: true,
            plain: None,
        }
    }

    /// Text in which every escape sequence is a style, and the text to show where there
    /// are no styles.
    pub(super) const fn painted_or(text: String, plain: String) -> Self {
        Self {
            text,
            is_painted: true,
            plain: Some(plain),
        }
    }

    /// Returns the text with a plain line after it.
    pub(crate) fn then(mut self, line: &str) -> Self {
        for text in [&mut self.text].into_iter().chain(&mut self.plain) {
            text.push_str(line);
            text.push('\n');
        }
        self
    }

    /// Returns the text with its styles.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether escape sequences in it are styles.
    pub const fn is_painted(&self) -> bool {
        self.is_painted
    }

    /// Returns the text without its styles; text that is not painted, as it is.
    pub fn without_styles(&self) -> Cow<'_, str> {
        match &self.plain {
            Some(plain) => Cow::Borrowed(plain),
            None if self.is_painted => Cow::Owned(anstream::adapter::strip_str(&self.text).to_string()),
            None => Cow::Borrowed(&self.text),
        }
    }
}

impl Text {
    /// Puts painted lines at this column beside the lines of the text, from the second
    /// one on.
    pub(super) fn beside(self, column: usize, lines: &[String]) -> Self {
        let join = |text: &str, is_plain: bool| {
            let mut rows = text.lines();
            let mut joined = String::new();
            let mut beside = std::iter::once("").chain(lines.iter().map(String::as_str));
            loop {
                let (row, line) = (rows.next(), beside.next());
                if row.is_none() && line.is_none() {
                    return joined;
                }
                let (row, line) = (row.unwrap_or_default(), line.unwrap_or_default());
                joined.push_str(row);
                if !line.is_empty() {
                    joined.push_str(&" ".repeat(column.saturating_sub(visible_width(row))));
                    match is_plain {
                        true => joined.push_str(&anstream::adapter::strip_str(line).to_string()),
                        false => joined.push_str(line),
                    }
                }
                joined.push('\n');
            }
        };
        Self::painted_or(join(&self.text, false), join(&self.without_styles(), true))
    }
}

/// Returns the number of columns that a line has on a terminal, where styles have none.
pub(super) fn visible_width(line: &str) -> usize {
    let plain = anstream::adapter::strip_str(line).to_string();
    plain.width()
}

impl Add for Text {
    type Output = Self;

    /// Joins two texts; the result is painted if one of them is.
    fn add(self, other: Self) -> Self {
        let is_painted = self.is_painted || other.is_painted;
        let [text, more] = [self, other].map(|part| match is_painted && !part.is_painted {
            true => Self {
                text: printable(&part.text),
                ..part
            },
            false => part,
        });
        let has_plain = text.plain.is_some() || more.plain.is_some();
        let plain = has_plain.then(|| text.without_styles().into_owned() + &more.without_styles());
        Self {
            text: text.text + &more.text,
            is_painted,
            plain,
        }
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
            text,
            is_painted: false,
            plain: None,
        }
    }
}

/// Returns the line that says what went wrong.
pub fn error_text(message: &str) -> Text {
    Text::painted(paint(ERROR, printable(message)) + "\n")
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
