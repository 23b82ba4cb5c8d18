use std::fmt;
use std::str::FromStr;

/// Patterns of which a value must match one, or none if they are negated: `cho|lee`, `!cho|lee`. A
/// backslash before `|`, `!` or another backslash makes that part of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternatives<T> {
    /// The patterns, at least one.
    pub any_of: Vec<T>,
    /// True if no pattern may match. A value that is missing does not match then either.
    pub is_negated: bool,
}

impl<T> From<T> for Alternatives<T> {
    fn from(only: T) -> Self {
        Self {
            any_of: vec![only],
            is_negated: false,
        }
    }
}

impl<T: FromStr<Err: ToString>> FromStr for Alternatives<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (is_negated, mut rest) = match text.trim_start().strip_prefix('!') {
            Some(rest) => (true, Some(rest)),
            None => (false, Some(text)),
        };
        let mut any_of = Vec::new();
        while let Some(left) = rest {
            let (pattern, after) = split(left);
            if pattern.trim_start().starts_with('!') {
                return Err(format!(
                    "\"{text}\" has \"!\" inside: it comes once, before all alternatives (!a|b); for a name that begins with it, write \\!"
                ));
            }
            any_of.push(pattern.parse().map_err(|error: T::Err| error.to_string())?);
            rest = after;
        }
        Ok(Self { any_of, is_negated })
    }
}

/// Splits a text at the first `|` without a backslash before it.
fn split(text: &str) -> (&str, Option<&str>) {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'|' if !is_escaped => return (&text[..at], Some(&text[at + 1..])),
            _ => is_escaped = byte == b'\\' && !is_escaped,
        }
    }
    (text, None)
}

impl<T: fmt::Display> fmt::Display for Alternatives<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns: Vec<String> = self.any_of.iter().map(ToString::to_string).collect();
        write!(f, "{}{}", if self.is_negated { "!" } else { "" }, patterns.join("|"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::NamePattern;
    use super::*;

    #[test]
    fn alternatives_are_printed_as_they_are_typed_and_read_back() {
        let part = |text: &str| NamePattern::Part(text.to_owned());
        let whole = |text: &str| NamePattern::Whole(text.to_owned());
        for (text, is_negated, any_of) in [
            ("cho", false, vec![part("cho")]),
            ("a|=b c|d", false, vec![part("a"), whole("b c"), part("d")]),
            ("!=cho|o'm", true, vec![whole("cho"), part("o'm")]),
            (r"\!a\|b|c!", false, vec![part("!a|b"), part("c!")]),
            (r"!\!|=!a|\=b", true, vec![part("!"), whole("!a"), part("=b")]),
            (r"\\|a\\b", false, vec![part("\\"), part("a\\b")]),
        ] {
            let names = Alternatives { any_of, is_negated };
            assert_eq!(text.parse().as_ref(), Ok(&names), "{text}");
            assert_eq!(names.to_string(), text);
        }
        // A backslash before another character is itself.
        assert_eq!(
            Alternatives::from(part("a\\b")).to_string().parse(),
            r"a\b".parse::<Alternatives<NamePattern>>()
        );
        for wrong in ["!!a", "a|!b", "! !a"] {
            let error = wrong.parse::<Alternatives<NamePattern>>().expect_err(wrong);
            assert!(error.contains("write \\!"), "{error}");
        }
    }
}
