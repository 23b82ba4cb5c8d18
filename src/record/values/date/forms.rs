//! The forms in which records write a date or a range of days within a month.

use super::super::{number, strip_any, word};
use super::{GameDate, PartialDate};
use std::ops::RangeInclusive;

pub(super) const YEARS: RangeInclusive<u16> = 1000..=2199;

/// The characters between the parts of a date with a month's name.
const LOOSE: [char; 5] = [' ', ',', '.', '-', '/'];

/// Returns the date with which a text begins, and the text after it, like the functions below.
pub(super) fn date(text: &str) -> Option<(GameDate, &str)> {
    if let Some((value, digits, rest)) = number(text) {
        match digits {
            4 => after_year(plausible(value, digits)?, rest),
            8 | 12 | 14 => Some((compact(value, digits)?, rest)),
            _ => {
                let first = small(value, digits)?;
                year_last(first, rest).or_else(|| day_month_year(first, rest))
            }
        }
    } else {
        month_day_year(text).or_else(|| era(text))
    }
}

fn plausible(year: u64, digits: usize) -> Option<u16> {
    let year = u16::try_from(year).ok();
    year.filter(|year| digits == 4 && YEARS.contains(year))
}

/// Reads `20051103`, possibly with a time after it.
fn compact(value: u64, digits: usize) -> Option<GameDate> {
    let date = value / 10u64.pow(digits as u32 - 8);
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100);
    let year = u16::try_from(year)
        .ok()
        .filter(|year| YEARS.contains(year) && month <= 12 && day <= 31)?;
    PartialDate::nearest(year, Some(month as u8), Some(day as u8)).map(GameDate::from)
}

/// Reads `平成17年11月3日`.
fn era(text: &str) -> Option<(GameDate, &str)> {
    const FIRST_YEARS: [(&str, u16); 7] = [
        ("明治", 1868),
        ("大正", 1912),
        ("昭和", 1926),
        ("平成", 1989),
        ("令和", 2019),
        ("民國", 1912),
        ("民国", 1912),
    ];
    let (first, rest) = FIRST_YEARS
        .iter()
        .find_map(|(name, first)| Some((*first, text.strip_prefix(name)?)))?;
    let rest = rest.trim_start();
    let (year, rest) = match rest.strip_prefix('元') {
        Some(rest) => (1, rest),
        None => small_number(rest).map(|(year, rest)| (u16::from(year), rest))?,
    };
    after_year((first + year).checked_sub(1)?, rest)
}

/// Reads the rest after a year: nothing, `-11`, `-11-03`, `.11.3`, `年11月3日`, ` Nov
/// 3`.
fn after_year(year: u16, text: &str) -> Option<(GameDate, &str)> {
    let parts = in_units(text).or_else(|| in_digits(text)).or_else(|| in_words(text));
    let (month, day, rest) = parts.unwrap_or((None, None, text));
    Some((PartialDate::nearest(year, month, day)?.into(), rest))
}

pub(super) const MONTH: [&str; 2] = ["月", "월"];
pub(super) const DAY: [&str; 4] = ["日", "号", "號", "일"];

fn in_units(text: &str) -> Option<(Option<u8>, Option<u8>, &str)> {
    let after_year = strip_any(text.trim_start(), &["年", "년"])?;
    let Some((month, rest)) = counted(after_year, &MONTH) else {
        return Some((None, None, after_year));
    };
    let Some((day, rest)) = counted(rest, &DAY).or_else(|| {
        // In 11月3-4日, the unit follows the last day.
        small_number(rest).filter(|(_, rest)| rest.starts_with(['-', '~', ',']))
    }) else {
        return Some((Some(month), None, rest));
    };
    Some((Some(month), Some(day), rest))
}

/// Reads ` 11月`: a number and its unit.
pub(super) fn counted<'a>(text: &'a str, units: &[&str]) -> Option<(u8, &'a str)> {
    let (value, rest) = small_number(text.trim_start())?;
    Some((value, strip_any(rest.trim_start(), units)?))
}

