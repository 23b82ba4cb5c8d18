//! Dates of games (SGF `DT`): calendar dates with or without month and day, and days.

mod forms;
mod read;

use crate::go::ParseError;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A year, month or day of the Gregorian calendar that exists.
///
/// The order is that of the calendar, and a date precedes the more precise dates
/// within it: 2005 < 2005-01 < 2005-01-01. The texts that [`fmt::Display`] writes
/// sort in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    year: u16,
    month: Option<u8>,
    /// `None` if the month is unknown.
    day: Option<u8>,
}

impl PartialDate {
    /// The latest year.
    pub const MAX_YEAR: u16 = 9999;

    /// Returns the date if the year is in 1..=9999, the month exists, the day
    /// exists in it, and there is no day without a month.
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let exists = match (month, day) {
            (None, None) => true,
            (None, Some(_)) => false,
            (Some(month), None) => (1..=12).contains(&month),
            (Some(month), Some(day)) => (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day),
        };
        (exists && (1..=Self::MAX_YEAR).contains(&year)).then_some(Self { year, month, day })
    }

    /// Returns the most precise date that exists: without the day if the month has
    /// no such day, without both if there is no such month.
    fn nearest(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        Self::new(year, month, day)
            .or_else(|| Self::new(year, month, None))
            .or_else(|| Self::new(year, None, None))
    }

    /// Returns the year, 1 to 9999.
    pub fn year(self) -> u16 {
        self.year
    }

    /// Returns year, month and day as digits of base 13 and 32, with 0 for unknown
    /// ones, so that numbers sort like dates. Files contain these numbers, so they
    /// must not change.
    pub(crate) fn ordinal(self) -> u32 {
        let (month, day) = (self.month().unwrap_or(0), self.day().unwrap_or(0));
        (u32::from(self.year) * 13 + u32::from(month)) * 32 + u32::from(day)
    }

    /// Returns the first day that the date can mean.
    pub fn first_day(self) -> Day {
        Day {
            year: self.year,
            month: self.month.unwrap_or(1),
            day: self.day.unwrap_or(1),
        }
    }

    pub(crate) fn last_day(self) -> Day {
        let month = self.month.unwrap_or(12);
        Day {
            year: self.year,
            month,
            day: self.day.unwrap_or_else(|| days_in_month(self.year, month)),
        }
    }

    /// Returns the month, 1 to 12.
    pub fn month(self) -> Option<u8> {
        self.month
    }

    /// Returns the day of the month, 1 to 31.
    pub fn day(self) -> Option<u8> {
        self.day
    }

    /// Returns whether the dates cannot be the same day: they differ in a year,
    /// month or day that both have.
    pub fn contradicts(self, other: Self) -> bool {
        fn differ(a: Option<u8>, b: Option<u8>) -> bool {
            a.zip(b).is_some_and(|(a, b)| a != b)
        }
        self.year != other.year || differ(self.month, other.month) || differ(self.day, other.day)
    }
}

fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400) => 29,
        2 => 28,
        _ => 31,
    }
}

impl fmt::Display for PartialDate {
    /// Writes the known part of the ISO date: `2005`, `2005-11`, `2005-11-03`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

impl FromStr for PartialDate {
    type Err = ParseError;

    /// Parses only the texts that [`fmt::Display`] writes. For the dates of
    /// records, see [`GameDate::parse`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::Unreadable(format!("`{text}` is not a date: expected YYYY, YYYY-MM or YYYY-MM-DD"));
        iso(text).ok_or_else(wrong)
    }
}

fn iso(text: &str) -> Option<PartialDate> {
    fn digits(bytes: &[u8]) -> Option<u16> {
        bytes.iter().try_fold(0, |value, b| {
            b.is_ascii_digit().then(|| 10 * value + u16::from(b - b'0'))
        })
    }
    fn two_digits(bytes: &[u8]) -> Option<u8> {
        digits(bytes).and_then(|value| u8::try_from(value).ok())
    }
    match *text.as_bytes() {
        [ref year @ .., b'-', m1, m2, b'-', d1, d2] if year.len() == 4 => PartialDate::new(
            digits(year)?,
            Some(two_digits(&[m1, m2])?),
            Some(two_digits(&[d1, d2])?),
        ),
        [ref year @ .., b'-', m1, m2] if year.len() == 4 => {
            PartialDate::new(digits(year)?, Some(two_digits(&[m1, m2])?), None)
        }
        ref year if year.len() == 4 => PartialDate::new(digits(year)?, None, None),
        _ => None,
    }
}

