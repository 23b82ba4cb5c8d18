use super::printable;
use std::borrow::Cow;
use std::ops::Add;

/// What the program shows, and whether it is painted.
///
/// In painted text every escape sequence is a style of the program's own, as
/// whatever comes from records or arguments went through
/// [`printable`] on its way into it. In other text an escape
/// sequence is data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    text: String,
    is_painted: bool,
}

impl Text {
    /// Text in which every escape sequence is a style.
    pub(crate) const fn painted(text: String) -> Self {
        Self { text, is_painted: true }
    }

    /// The text with its styles.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether escape sequences in it are styles.
    #[must_use]
    pub const fn is_painted(&self) -> bool {
        self.is_painted
    }

    /// The text without its styles; text that is not painted as it is.
    #[must_use]
    pub fn without_styles(&self) -> Cow<'_, str> {
        if self.is_painted {
            Cow::Owned(anstream::adapter::strip_str(&self.text).to_string())
        } else {
            Cow::Borrowed(&self.text)
        }
    }
}

impl Add for Text {
    type Output = Self;

    /// One text and then the other; painted if one of them is.
    fn add(self, other: Self) -> Self {
        let is_painted = self.is_painted || other.is_painted;
        let [text, more] = [self, other].map(|part| match is_painted && !part.is_painted {
            true => printable(&part.text),
            false => part.text,
        });
        Self {
            text: text + &more,
            is_painted,
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
        }
    }
}