fn in_digits(text: &str) -> Option<(Option<u8>, Option<u8>, &str)> {
    let (separator, month, rest) = separated(text)?;
    match separated(rest) {
        Some((second, day, rest)) if second == separator => Some((Some(month), Some(day), rest)),
        _ => Some((Some(month), None, rest)),
    }
}

/// Reads `-11`, `/11`, `. 11`: a separator and the number after it.
pub(super) fn separated(text: &str) -> Option<(char, u8, &str)> {
    let separator = text.chars().next().filter(|c| matches!(c, '-' | '/' | '.'))?;
    // Dots may follow all numbers, as in `2005. 11. 3.`. After another separator, a
    // space begins something else.
    let rest = &text[1..];
    let rest = if separator == '.' { rest.trim_start() } else { rest };
    let (value, rest) = small_number(rest)?;
    Some((separator, value, rest))
}

fn in_words(text: &str) -> Option<(Option<u8>, Option<u8>, &str)> {
    let (month, rest) = month_name(text.trim_start_matches(LOOSE))?;
    match ordinal(rest.trim_start_matches(LOOSE)) {
        Some((day, rest)) => Some((Some(month), Some(day), rest)),
        None => Some((Some(month), None, rest)),
    }
}

/// Reads a number below 100 of at most two digits (three in Chinese), unless it is
/// the hour of a time.
pub(super) fn small_number(text: &str) -> Option<(u8, &str)> {
    let (value, digits, rest) = number(text)?;
    let value = small(value, digits)?;
    (!rest.starts_with(':')).then_some((value, rest))
}

fn small(value: u64, digits: usize) -> Option<u8> {
    let value = u8::try_from(value).ok();
    value.filter(|&value| value < 100 && digits <= 3)
}

/// Reads `3`, `3rd`.
fn ordinal(text: &str) -> Option<(u8, &str)> {
    let (value, rest) = small_number(text)?;
    Some((value, after_ordinal(rest)))
}

fn after_ordinal(text: &str) -> &str {
    match word(text) {
        ("st" | "nd" | "rd" | "th", rest) => rest,
        _ => text,
    }
}

/// Reads an English month at the beginning of `text`, in full or shortened to at
/// least three letters.
fn month_name(text: &str) -> Option<(u8, &str)> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let (word, rest) = word(text);
    let (_, month) = NAMES
        .iter()
        .zip(1..)
        .find(|(name, _)| word.len() >= 3 && name.starts_with(word))?;
    // `1670, may be later` contains no month.
    let in_sentence = rest.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
    (!in_sentence).then_some((month, rest))
}

/// Reads `Nov 3, 2005`, `July 29-30, 2000`, `November 2005`.
fn month_day_year(text: &str) -> Option<(GameDate, &str)> {
    let (month, rest) = month_name(text)?;
    let (days, rest) = match ordinal(rest.trim_start_matches(LOOSE)) {
        Some((day, rest)) => {
            let (last, rest) = last_day(day, rest);
            (Some((day, last)), rest)
        }
        None => (None, rest),
    };
    in_month(month, days, rest)
}

/// Reads `3rd November 2005`, `29-30 July 2000`. `rest` follows the first number.
fn day_month_year(day: u8, rest: &str) -> Option<(GameDate, &str)> {
    let (last, rest) = last_day(day, after_ordinal(rest));
    let rest = rest.trim_start_matches(LOOSE);
    let (month, rest) = month_name(rest.strip_prefix("of ").unwrap_or(rest))?;
    in_month(month, Some((day, last)), rest)
}

/// Reads the second day of a range such as `29-30`, whose first day precedes
/// `text`. Returns the first day if there is no second one.
fn last_day(first: u8, text: &str) -> (u8, &str) {
    let second = text.trim_start().strip_prefix(['-', '/', '&', ',', '~']);
    second
        .and_then(|text| ordinal(text.trim_start()))
        .unwrap_or((first, text))
}

