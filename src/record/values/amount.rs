//! Amounts of points in the forms used for komi and margins: `6.5`, `2,5`, `3 3/4`,
//! `6目半`, `3又3/4子`, `半目`.
//!
//! All amounts are counted in **half points**, because every komi and margin is a
//! whole number of them. Chinese counting uses *stones* (子, zi): the part of the
//! board that the winner holds beyond one half of it. One stone is thus two points,
//! and the smallest step, a quarter of a stone, is half a point. A stone count is
//! recognised by its unit or by quarters (`3 3/4`, `3.75`, `0.25`), which do not
//! occur in counts of points.

use super::lex::{number, strip_any};

/// An amount as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// The amount in quarters of the unit; `None` if it is not a whole number of
    /// quarters (`0.02`, `1/3`).
    quarters: Option<u32>,
    unit: Option<Unit>,
    /// True if written with digits alone, without fraction or unit.
    integer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Points,
    Stones,
}

/// The largest whole number; larger ones are not points on any board.
const MAX_WHOLE: u64 = 99_999;

impl Amount {
    /// Returns the amount at the beginning of normalized `text`, without a sign,
    /// and the rest.
    pub(super) fn read(text: &str) -> Option<(Amount, &str)> {
        let (quarters, rest) = value(text)?;
        // 半 before the unit is part of the value, as in 半目. After the unit, as in
        // 6目半, it is added to the value.
        let (unit, rest) = unit(rest);
        let half = unit.and_then(|_| strip_any(rest.trim_start(), &HALF));
        let quarters = quarters.map(|quarters| quarters + if half.is_some() { 2 } else { 0 });
        let rest = half.unwrap_or(rest);
        let digits = text.len() - rest.len();
        let integer = text[..digits].bytes().all(|b| b.is_ascii_digit());
        Some((
            Amount {
                quarters,
                unit,
                integer,
            },
            rest,
        ))
    }

    /// Returns the amount in half points, or `None` if it is not a whole number of
    /// them.
    pub(super) fn half_points(self) -> Option<u32> {
        let quarters = self.quarters?;
        let stones = self.unit == Some(Unit::Stones) || quarters % 2 == 1;
        // Two points a stone: a quarter of a stone is half a point.
        Some(if stones { quarters } else { quarters / 2 })
    }

    /// Returns true if the unit is written.
    pub(super) fn has_unit(self) -> bool {
        self.unit.is_some()
    }

    /// Returns the value if it is written with digits alone.
    pub(super) fn integer(self) -> Option<u32> {
        self.quarters.filter(|_| self.integer).map(|quarters| quarters / 4)
    }
}

const HALF: [&str; 2] = ["半", "반"];

/// Reads a number and its fraction, in quarters. The outer option is `None` without
/// a number, the inner one without a whole number of quarters.
fn value(text: &str) -> Option<(Option<u32>, &str)> {
    if let Some(fraction) = fraction(text) {
        return Some(fraction);
    }
    let (whole, rest) = number(text)?;
    if whole.value > MAX_WHOLE {
        return None;
    }
    let whole = 4 * whole.value as u32;
    if let Some((decimals, rest)) = decimals(rest) {
        return Some((decimals.map(|decimals| whole + decimals), rest));
    }
    let after_joint = strip_any(rest, &["又", "と", "-", "+"]).unwrap_or(rest).trim_start();
    match fraction(after_joint) {
        // Only a proper fraction belongs to the number before it.
        Some((Some(part @ 0..4), rest)) => Some((Some(whole + part), rest)),
        _ => Some((Some(whole), rest)),
    }
}

