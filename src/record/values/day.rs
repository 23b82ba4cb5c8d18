use super::PartialDate;
use serde::{Serialize, Serializer};
use std::fmt;

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
    pub fn after_1970(days: i32) -> Option<Self> {
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
