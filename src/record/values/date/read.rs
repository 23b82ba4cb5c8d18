//! Reads the dates of a game: the first one in the text, and the dates listed after
//! it.

use super::super::{normalized, number, strip_any, word};
use super::forms::{DAY, MONTH, YEARS, ancient, counted, date, separated, small_number};
use super::{GameDate, PartialDate, iso};

/// Reads a date like [`GameDate::parse`].
pub(super) fn game_date(text: &str) -> Option<GameDate> {
    // Most records have exactly this form; reading it any other way would take
    // twenty times as long.
    if let Some(date) = iso(text).filter(|date| YEARS.contains(&date.year)) {
        return Some(date.into());
    }
    let text = normalized(text);
    let (mut game, mut rest) = first(&text)?;
    let mut previous = game.last;
    while let Some((next, after)) = further(rest, previous) {
        game.last = game.last.max(next.last);
        previous = next.last;
        rest = after;
    }
    Some(game)
}

/// Returns the first date in the text that has a month, or a year at the beginning
/// of the text, or else the first year in it.
fn first(text: &str) -> Option<(GameDate, &str)> {
    if let Some(found) = ancient(text) {
        return Some(found);
    }
    let mut year = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((date, after)) = date(rest) {
            if date.first.month.is_some() || rest.len() == text.len() {
                return Some((date, after));
            }
            year = year.or(Some((date, after)));
        }
        // A number or a word is only tried from its beginning.
        let (word, after_word) = word(rest);
        rest = if !word.is_empty() {
            after_word
        } else if c.is_ascii_digit() {
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
        } else {
            number(rest).map_or(&rest[c.len_utf8()..], |(.., after)| after)
        };
    }
    year
}

/// Returns a further date in a list or range: a complete one, or one of SGF's short
/// forms, which take the year, and before a day alone also the month, from the
/// `previous` date.
fn further(text: &str, previous: PartialDate) -> Option<(GameDate, &str)> {
    let (between, text) = after_separators(text)?;
    if let Some((date, rest)) = date(text) {
        // A number after a month is a year only if a month follows it.
        let a_year = date.first.month.is_some() || previous.month.is_none();
        return a_year.then_some((date, rest));
    }
    let month = previous.month?;
    let (value, rest) = small_number(text)?;
    let monthly = strip_any(rest, &MONTH);
    let (month, day, rest) = if let Some((day, rest)) = monthly.and_then(|rest| counted(rest, &DAY)) {
        (value, Some(day), rest)
    } else if let Some((_, day, rest)) = separated(rest) {
        (value, Some(day), rest)
    } else if previous.day.is_none() || monthly.is_some() {
        (value, None, monthly.unwrap_or(rest))
    } else {
        (month, Some(value), strip_any(rest, &DAY).unwrap_or(rest))
    };
    // A range that ends in an earlier month ends in the next year. In a list, the standard has the
    // year before such a date.
    let is_range = monthly.is_some() || between.contains(|c: char| !" ,;/&and".contains(c));
    let year = previous.year + u16::from(is_range && previous.month.is_some_and(|previous| month < previous));
    let date = PartialDate::new(year, Some(month), day)?;
    let goes_on = rest.starts_with(|c: char| c.is_alphanumeric());
    (!goes_on).then_some((date.into(), rest))
}