/// Reads a fraction alone, in quarters: `3/4`, `¾`, `四分之三`, `半`.
fn fraction(text: &str) -> Option<(Option<u32>, &str)> {
    for (vulgar, quarters) in [("¼", 1), ("½", 2), ("¾", 3), ("半", 2), ("반", 2)] {
        if let Some(rest) = text.strip_prefix(vulgar) {
            return Some((Some(quarters), rest));
        }
    }
    let (first, rest) = number(text)?;
    let (numerator, denominator, rest) = if let Some(rest) = rest.strip_prefix('/') {
        let (second, rest) = number(rest)?;
        (first, second, rest)
    } else {
        let (second, rest) = number(strip_any(rest, &["分之", "分の"])?)?;
        (second, first, rest)
    };
    let quarters = match denominator.value {
        2 => Some(2 * numerator.value),
        4 => Some(numerator.value),
        _ => None,
    };
    Some((quarters.filter(|&q| q <= 4 * MAX_WHOLE).map(|q| q as u32), rest))
}

/// Reads `.5` or `,5`, in quarters.
fn decimals(text: &str) -> Option<(Option<u32>, &str)> {
    let text = text.strip_prefix(['.', ','])?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let (decimals, rest) = text.split_at(digits);
    let quarters = match decimals.trim_end_matches('0') {
        "" => Some(0),
        "25" => Some(1),
        "5" => Some(2),
        "75" => Some(3),
        _ => None,
    };
    Some((quarters, rest))
}

fn unit(text: &str) -> (Option<Unit>, &str) {
    const POINTS: [&str; 9] = ["目", "집", "点", "點", "points", "point", "pts", "pt", "moku"];
    const STONES: [&str; 4] = ["子", "stones", "stone", "zi"];
    let trimmed = text.trim_start();
    for (unit, names) in [(Unit::Points, POINTS.as_slice()), (Unit::Stones, &STONES)] {
        if let Some(rest) = strip_any(trimmed, names) {
            return (Some(unit), rest);
        }
    }
    (None, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_in_half_points() {
        for (text, half_points) in [
            ("6.5", Some(13)),
            ("2,5", Some(5)),
            ("0", Some(0)),
            ("7.500000", Some(15)),
            ("12", Some(24)),
            ("1/2", Some(1)),
            ("3 1/2", Some(7)),
            ("3½", Some(7)),
            ("7/2", Some(7)),
            ("6目半", Some(13)),
            ("六目半", Some(13)),
            ("半目", Some(1)),
            ("3 집반", Some(7)),
            ("반집", Some(1)),
            ("2 points", Some(4)),
            ("3 3/4", Some(15)),
            ("3.75", Some(15)),
            ("2¾", Some(11)),
            ("3/4", Some(3)),
            ("0.25", Some(1)),
            ("3又3/4子", Some(15)),
            ("三又四分之三子", Some(15)),
            ("四分の一子", Some(1)),
            ("3-3/4", Some(15)),
            ("1子", Some(4)),
            ("1/2子", Some(2)),
            ("2子半", Some(10)),
            ("0.02", None),
            ("1/3子", None),
        ] {
            let (amount, rest) = Amount::read(text).unwrap();
            assert_eq!((amount.half_points(), rest), (half_points, ""), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount() {
        for text in ["", "b", ".5", "-1", "100000", "/4", "目"] {
            assert_eq!(Amount::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_rest_is_left() {
        for (text, half_points, rest) in [
            ("0.5 {moves: 20}", 1, " {moves: 20}"),
            ("3 5/4", 6, " 5/4"),
            ("3-4", 6, "-4"),
            ("2. remark", 4, ". remark"),
            ("6目 胜", 12, " 胜"),
        ] {
            let (amount, left) = Amount::read(text).unwrap();
            assert_eq!((amount.half_points(), left), (Some(half_points), rest), "{text}");
        }
    }

    #[test]
    fn integers_are_digits_alone() {
        for (text, integer) in [("375", Some(375)), ("375.0", None), ("375目", None), ("六", None)] {
            assert_eq!(Amount::read(text).unwrap().0.integer(), integer, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*|[0-9./, 半目子¼四分之]*") {
            let _ = Amount::read(&text).map(|(amount, _)| (amount.half_points(), amount.integer()));
        }
    }
}