/// The date of a game: its first and its last day, which are usually the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameDate {
    first: PartialDate,
    last: PartialDate,
}

impl GameDate {
    /// Returns the date of a game between two dates, or `None` if the last precedes
    /// the first.
    pub fn new(first: PartialDate, last: PartialDate) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// Reads a date in the forms that records use. Returns `None` without a year
    /// from 1000 to 2199 in four digits (or from 0100, with the leading zero, at
    /// the beginning of the text).
    ///
    /// - SGF `FF[4]`: `1846-09-11`, `1996-05`, `1846`, lists of them with its
    ///   short forms `1846-09-11,14`, `1996-12-27,28,1997-01-03`, `1996-05,06`;
    ///   also other separators, as in `2005.11.3`, `2000-07-29..30`.
    /// - Year first: `2005/11/03`, `20051103`, `2005-11-03T12:33`,
    ///   `2005年11月3日`, `二〇〇五年十一月三日`, `2005년 11월 3일`, and the
    ///   years of modern eras, `平成17年11月3日`.
    /// - Months in English words: `Nov 3, 2005`, `3rd of November 2005`,
    ///   `July 29-30, 2000`.
    /// - Year last: `11/03/2005` and `11-03-2005` are November 3 unless the
    ///   first number is over 12; with dots, as only countries that put the day
    ///   first write it, `3.11.2005` is November 3 too.
    /// - Otherwise the first year in the text: `Kansei 3 (1791)`, `c. 1670`.
    ///   `before 1700` counts as 1700.
    ///
    /// Parts that do not exist are left out: `2005-11-00` and `2005-11-31` are the
    /// month, `2005-00-00` the year.
    pub fn parse(text: &str) -> Option<Self> {
        read::game_date(text)
    }

    /// Returns the earliest of the dates listed.
    pub fn first(self) -> PartialDate {
        self.first
    }

    /// Returns the latest of the dates listed, which does not precede the first.
    pub fn last(self) -> PartialDate {
        self.last
    }

    /// Returns the year of the first date.
    pub fn year(self) -> u16 {
        self.first.year
    }

    /// Returns the year of the last date.
    pub fn last_year(self) -> u16 {
        self.last.year
    }

    /// Returns whether some day of the game may be that date or later.
    pub(crate) fn may_reach(self, from: PartialDate) -> bool {
        self.last.last_day() >= from.first_day()
    }

    /// Returns whether some day of the game may be that date or earlier.
    pub(crate) fn may_precede(self, to: PartialDate) -> bool {
        self.first.first_day() <= to.last_day()
    }

    /// Returns whether the dates cannot be those of the same game, because their
    /// first dates contradict each other.
    pub fn contradicts(&self, other: &Self) -> bool {
        self.first.contradicts(other.first)
    }
}

impl From<PartialDate> for GameDate {
    fn from(date: PartialDate) -> Self {
        Self {
            first: date,
            last: date,
        }
    }
}

/// A day of the Gregorian calendar, which is extended to the days before it was introduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    pub(super) year: u16,
    pub(super) month: u8,
    pub(super) day: u8,
}

impl Day {
    /// Returns the number of days since 1970-01-01.
    #[must_use]
    pub fn since_1970(self) -> i32 {
        let Self { year, month, day } = self;
        // Years that begin in March end with the day that may be missing.
        let (year, month) = match month {
            1 | 2 => (i32::from(year) - 1, i32::from(month) + 9),
            _ => (i32::from(year), i32::from(month) - 3),
        };
        let before_year = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        // Of five months from March on, three have 31 days.
        let before_month = (153 * month + 2) / 5;
        before_year + before_month + i32::from(day) - 719_469
    }

