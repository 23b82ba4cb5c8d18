use crate::go::{Color, ParseError};
use crate::openings::NamedOpening;
use crate::range::Range;

/// The options of a search for a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PatternOptions {
    /// True if exchanged colours do not count.
    pub fixed_colors: bool,
    /// True if the pattern neither slides nor turns.
    pub in_place: bool,
    /// True if the area may lie against edges that the pattern does not touch.
    pub touching: bool,
    /// The limits of occurrences and answers.
    pub limits: Limits,
}

impl PatternOptions {
    /// Returns the options of a search for an opening.
    #[must_use]
    pub fn of_opening(opening: &NamedOpening) -> Self {
        let at = (0, opening.last_ply());
        Self {
            fixed_colors: opening.has_fixed_colors(),
            limits: Limits {
                at,
                ..Limits::default()
            },
            ..Self::default()
        }
    }
}

/// The occurrences and answers that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The colour of the answers that count, as the pattern shows it; `None` is either.
    pub next: Option<Color>,
    /// The first and the last ply at which the pattern may begin to stand.
    pub at: (u16, u16),
    /// The minimum number of plies for which the pattern stands.
    pub stood: u16,
    /// True if only answers count that are played at once.
    pub direct: bool,
    /// True if no move may be played elsewhere during the sequence.
    pub strict: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            next: None,
            at: (0, u16::MAX),
            stood: 1,
            direct: false,
            strict: false,
        }
    }
}

impl Limits {
    /// Sets the colour of the answers that count: `X`, `O` or `any`.
    pub(in crate::query) fn set_next(&mut self, text: &str) -> Result<(), ParseError> {
        self.next = match text.to_ascii_lowercase().as_str() {
            "any" => None,
            "x" | "b" | "black" => Some(Color::Black),
            "o" | "w" | "white" => Some(Color::White),
            _ => {
                return Err(ParseError::Unreadable(format!(
                    "\"{text}\" is not a colour: write X (black), O (white) or any"
                )));
            }
        };
        Ok(())
    }

    /// Sets the plies at which the pattern may begin to stand: `10..60`, `10..`, `..60` or
    /// `10`.
    pub(in crate::query) fn set_at(&mut self, text: &str) -> Result<(), ParseError> {
        let (first, last) = text.parse::<Range<u64>>()?.ends();
        let first = first.unwrap_or(0);
        let first = u16::try_from(first).map_err(|_| {
            let max = u16::MAX;
            ParseError::Unreadable(format!("no game has {first} moves: a game has at most {max}"))
        })?;
        // No game is longer than the greatest number of a ply.
        let last = last.map_or(u16::MAX, |last| u16::try_from(last).unwrap_or(u16::MAX));
        self.at = (first, last);
        Ok(())
    }

    /// Sets the minimum number of plies for which the pattern stands: `4..` or `4`.
    pub(in crate::query) fn set_stood(&mut self, text: &str) -> Result<(), ParseError> {
        let number = text.strip_suffix("..").unwrap_or(text);
        match number.trim().parse() {
            Ok(least @ 1..) => self.stood = least,
            _ => {
                return Err(ParseError::Unreadable(format!(
                    "\"{text}\" is not a number of moves from 1: write 4.. or 4 for four moves or more"
                )));
            }
        }
        Ok(())
    }

    /// Returns the colour as it is typed, unless any counts.
    pub(in crate::query) fn next_text(&self) -> Option<String> {
        let sign = self.next.map(|color| if color == Color::Black { "X" } else { "O" });
        sign.map(str::to_owned)
    }

    /// Returns the plies at which the pattern may begin to stand as they are typed, unless all do.
    pub(in crate::query) fn at_text(&self) -> Option<String> {
        let (first, last) = self.at;
        let first = if first == 0 { String::new() } else { first.to_string() };
        let last = if last == u16::MAX {
            String::new()
        } else {
            last.to_string()
        };
        (self.at != Self::default().at).then(|| format!("{first}..{last}"))
    }

    /// Returns the minimum number of plies as it is typed, unless it is 1.
    pub(in crate::query) fn stood_text(&self) -> Option<String> {
        (self.stood != 1).then(|| format!("{}..", self.stood))
    }

    /// Returns whether an occurrence at the plies `from` to `until`, the latter not
    /// included, counts.
    pub(super) fn permits(&self, from: u32, until: u32) -> bool {
        let (first, last) = self.at;
        (u32::from(first)..=u32::from(last)).contains(&from) && until - from >= u32::from(self.stood)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_users_type_them() {
        let mut limits = Limits::default();
        let read = |limits: &mut Limits, next: &str, at: &str, stood: &str| {
            limits.set_next(next)?;
            limits.set_at(at)?;
            limits.set_stood(stood)
        };
        assert_eq!(read(&mut limits, "O", "10..60", "4.."), Ok(()));
        let expected = Limits {
            next: Some(Color::White),
            at: (10, 60),
            stood: 4,
            ..Limits::default()
        };
        assert_eq!(limits, expected);
        assert_eq!(read(&mut limits, "any", "..99999999", "1"), Ok(()));
        assert_eq!(limits, Limits::default());
    }

    #[test]
    fn wrong_values_are_refused_and_change_nothing() {
        let mut limits = Limits::default();
        let errors = [
            (
                limits.set_at("70000..80000"),
                "no game has 70000 moves: a game has at most 65535",
            ),
            (limits.set_next("green"), "\"green\" is not a colour: write X (black)"),
            (limits.set_at("9..3"), "9 is above 3"),
            (limits.set_at("x"), "\"x\" is not a range of numbers"),
            (limits.set_stood("0"), "\"0\" is not a number of moves from 1"),
            (limits.set_stood("..4"), "write 4.. or 4 for four moves or more"),
        ];
        for (error, said) in errors {
            let error = error.expect_err(said).to_string();
            assert!(error.contains(said), "{error}");
        }
        assert_eq!(limits, Limits::default());
    }
}