fn in_month(month: u8, days: Option<(u8, u8)>, text: &str) -> Option<(GameDate, &str)> {
    let (year, digits, rest) = number(text.trim_start_matches(LOOSE))?;
    let year = plausible(year, digits)?;
    let first = PartialDate::nearest(year, Some(month), days.map(|(first, _)| first))?;
    let last = days.and_then(|(_, last)| PartialDate::new(year, Some(month), Some(last)));
    Some((
        last.and_then(|last| GameDate::new(first, last)).unwrap_or(first.into()),
        rest,
    ))
}

/// Reads `11/03/2005`, `3.11.2005`, `11/2005`. `rest` follows the first number.
fn year_last(first: u8, rest: &str) -> Option<(GameDate, &str)> {
    let (month, day, rest) = match separated(rest) {
        Some((separator, second, after)) => {
            let day_first = if separator == '.' { second <= 12 } else { first > 12 };
            let (month, day) = if day_first { (second, first) } else { (first, second) };
            (month, Some(day), after.strip_prefix(separator)?)
        }
        None => (first, None, rest.strip_prefix(['-', '/', '.'])?),
    };
    let (year, digits, rest) = number(rest.trim_start())?;
    Some((
        PartialDate::nearest(plausible(year, digits)?, Some(month), day)?.into(),
        rest,
    ))
}

/// Reads a date with a year before 1000, as in `0196-08`.
pub(super) fn ancient(text: &str) -> Option<(GameDate, &str)> {
    let (year, digits, rest) = number(text)?;
    if digits == 4 && (100..1000).contains(&year) {
        after_year(year as u16, rest)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(table: &[(&str, &str)]) {
        for (expected, texts) in table {
            for text in texts.split('|') {
                let found = GameDate::parse(text).map(|date| (date.first.to_string(), date.last.to_string()));
                assert_eq!(found, Some((expected.to_string(), expected.to_string())), "{text}");
            }
        }
    }

    #[test]
    fn year_first() {
        check(&[
            (
                "2005-11-03",
                "2005/11/03|2005.11.3|2005. 11. 3.|20051103|20051103123345|2005-11-03 12:33:45",
            ),
            (
                "2005-11-03",
                "2005/11/03 20:26:45 UT|2005.11.03 23:58|2005-11-03T20:34:10.504419275+00:00",
            ),
            (
                "2005-11-03",
                "2005-11-03 -05:00|2005-11-03 -0500|２００５－１１－０３|2005年11月3日",
            ),
            (
                "2005-11-03",
                "2005 年 11 月 3 日|2005년 11월 3일|平成17年11月3日|平成十七年十一月三日|2005 Nov 3",
            ),
            ("2005-11-03", "2005-Nov-03"),
            ("2005-01-03", "2005-1-3"),
            ("2005-11", "2005年11月|2005年11月 12:30"),
            ("2005", "2005年|2005年春|民國94年"),
            ("2005-11-23", "二〇〇五年十一月二十三日"),
            ("2019-05-01", "令和元年5月1日"),
            ("1933", "昭和 8 年"),
            ("0196-08-09", "0196-08-09"),
            ("0196", "0196-??"),
        ]);
    }

    #[test]
    fn year_last() {
        check(&[
            (
                "2005-11-03",
                "11/03/2005|11-03-2005|3.11.2005|3. 11. 2005|Nov 3, 2005|November 3rd, 2005",
            ),
            (
                "2005-11-03",
                "3 November 2005|3. November 2005|the 3rd of November, 2005|03-Nov-2005|Nov-03-2005",
            ),
            ("2005-11-23", "23/11/2005|11.23.2005"),
            ("2000-09-09", "9-09-2000"),
            ("2005-11", "11/2005|November 2005"),
            ("2005-09-03", "Sept. 3 2005"),
            ("2005-05-07", "Sat May 7, 2005"),
        ]);
    }

    #[test]
    fn unknown_parts() {
        check(&[
            ("2005", "2005-00-00|2005-00|2005-00-03|2005-13-45|2005-??-??|31/31/2005"),
            ("2005-11", "2005-11-00|2005-11-??|20051100"),
            ("2005-02", "2005-02-30|Feb 30, 2005"),
            ("1985", "1985-87"),
        ]);
    }
}
