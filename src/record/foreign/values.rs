//! Values that several formats write alike.

use crate::record::values::{GameResult, PartialDate, Rank};

/// The maximum number of bytes of a value that is interpreted. A longer value is only text.
const MAX_VALUE: usize = 1000;

/// Returns a text without the blanks, NUL bytes and byte order marks around it.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\0' | '\u{feff}'))
}

/// Returns a date as SGF writes it, from a text that begins with year, month and day as
/// numbers, whatever stands between them; or the text itself.
pub(super) fn date(raw: &str) -> String {
    let digits = raw.trim_start().bytes().take_while(u8::is_ascii_digit).count();
    let mut numbers = if digits == 8 {
        // 20060928
        let text = &raw.trim_start()[..8];
        vec![&text[..4], &text[4..6], &text[6..]]
    } else {
        raw.split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .take(3)
            .collect()
    };
    numbers.resize(3, "");
    let [year, month, day] = [numbers[0], numbers[1], numbers[2]];
    let found = match (year.parse(), month.parse(), day.parse()) {
        (Ok(year), Ok(month), Ok(day)) if year > 999 => PartialDate::new(year, Some(month), Some(day)),
        _ => None,
    };
    found.map_or_else(|| raw.trim().to_owned(), |date| date.to_string())
}

/// Returns a rank as SGF writes it (`9d`, `9p`), or the text itself.
pub(super) fn rank(raw: &str) -> String {
    known_rank(raw).map_or_else(|| raw.trim().to_owned(), |rank| rank.to_string())
}

/// Reads a rank. `9DP` and `5段P` are professional.
pub(super) fn known_rank(raw: &str) -> Option<Rank> {
    let raw = raw.trim().trim_end_matches('*');
    if raw.len() > MAX_VALUE {
        return None;
    }
    let grade = raw.strip_suffix(['P', 'p']).unwrap_or(raw);
    let digits = grade.trim_end_matches(['D', 'd', '段', '단']);
    if grade.len() < raw.len() && digits.len() < grade.len() {
        return Rank::parse(&format!("{digits}p"));
    }
    Rank::parse(raw)
}

/// Returns the rank with this number on Tygem: 18 kyu is 0, 1 dan is 18, and 1 dan professional is
/// 27.
pub(super) fn numbered_rank(raw: &str) -> Option<String> {
    let digits = raw.trim_start().trim_end_matches(|c: char| !c.is_ascii_digit());
    Some(match digits.parse().ok()? {
        level @ 0..=17_u8 => format!("{}k", 18 - level),
        level @ 18..=26 => format!("{}d", level - 17),
        level @ 27..=35 => format!("{}p", level - 26),
        _ => return None,
    })
}

/// Returns a result as SGF writes it, from a sentence in any language; or the sentence.
pub(super) fn result(raw: &str) -> String {
    if raw.len() > MAX_VALUE {
        return raw.trim().to_owned();
    }
    // As servers write: "Black Win 6.5 >> White(50):Black(63)", "197手完、黒中押し勝ち".
    let sentence = raw.split(">>").next().unwrap_or(raw);
    let sentence = sentence.rsplit("手完、").next().unwrap_or(sentence);
    let sentence = sentence.trim_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '！' | '.' | '。'));
    // Points under another name: the scores behind ">>" differ by as much.
    let sentence = ["白", "黑", "黒"].iter().fold(sentence.to_owned(), |text, color| {
        text.replace(&format!("{color}棋"), color)
            .replace(&format!("{color}方"), color)
    });
    let sentence = if raw.contains(">>") {
        sentence.replace('子', "目")
    } else {
        sentence
    };
    GameResult::parse(&sentence).map_or_else(|| raw.trim().to_owned(), |result| result.to_string())
}

/// Returns a number of tenths as a decimal number: `65` is 6.5.
pub(super) fn tenths(raw: &str) -> Option<String> {
    let tenths: i32 = raw.trim().parse().ok()?;
    Some(number(f64::from(tenths) / 10.0))
}

pub(super) fn number(value: f64) -> String {
    // The shortest text that reads back as the number.
    format!("{value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (raw, expected) in [
            ("20060928 [08:59]", "2006-09-28"),
            ("2009- 1-31-17-56-38", "2009-01-31"),
            ("2009年10月 9日 下午 7:24", "2009-10-09"),
            ("2009:01:31:17:56", "2009-01-31"),
            ("2001/08/20", "2001-08-20"),
            ("20061328", "20061328"),
            (" spring ", "spring"),
            ("", ""),
        ] {
            assert_eq!(date(raw), expected, "{raw}");
        }
    }

    #[test]
    fn ranks() {
        for (raw, expected) in [
            ("10K*", "10k"),
            ("7段*", "7d"),
            ("5段P", "5p"),
            ("9DP", "9p"),
            ("9P", "9p"),
            ("9D", "9d"),
            ("9단", "9d"),
            ("3급", "3k"),
            ("9-dan", "9d"),
            ("Gosei", "Gosei"),
        ] {
            assert_eq!(rank(raw), expected, "{raw}");
        }
        for (raw, expected) in [("0", "18k"), ("17급", "1k"), ("18", "1d"), ("26", "9d"), ("35", "9p")] {
            assert_eq!(numbered_rank(raw).as_deref(), Some(expected), "{raw}");
        }
        assert_eq!(numbered_rank("99"), None);
    }

    #[test]
    fn results() {
        for (raw, expected) in [
            ("White Win by Resign!", "W+R"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
            ("Black wins by 16.5 points! >> White(66):Black(89)", "B+16.5"),
            ("White loses on time", "B+T"),
            ("White wins by resi!", "W+R"),
            ("흑 1.5집 승", "B+1.5"),
            ("白5.5目勝ち!", "W+5.5"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("黒5.5目勝！ >> 白(64):黒(76)", "B+5.5"),
            ("白棋12子 >> 白方(94):黑方(82)", "W+12"),
            ("black 3.5 win", "B+3.5"),
            ("Progressing!", "Progressing!"),
        ] {
            assert_eq!(result(raw), expected, "{raw}");
        }
    }
}
