use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Conditions that a game must meet to be counted. The default lets every
/// game pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The year of the game's first date.
    pub years: YearRange,
}

/// A range of years, both ends included; an open end lets every year pass. A
/// game without a date lies only in the range that is open at both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct YearRange {
    min: Option<u16>,
    max: Option<u16>,
}

/// Why a text is no range of years.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ParseYearRangeError {
    /// The first year is after the last.
    #[error("{min} is after {max}; the earlier year comes first")]
    Reversed {
        /// The first year.
        min: u16,
        /// The last year.
        max: u16,
    },
    /// Neither a year nor one of the forms of a range.
    #[error("\"{0}\" is no range of years: write 1990..2000, 1990.., ..2000 or 1990")]
    Unreadable(String),
}

impl YearRange {
    /// The years from `min` to `max`; `None` leaves an end open.
    ///
    /// # Errors
    /// `min` after `max`.
    pub fn new(min: Option<u16>, max: Option<u16>) -> Result<Self, ParseYearRangeError> {
        match (min, max) {
            (Some(min), Some(max)) if min > max => Err(ParseYearRangeError::Reversed { min, max }),
            _ => Ok(Self { min, max }),
        }
    }

    /// Whether it lets every game pass, even one without a date.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Whether a game of this year (`None`: undated) lies in the range.
    #[must_use]
    pub fn contains(self, year: Option<u16>) -> bool {
        match year {
            Some(year) => self.min.is_none_or(|min| min <= year) && self.max.is_none_or(|max| year <= max),
            None => self.is_open(),
        }
    }
}

impl FromStr for YearRange {
    type Err = ParseYearRangeError;

    /// Reads `A..B`, `A..`, `..B` or `A` (that year alone).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unreadable = || ParseYearRangeError::Unreadable(text.to_owned());
        let year = |t: &str| match t.trim() {
            "" => Ok(None),
            t => t.parse().map(Some).map_err(|_| unreadable()),
        };
        match text.split_once("..") {
            Some((min, max)) => Self::new(year(min)?, year(max)?),
            None => {
                let only = year(text)?.ok_or_else(unreadable)?;
                Self::new(Some(only), Some(only))
            }
        }
    }
}

impl fmt::Display for YearRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (None, None) => f.write_str("all years"),
            (Some(min), None) => write!(f, "from {min} on"),
            (None, Some(max)) => write!(f, "up to {max}"),
            (Some(min), Some(max)) if min == max => write!(f, "{min}"),
            (Some(min), Some(max)) => write!(f, "{min} to {max}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Result<YearRange, ParseYearRangeError> {
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
    fn what_is_no_range_is_refused() {
        assert_eq!(
            range("2000..1990"),
            Err(ParseYearRangeError::Reversed { min: 2000, max: 1990 })
        );
        for text in ["", "x", "1990...2000", "-5", "1990..x", "99999"] {
            assert!(matches!(range(text), Err(ParseYearRangeError::Unreadable(_))), "{text}");
        }
    }
}
