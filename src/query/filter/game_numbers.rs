use crate::go::ParseError;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers of games, as ranges in ascending order that neither meet nor overlap. Written, no numbers
/// are `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameNumbers(Vec<RangeInclusive<i64>>);

const NONE: &str = "none";

impl GameNumbers {
    /// Returns the ranges.
    #[must_use]
    pub fn ranges(&self) -> &[RangeInclusive<i64>] {
        &self.0
    }

    /// Returns whether the numbers have this one.
    #[must_use]
    pub fn contains(&self, game: i64) -> bool {
        let after = self.0.partition_point(|range| *range.start() <= game);
        after > 0 && self.0[after - 1].contains(&game)
    }

    /// Adds the numbers of others.
    pub fn add(&mut self, others: Self) {
        let mut all = std::mem::take(&mut self.0);
        all.extend(others.0);
        all.sort_by_key(|range| *range.start());
        for range in all {
            match self.0.last_mut() {
                Some(last) if *range.start() <= last.end().saturating_add(1) => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => self.0.push(range),
            }
        }
    }
}

impl FromStr for GameNumbers {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut numbers = Self::default();
        if text != NONE {
            let ranges = text.split(',').map(|part| {
                range(part).ok_or_else(|| {
                    ParseError::Unreadable(format!(
                        "\"{part}\" is not a game number: write 17, 20..25, or several separated by commas"
                    ))
                })
            });
            numbers.add(Self(ranges.collect::<Result<_, _>>()?));
        }
        Ok(numbers)
    }
}

fn range(text: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = number(first)?..=number(last)?;
    (!range.is_empty()).then_some(range)
}

fn number(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|&number| number >= 1)
}

impl fmt::Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(NONE);
        }
        for (at, range) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(f, "{comma}{}", range.start())?;
            if range.start() != range.end() {
                write!(f, "..{}", range.end())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_and_ranges_of_them() {
        for (text, shown) in [
            ("7", "7"),
            ("7..9", "7..9"),
            ("9,7,8", "7..9"),
            ("20..25, 17,21", "17,20..25"),
            ("3..3", "3"),
            ("none", "none"),
            ("1..9223372036854775807,5", "1..9223372036854775807"),
        ] {
            assert_eq!(
                text.parse().map(|numbers: GameNumbers| numbers.to_string()),
                Ok(shown.to_owned())
            );
        }
        for wrong in [
            "",
            "0",
            "-1",
            "9..7",
            "7..",
            "..7",
            "a",
            "1..2..3",
            "1,",
            "99999999999999999999",
        ] {
            assert!(wrong.parse::<GameNumbers>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_ranges(ranges in prop::collection::vec((1_i64..40, 0_i64..5), 1..8)) {
            let texts: Vec<String> = ranges.iter().map(|(first, more)| format!("{first}..{}", first + more)).collect();
            let numbers: GameNumbers = texts.join(",").parse().unwrap();
            for game in 0..50 {
                let expected = ranges.iter().any(|(first, more)| (*first..=first + more).contains(&game));
                prop_assert_eq!(numbers.contains(game), expected);
            }
            prop_assert_eq!(numbers.to_string().parse(), Ok(numbers));
        }
    }
}
