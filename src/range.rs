//! Ranges of years, ranks, komi and other values, as users type them.

use crate::go::{BoardSize, ParseError};
use crate::record::{Komi, Rank, TimeLimit};
use std::fmt;
use std::str::FromStr;

/// A range of values that includes both ends. An open end lets every value pass. A
/// missing value lies only in the range that is open at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range<T> {
    min: Option<T>,
    max: Option<T>,
}

/// A range of years.
pub type YearRange = Range<u16>;

/// A value that ranges can be made of.
pub trait RangeValue: Copy + Ord + fmt::Display {
    /// The word for several of them in errors, such as `years`.
    const PLURAL: &'static str;
    /// The word for a wrong order, and the value that must come first.
    const WRONG_ORDER: (&'static str, &'static str);
    /// An example of a range, and one of a single value.
    const EXAMPLES: (&'static str, &'static str);

    /// Reads a value; `None` for other text.
    fn read(text: &str) -> Option<Self>;

    /// Returns the text that [`read`](Self::read) takes.
    fn typed(&self) -> String {
        self.to_string()
    }
}

impl<T> Default for Range<T> {
    fn default() -> Self {
        Self { min: None, max: None }
    }
}

impl<T: RangeValue> Range<T> {
    /// Returns the values from `min` to `max`; `None` leaves an end open.
    pub fn new(min: Option<T>, max: Option<T>) -> Result<Self, ParseError> {
        match (min, max) {
            (Some(min), Some(max)) if min > max => {
                let (wrong, first) = T::WRONG_ORDER;
                let (min, max) = (min.typed(), max.typed());
                Err(ParseError::Unreadable(format!(
                    "{min} is {wrong} {max}; the {first} comes first"
                )))
            }
            _ => Ok(Self { min, max }),
        }
    }

    /// Returns whether both ends are open, so that even a missing value passes.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Returns the ends; `None` for an open one.
    #[must_use]
    pub const fn ends(&self) -> (Option<T>, Option<T>) {
        (self.min, self.max)
    }

    /// Returns whether a value lies in the range; `None` is a missing value.
    #[must_use]
    pub fn contains(&self, value: Option<T>) -> bool {
        match value {
            Some(value) => self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max),
            None => self.is_open(),
        }
    }
}

impl<T: RangeValue> FromStr for Range<T> {
    type Err = ParseError;

    /// Reads `A..B`, `A..`, `..B`, or `A` for that value alone.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let ends = match text.split_once("..") {
            Some((min, max)) => end(min).zip(end(max)),
            None => T::read(text.trim()).map(|only| (Some(only), Some(only))),
        };
        let (min, max) = ends.ok_or_else(|| {
            let (plural, (a, b)) = (T::PLURAL, T::EXAMPLES);
            ParseError::Unreadable(format!(
                "\"{text}\" is not a range of {plural}: write {a}..{b}, {a}.., ..{b} or {a}"
            ))
        })?;
        Self::new(min, max)
    }
}

/// Reads an end of a range: `Some(None)` if it is open, or `None` if it is no value.
fn end<T: RangeValue>(text: &str) -> Option<Option<T>> {
    match text.trim() {
        "" => Some(None),
        text => T::read(text).map(Some),
    }
}

impl<T: Copy> From<T> for Range<T> {
    fn from(only: T) -> Self {
        Self {
            min: Some(only),
            max: Some(only),
        }
    }
}

impl<T: RangeValue> fmt::Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => f.write_str(&min.typed()),
            ends => {
                let [min, max] = <[_; 2]>::from(ends).map(|end| end.map_or_else(String::new, |end| end.typed()));
                write!(f, "{min}..{max}")
            }
        }
    }
}

impl YearRange {
    /// Returns the range in words, such as `from 1990 on`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match (self.min, self.max) {
            (None, None) => "all years".to_owned(),
            (Some(min), None) => format!("from {min} on"),
            (None, Some(max)) => format!("up to {max}"),
            (Some(min), Some(max)) if min == max => min.to_string(),
            (Some(min), Some(max)) => format!("{min} to {max}"),
        }
    }
}

