//! Main time (SGF `TM`).

use super::normalized;
use std::fmt;

/// The main time of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeLimit(u32);

/// The words for a unit, each with its seconds. Longer words come first.
const UNITS: [(&str, u32); 22] = [
    ("minutes", 60),
    ("seconds", 1),
    ("minute", 60),
    ("second", 1),
    ("hours", 3600),
    ("hour", 3600),
    ("mins", 60),
    ("secs", 1),
    ("hrs", 3600),
    ("min", 60),
    ("sec", 1),
    ("hr", 3600),
    ("h", 3600),
    ("m", 60),
    ("s", 1),
    ("時間", 3600),
    ("小時", 3600),
    ("小时", 3600),
    ("시간", 3600),
    ("分", 60),
    ("분", 60),
    ("秒", 1),
];

impl TimeLimit {
    const MAX_SECONDS: u32 = 10 * 366 * 24 * 3600;

    /// Returns the main time of this many seconds, or `None` beyond [`TimeLimit::MAX_SECONDS`].
    pub(crate) fn from_seconds(seconds: u32) -> Option<Self> {
        (seconds <= Self::MAX_SECONDS).then_some(Self(seconds))
    }

    /// Returns the time in seconds.
    pub const fn seconds(self) -> u32 {
        self.0
    }

    /// Reads a main time as records write it; none if the text is not one.
    ///
    /// - Seconds, as in the standard: `600`, `142.7`.
    /// - A clock, also with an overtime after it: `10:00`, `1:30:00`, `10:00(5x1:00)`,
    ///   `30:00+30:00/25`.
    /// - Units: `3h`, `1 hour 30 minutes`, `各5時間`, `40分`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = normalized(text);
        let text = text.trim_start_matches('各').trim();
        let seconds = match text.parse::<f64>() {
            Ok(seconds) if text.starts_with(|c: char| c.is_ascii_digit()) => seconds,
            Ok(_) => return None,
            Err(_) => clock(text).or_else(|| units(text))?,
        };
        (seconds <= f64::from(Self::MAX_SECONDS)).then_some(Self(seconds as u32))
    }
}

/// Reads `minutes:seconds` or `hours:minutes:seconds` at the beginning of a text.
fn clock(text: &str) -> Option<f64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != ':')
        .unwrap_or(text.len());
    if text[end..].starts_with(|c: char| !matches!(c, '(' | '+' | ' ' | '/')) {
        return None;
    }
    let parts: Vec<&str> = text[..end].split(':').collect();
    let ([_, _] | [_, _, _]) = parts[..] else { return None };
    let mut seconds = 0.0;
    for (number, part) in parts.iter().enumerate() {
        let value: f64 = part.parse().ok()?;
        if number > 0 && (part.len() != 2 || value >= 60.0) {
            return None;
        }
        seconds = 60.0 * seconds + value;
    }
    Some(seconds)
}

fn units(text: &str) -> Option<f64> {
    let (mut rest, mut seconds) = (text, 0.0);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let value: f64 = rest[..end].parse().ok()?;
        let word = rest[end..].trim_start();
        let (unit, in_seconds) = UNITS.iter().find(|(unit, _)| word.starts_with(unit))?;
        seconds += value * f64::from(*in_seconds);
        rest = word[unit.len()..].trim_start();
    }
    (!text.is_empty()).then_some(seconds)
}

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_times_of_records() {
        for (seconds, texts) in [
            (Some(600), "600|10:00|10:00(5x1:00)"),
            (Some(0), "0"),
            (Some(142), "142.7"),
            (Some(18_000), "5:00:00(5x1:00)|各5時間"),
            (Some(1800), "30:00+30:00/25"),
            (Some(5400), "1:30:00|1 hour 30 minutes|1h30m"),
            (Some(10_800), "3h|３小时"),
            (Some(1200), "20 min"),
            (Some(9600), "2시간 40분"),
            (None, "|-|-5|none|inf|nan|1e99|1:2:3:4|1:75|10:00x|20/120 Canadian|5x|h"),
            (None, "99999999999999999999"),
        ] {
            for text in texts.split('|') {
                assert_eq!(TimeLimit::parse(text).map(TimeLimit::seconds), seconds, "{text}");
            }
        }
    }
}