/// Returns the commas, dashes and words between dates, and the text after them, or `None` if there
/// are none.
fn after_separators(text: &str) -> Option<(&str, &str)> {
    const SEPARATORS: [&str; 15] = [
        "...", "\u{2026}", "\u{22ef}", ",", "..", "-", "~", "/", "&", ";", "and ", "to ", "至", "到", "から",
    ];
    let mut rest = text.trim_start();
    let before = rest.len();
    while let Some(after) = strip_any(rest, &SEPARATORS) {
        rest = after.trim_start();
    }
    let between = &text[..text.len() - rest.len()];
    (rest.len() < before).then_some((between, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(table: &[(&str, &str, &str)]) {
        for &(text, first, last) in table {
            let last = if last.is_empty() { first } else { last };
            let found = GameDate::parse(text).map(|date| (date.first.to_string(), date.last.to_string()));
            assert_eq!(found, Some((first.to_owned(), last.to_owned())), "{text}");
        }
    }

    #[test]
    fn sgf() {
        check(&[
            ("2005-11-03", "2005-11-03", ""),
            ("2005-11", "2005-11", ""),
            ("2005", "2005", ""),
            ("1996-05,06", "1996-05", "1996-06"),
            ("1996-05-06,07,08", "1996-05-06", "1996-05-08"),
            ("1996-05-06, 07", "1996-05-06", "1996-05-07"),
            ("1996,1997", "1996", "1997"),
            ("1996-12-27,28,1997-01-03,04", "1996-12-27", "1997-01-04"),
            ("1846-09-11,14", "1846-09-11", "1846-09-14"),
            ("1996-12,1997-01", "1996-12", "1997-01"),
            ("1933-10-16,23,11-06,13,1934-01-15,29", "1933-10-16", "1934-01-29"),
            (
                "2019-02-28,2020-02-29,2021-01-10,11,12,02-03",
                "2019-02-28",
                "2021-02-03",
            ),
            ("1996-05,06-12", "1996-05", "1996-06-12"),
            ("1933-10-16,\u{2026},1934-01-29", "1933-10-16", "1934-01-29"),
            ("1933-10-16, ..., 1934-01-29", "1933-10-16", "1934-01-29"),
            ("1933-10-16\u{2026}1934-01-29", "1933-10-16", "1934-01-29"),
            ("1933-10-16,\u{2026}\u{2026},29", "1933-10-16", "1933-10-29"),
            // The dates are out of order, impossible, or not dates; the rest
            // counts.
            ("1996-05-06,05", "1996-05-06", ""),
            ("1996-05-06,04-30", "1996-05-06", ""),
            ("1996-05-06 and 04-30", "1996-05-06", ""),
            ("1996-05-06,32,07", "1996-05-06", ""),
            ("1996-05-06,12:30", "1996-05-06", ""),
            ("1996-05-06, 2nd game", "1996-05-06", ""),
            ("1996-05-06, 2100 hours", "1996-05-06", ""),
        ]);
    }

    #[test]
    fn ranges() {
        check(&[
            ("2000-07-29..30", "2000-07-29", "2000-07-30"),
            ("2000-07-29...08-02", "2000-07-29", "2000-08-02"),
            ("2000-07-29~30", "2000-07-29", "2000-07-30"),
            ("2000-07-29/30", "2000-07-29", "2000-07-30"),
            ("2000-07-29 - 30", "2000-07-29", "2000-07-30"),
            ("2000-07-29-30", "2000-07-29", "2000-07-30"),
            ("2000-07-29 to 2000-08-02", "2000-07-29", "2000-08-02"),
            ("2000-07-29, and 30", "2000-07-29", "2000-07-30"),
            ("1996-1997", "1996", "1997"),
            ("1996-12 - 1997-01", "1996-12", "1997-01"),
            ("July 29-30, 2000", "2000-07-29", "2000-07-30"),
            ("29th & 30th July 2000", "2000-07-29", "2000-07-30"),
            ("2005年11月3-4日", "2005-11-03", "2005-11-04"),
            ("2005年11月3日~4日", "2005-11-03", "2005-11-04"),
            ("2005年11月30日、12月1日", "2005-11-30", "2005-12-01"),
            ("2005年11月～12月", "2005-11", "2005-12"),
            ("30-29 July 2000", "2000-07-30", ""),
            // The range ends in the next year.
            ("1933年10月16日－1月29日", "1933-10-16", "1934-01-29"),
            ("1933年10月16日～1月29日", "1933-10-16", "1934-01-29"),
            ("1933年10月16日から1月29日", "1933-10-16", "1934-01-29"),
            ("1933年10月16日、11月2日、1月29日", "1933-10-16", "1934-01-29"),
            ("1933年12月~2月", "1933-12", "1934-02"),
            ("1933-10-16...01-29", "1933-10-16", "1934-01-29"),
            ("1933-10-16 - 01-29", "1933-10-16", "1934-01-29"),
            ("1933年10月29日~16日", "1933-10-29", ""),
        ]);
    }

    #[test]
    fn free_text() {
        check(&[
            ("Published on 2005-11-03", "2005-11-03", ""),
            ("(2005-11-03)", "2005-11-03", ""),
            ("c. 1670", "1670", ""),
            ("1670?", "1670", ""),
            ("before 1700", "1700", ""),
            ("1700s", "1700", ""),
            ("Kansei 3 (1791)", "1791", ""),
            ("Tenpo 6-7-19 (1835-08-13)", "1835-08-13", ""),
            ("寛政3年 (1791)", "1791", ""),
            ("c. 1670, may be later", "1670", ""),
            ("game 1234, played 2005-11", "2005-11", ""),
            ("played 1670, published 1713-05", "1713-05", ""),
        ]);
    }

    #[test]
    fn no_date() {
        for text in "| |?|unknown|0000-00-00|0000|05-11-03|11/03/05|Nov 3|18??|184?|2200|9999-01-01|123456|200511|\
         20053103|00000000|12345678901234567890|37651463|平成|may"
            .split('|')
        {
            assert_eq!(GameDate::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_is_in_order(text in "\\PC*|[-0-9/., 年月日to]*|[a-z]{3} ?[0-9]{1,2}[-., ]{0,2}[0-9]{0,4}") {
            if let Some(date) = GameDate::parse(&text) {
                prop_assert!(date.first <= date.last);
            }
        }
    }
}