impl RangeValue for u16 {
    const PLURAL: &'static str = "years";
    const WRONG_ORDER: (&'static str, &'static str) = ("after", "earlier year");
    const EXAMPLES: (&'static str, &'static str) = ("1990", "2000");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl RangeValue for u64 {
    const PLURAL: &'static str = "numbers";
    const WRONG_ORDER: (&'static str, &'static str) = ("above", "smaller");
    const EXAMPLES: (&'static str, &'static str) = ("10", "20");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl RangeValue for Rank {
    const PLURAL: &'static str = "ranks";
    const WRONG_ORDER: (&'static str, &'static str) = ("above", "lower rank");
    const EXAMPLES: (&'static str, &'static str) = ("5d", "9p");

    fn read(text: &str) -> Option<Self> {
        // The marks that records add, such as + and ?, mean nothing there; a user who types
        // one means something by it.
        Self::parse_alone(text)
    }
}

impl RangeValue for Komi {
    const PLURAL: &'static str = "komi";
    const WRONG_ORDER: (&'static str, &'static str) = ("above", "smaller");
    const EXAMPLES: (&'static str, &'static str) = ("5.5", "7.5");

    fn read(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl RangeValue for TimeLimit {
    const PLURAL: &'static str = "times";
    const WRONG_ORDER: (&'static str, &'static str) = ("longer than", "shorter time");
    const EXAMPLES: (&'static str, &'static str) = ("10m", "1h");

    fn read(text: &str) -> Option<Self> {
        Self::parse(text)
    }

    fn typed(&self) -> String {
        match self.seconds() {
            0 => "0".to_owned(),
            seconds if seconds.is_multiple_of(3600) => format!("{}h", seconds / 3600),
            seconds if seconds.is_multiple_of(60) => format!("{}m", seconds / 60),
            seconds => seconds.to_string(),
        }
    }
}

impl RangeValue for u8 {
    const PLURAL: &'static str = "handicaps";
    const WRONG_ORDER: (&'static str, &'static str) = ("above", "smaller");
    const EXAMPLES: (&'static str, &'static str) = ("2", "9");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl RangeValue for BoardSize {
    fn typed(&self) -> String {
        self.lines().to_string()
    }

    const PLURAL: &'static str = "board sizes";
    const WRONG_ORDER: (&'static str, &'static str) = ("above", "smaller");
    const EXAMPLES: (&'static str, &'static str) = ("9", "13");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Result<YearRange, ParseError> {
        text.parse()
    }

    #[test]
    fn both_ends_are_included() {
        let years = range("1990..2000").expect("a range");
        let inside = [1989, 1990, 2000, 2001].map(|y| years.contains(Some(y)));
        assert_eq!(inside, [false, true, true, false]);
        assert!(range("1990..").expect("a range").contains(Some(9999)));
        assert!(range("..2000").expect("a range").contains(Some(0)));
        assert!(!range("1990").expect("a range").contains(Some(1991)));
    }

    #[test]
    fn undated_games_pass_only_without_a_limit() {
        assert!(YearRange::default().contains(None));
        assert!(range("..").expect("a range").contains(None));
        assert!(!range("1990..").expect("a range").contains(None));
        assert!(!range("..2000").expect("a range").contains(None));
    }

    #[test]
    fn what_is_no_range_is_refused_in_a_sentence() {
        let said = |error: ParseError| error.to_string();
        assert_eq!(
            range("2000..1990").map_err(said),
            Err("2000 is after 1990; the earlier year comes first".to_owned())
        );
        assert_eq!(
            "9p..5d".parse::<Range<Rank>>().map_err(said),
            Err("9p is above 5d; the lower rank comes first".to_owned())
        );
        assert_eq!(
            "x".parse::<Range<Komi>>().map_err(said),
            Err("\"x\" is not a range of komi: write 5.5..7.5, 5.5.., ..7.5 or 5.5".to_owned())
        );
        for text in ["9d+", "5k-", "9d?", "2d KGS", "9d or more", "9d 5d", "~9d", "9d+..9p"] {
            let error = text.parse::<Range<Rank>>().map_err(said).expect_err(text);
            assert!(
                error.ends_with("is not a range of ranks: write 5d..9p, 5d.., ..9p or 5d"),
                "{error}"
            );
        }
        for (text, rank) in [
            ("9段", "9d"),
            ("9 dan", "9d"),
            ("P7", "7p"),
            ("7 dan pro", "7p"),
            ("7p", "7p"),
            ("5K", "5k"),
        ] {
            assert_eq!(
                text.parse::<Range<Rank>>().map(|range| range.to_string()),
                Ok(rank.to_owned()),
                "{text}"
            );
        }
        for text in ["", "x", "1990...2000", "-5", "1990..x", "99999"] {
            let error = range(text).map_err(said).expect_err(text);
            assert!(error.contains("is not a range of years"), "{error}");
        }
    }

    #[test]
    fn a_range_is_shown_as_it_is_typed() {
        for text in ["1990..2000", "1990..", "..2000", "1990", ".."] {
            assert_eq!(range(text).map(|range| range.to_string()), Ok(text.to_owned()));
        }
        let ranks: Range<Rank> = "5 dan..P9".parse().expect("a range");
        assert_eq!(ranks.to_string(), "5d..9p");
        let komi: Range<Komi> = "-5.5..650".parse().expect("a range");
        assert_eq!(komi.to_string(), "-5.5..6.5");
    }
}