    /// Returns the day that is this many days after 1970-01-01, if its year is in 1..=9999.
    #[must_use]
    pub(crate) fn after_1970(days: i32) -> Option<Self> {
        let days = days.checked_add(719_468)?;
        // 400 years have the same number of days.
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let of_era_year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * of_era_year + of_era_year / 4 - of_era_year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = 400 * era + of_era_year + i32::from(month <= 2);
        let date = PartialDate::new(year.try_into().ok()?, Some(month as u8), Some(day as u8))?;
        Some(date.first_day())
    }
}

impl fmt::Display for Day {
    /// Writes the ISO date: `2005-11-03`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Day {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn date(text: &str) -> PartialDate {
        text.parse().expect("a date")
    }

    #[test]
    fn only_dates_of_the_calendar() {
        for (exists, texts) in [
            (
                true,
                "2005|2005-11|2005-11-03|0196-08-09|2000-02-29|2004-02-29|2005-12-31",
            ),
            (
                false,
                "1900-02-29|2005-02-29|2005-04-31|2005-13|2005-00|2005-11-00|2005-11-32|0000|205",
            ),
            (false, "20051|2005-1|2005-1-3|2005/11|2005-1x|+005|2005-11-03 |"),
        ] {
            for text in texts.split('|') {
                assert_eq!(text.parse::<PartialDate>().is_ok(), exists, "{text}");
            }
        }
        assert_eq!(PartialDate::new(2005, None, Some(3)), None);
        assert_eq!(PartialDate::new(10_000, None, None), None);
    }

    #[test]
    fn order() {
        let dates = [
            "0196",
            "2005",
            "2005-01",
            "2005-01-01",
            "2005-01-31",
            "2005-02",
            "2005-11",
            "2006",
        ]
        .map(date);
        assert!(dates.is_sorted());
    }

    #[test]
    fn error_says_what_is_expected() {
        let error = "soon".parse::<PartialDate>().expect_err("is no date");
        assert_eq!(
            error.to_string(),
            "`soon` is not a date: expected YYYY, YYYY-MM or YYYY-MM-DD"
        );
    }

    #[test]
    fn contradictions() {
        for (a, b, contradict) in [
            ("2005", "2005-11-03", false),
            ("2005-11", "2005-11-03", false),
            ("2005-11", "2005-12", true),
            ("2005-11-03", "2005-11-04", true),
            ("2005", "2006", true),
            ("2005-11-03", "2005-11-03", false),
        ] {
            let (a, b) = (GameDate::from(date(a)), GameDate::from(date(b)));
            assert_eq!(
                (a.contradicts(&b), b.contradicts(&a)),
                (contradict, contradict),
                "{a:?} {b:?}"
            );
        }
        // Only the first dates matter.
        let long = GameDate::new(date("2005-11-03"), date("2005-11-04")).expect("a date");
        assert!(!long.contradicts(&GameDate::from(date("2005-11-03"))));
    }

    #[test]
    fn a_game_ends_after_it_begins() {
        assert_eq!(GameDate::new(date("2005-11-03"), date("2005-11-02")), None);
        assert_eq!(
            GameDate::new(date("1996-12"), date("1997-01")).map(GameDate::year),
            Some(1996)
        );
    }

    fn day_after(date: PartialDate) -> Option<PartialDate> {
        let Day { year, month, day } = date.first_day();
        let next = |month, day| PartialDate::new(year, Some(month), Some(day));
        next(month, day + 1)
            .or_else(|| next(month + 1, 1))
            .or_else(|| PartialDate::new(year + 1, Some(1), Some(1)))
    }

    fn partial() -> impl Strategy<Value = PartialDate> {
        (1998u16..=2002, 0u8..=12, 0u8..=31).prop_map(|(year, month, day)| {
            let known = |part: u8| (part > 0).then_some(part);
            PartialDate::nearest(year, known(month), known(month).and(known(day))).expect("a date")
        })
    }

    #[test]
    fn a_date_that_is_partly_known_is_neither_before_nor_after_what_it_may_be() {
        for (text, from, to) in [
            ("2005", "2005-06-01", "2005-05-31"),
            ("2005-06", "2005-06-30", "2005-06-01"),
            ("2005-02", "2005-02-28", "2005-02"),
            ("2005-06-15", "2005-06-15", "2005-06-15"),
            ("1933-10-16,1934-01-29", "1934", "1933"),
        ] {
            let game = GameDate::parse(text).expect("a date");
            assert!(game.may_reach(date(from)) && game.may_precede(date(to)), "{text}");
        }
        for (text, from, to) in [
            ("2005", "2006-01-01", "2004-12-31"),
            ("2005-06", "2005-07-01", "2005-05-31"),
            ("2005-02", "2005-03", "2005-01"),
            ("2005-06-15", "2005-06-16", "2005-06-14"),
            ("1933-10-16,1934-01-29", "1934-01-30", "1933-10-15"),
        ] {
            let game = GameDate::parse(text).expect("a date");
            assert!(!game.may_reach(date(from)) && !game.may_precede(date(to)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_range_and_its_complement_share_out_the_dated_games(a in partial(), b in partial(), border in partial()) {
            let game = GameDate::new(a.min(b), a.max(b)).expect("a date");
            // A border is a day: `..border` and `day after..`.
            let border = PartialDate::new(border.year, border.month.or(Some(1)), border.day.or(Some(1))).expect("a date");
            let after = day_after(border).expect("a date");
            let (before, later) = (game.may_precede(border), game.may_reach(after));
            prop_assert!(before || later);
            let spans = game.first.first_day() <= border.first_day() && game.last.last_day() >= after.first_day();
            prop_assert_eq!(before && later, spans);
        }

        #[test]
        fn display_parses_back(year in 1u16..=9999, month in 0u8..=12, day in 0u8..=31) {
            let date = PartialDate::nearest(year, Some(month), Some(day)).expect("a date");
            let text = date.to_string();
            prop_assert_eq!(text.parse::<PartialDate>(), Ok(date));
            if (1000..=2199).contains(&year) {
                prop_assert_eq!(GameDate::parse(&text), Some(GameDate::from(date)));
            }
        }

        #[test]
        fn order_is_that_of_the_texts(a in (1u16..=9999, 0u8..=13, 0u8..=32), b in (1u16..=9999, 0u8..=13, 0u8..=32)) {
            let [a, b] = [a, b].map(|(y, m, d)| PartialDate::nearest(y, Some(m), Some(d)).expect("a date"));
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
        }

        #[test]
        fn from_str_never_panics(text in "\\PC*|[0-9-]*") {
            let _ = text.parse::<PartialDate>();
        }
    }

    /// The numbers are `date.fromisoformat(text).toordinal() - 719163` in Python.
    #[test]
    fn days_are_counted_from_1970() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2005-11-03", 13_090),
            ("1900-02-28", -25_509),
            ("1900-03-01", -25_508),
            ("0001-01-01", -719_162),
            ("0196-08-09", -647_719),
            ("9999-12-31", 2_932_896),
        ] {
            let date: PartialDate = text.parse().expect("a date");
            assert_eq!(date.first_day().since_1970(), days, "{text}");
            assert_eq!(date.last_day().to_string(), text);
            assert_eq!(Day::after_1970(days), Some(date.first_day()));
        }
    }

    #[test]
    fn every_day_comes_back() {
        for days in -719_162..=2_932_896 {
            assert_eq!(Day::after_1970(days).map(Day::since_1970), Some(days));
        }
        for days in [i32::MIN, -719_163, 2_932_897, i32::MAX] {
            assert_eq!(Day::after_1970(days), None, "{days}");
        }
    }

    #[test]
    fn a_date_that_is_partly_known_has_a_first_and_a_last_day() {
        for (text, first, last) in [
            ("2005", "2005-01-01", "2005-12-31"),
            ("2004-02", "2004-02-01", "2004-02-29"),
            ("1900-02", "1900-02-01", "1900-02-28"),
        ] {
            let date: PartialDate = text.parse().expect("a date");
            assert_eq!(
                [date.first_day(), date.last_day()].map(|day| day.to_string()),
                [first, last]
            );
        }
    }
}
