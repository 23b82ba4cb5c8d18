//! Komi (SGF `KM`), and amounts of points in the forms used for komi and margins: `6.5`, `2,5`, `3 3/4`,
//! `6目半`, `3又3/4子`, `半目`.
//!
//! All amounts are counted in **half points**, because every komi and margin is a
//! whole number of them. Chinese counting uses *stones* (子, zi): the part of the
//! board that the winner holds beyond one half of it. One stone is thus two points,
//! and the smallest step, a quarter of a stone, is half a point. A stone count is
//! recognised by its unit or by quarters (`3 3/4`, `3.75`, `0.25`), which do not
//! occur in counts of points.

use super::{normalized, number, strip_any};
use std::fmt;

/// The points given to White, or to Black if negative: a whole number of half
/// points within ±[`Komi::MAX_POINTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi {
    half_points: i16,
}

impl Komi {
    /// The maximum komi, in points: a little more than all points of a 19x19 board.
    pub const MAX_POINTS: i16 = 400;

    /// Returns the komi of this many half points, or `None` beyond
    /// ±[`Komi::MAX_POINTS`].
    pub(crate) fn from_half_points(half_points: i16) -> Option<Self> {
        (half_points.unsigned_abs() <= 2 * Self::MAX_POINTS as u16).then_some(Self { half_points })
    }

    /// Returns the komi in half points: 13 for 6.5 points.
    pub fn half_points(self) -> i16 {
        self.half_points
    }

    /// Returns the komi in points.
    pub fn points(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// Reads a komi as records write it; none if the text is not one.
    ///
    /// - Points: `6.5`, `6,5`, `7.500000`, `-5.5`, `5 1/2`, `6目半`,
    ///   `コミ6目半`, `6.5 points`.
    /// - Stones of Chinese counting, two points each: `3 3/4`, `3又3/4子`, and
    ///   any komi in quarters (`3.75`, `2.75`), since no komi in points has
    ///   them.
    /// - Hundredths, as the Fox server writes them: whole numbers from 250 on
    ///   that are multiples of 25, so `650` is 6.5 points. Under Chinese rules
    ///   Fox counts stones: `375` is 3.75 stones, 7.5 points; so are `325`, `275`
    ///   and all that do not end in 00 or 50. Of those that do, `350` is 3.5
    ///   stones too: it is Fox's Chinese counterpart of `700`, and KataGo reads
    ///   it so. Smaller numbers are points, unless Fox wrote them:
    ///   `parse_fox`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::parse_with(text, LEAST_HUNDREDTHS)
    }

    /// Reads a komi as [`Komi::parse`] does, in a record of the Fox server. All its whole numbers
    /// that are multiples of 25 are hundredths: `50` is 0.5 points.
    pub(crate) fn parse_fox(text: &str) -> Option<Self> {
        Self::parse_with(text, 25)
    }

    /// Reads a komi. Multiples of 25 are hundredths from this number on.
    fn parse_with(text: &str, least_hundredths: u32) -> Option<Self> {
        const NAMES: [&str; 14] = [
            "komi", "コミ", "黑", "黒", "先番", "番", "互先", "棋", "方", "贴", "貼", "出し", "흑", "덤",
        ];
        let text = normalized(text);
        let mut text = text.as_str();
        // Several stand before a number, as in 黒番コミ6目半.
        while let Some(rest) = strip_any(text, &NAMES) {
            text = rest.trim_start_matches([' ', ':', ',', 'は', 'の']);
        }
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (amount, rest) = Amount::read(text.trim_start())?;
        // `6.5.3` and `5x5` are something else.
        let goes_on = rest.trim_start_matches(['.', ',', ':', '/', '-']);
        if goes_on.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let half_points = match amount.integer() {
            Some(integer) if is_hundredths(integer, least_hundredths) => hundredths_in_half_points(integer),
            _ => amount.half_points()?,
        };
        let half_points = i16::try_from(half_points).ok()?;
        Self::from_half_points(if negative { -half_points } else { half_points })
    }
}

/// The least whole number that is always hundredths: 2.5 points. As points, it would be more than
/// two thirds of the largest board; smaller ones are played, as komi in reverse.
const LEAST_HUNDREDTHS: u32 = 250;

const fn is_hundredths(integer: u32, least: u32) -> bool {
    integer.is_multiple_of(25) && integer >= least
}

fn hundredths_in_half_points(hundredths: u32) -> u32 {
    let stones = !hundredths.is_multiple_of(50) || hundredths == 350;
    hundredths / if stones { 25 } else { 50 }
}

impl fmt::Display for Komi {
    /// Points, as SGF writes them: `6.5`, `0`, `-5.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.half_points / 2;
        if self.half_points % 2 == 0 && is_hundredths(whole.unsigned_abs().into(), LEAST_HUNDREDTHS) {
            // `300` would be read as three points, unlike `300.0`.
            write!(f, "{whole}.0")
        } else {
            write!(f, "{}", self.points())
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// The amount in quarters of the unit; `None` if it is not a whole number of
    /// quarters (`0.02`, `1/3`).
    quarters: Option<u32>,
    has_unit: bool,
    /// True if the unit is stones.
    are_stones: bool,
    /// True if written with digits alone, without fraction or unit.
    integer: bool,
}

/// The largest whole number; larger ones are not points on any board.
const MAX_WHOLE: u64 = 99_999;

impl Amount {
    /// Returns the amount at the beginning of normalized `text`, without a sign,
    /// and the rest.
    pub(super) fn read(text: &str) -> Option<(Self, &str)> {
        let (quarters, rest) = value(text)?;
        // 半 before the unit is part of the value, as in 半目. After the unit, as in
        // 6目半, it is added to the value.
        let stones = strip_any(rest.trim_start(), &STONES);
        let after_unit = stones.or_else(|| strip_any(rest.trim_start(), &POINTS));
        let half = after_unit.and_then(|rest| strip_any(rest.trim_start(), &HALF));
        let quarters = quarters.map(|quarters| quarters + if half.is_some() { 2 } else { 0 });
        let rest = half.or(after_unit).unwrap_or(rest);
        let digits = text.len() - rest.len();
        let integer = text[..digits].bytes().all(|b| b.is_ascii_digit());
        let amount = Self {
            quarters,
            has_unit: after_unit.is_some(),
            are_stones: stones.is_some(),
            integer,
        };
        Some((amount, rest))
    }

    /// Returns the amount in half points, or `None` if it is not a whole number of
    /// them.
    pub(super) fn half_points(self) -> Option<u32> {
        let quarters = self.quarters?;
        let stones = self.are_stones || quarters % 2 == 1;
        // Two points a stone: a quarter of a stone is half a point.
        Some(if stones { quarters } else { quarters / 2 })
    }

    pub(super) fn has_unit(self) -> bool {
        self.has_unit
    }

    /// Returns the value if it is written with digits alone.
    pub(super) fn integer(self) -> Option<u32> {
        self.quarters.filter(|_| self.integer).map(|quarters| quarters / 4)
    }
}

const HALF: [&str; 2] = ["半", "반"];
const POINTS: [&str; 9] = ["目", "집", "点", "點", "points", "point", "pts", "pt", "moku"];
const STONES: [&str; 4] = ["子", "stones", "stone", "zi"];

/// Reads a number and its fraction, in quarters. The outer option is `None` without
/// a number, the inner one without a whole number of quarters.
fn value(text: &str) -> Option<(Option<u32>, &str)> {
    if let Some(fraction) = fraction(text) {
        return Some(fraction);
    }
    let (whole, _, rest) = number(text)?;
    if whole > MAX_WHOLE {
        return None;
    }
    let whole = 4 * whole as u32;
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
    let (first, _, rest) = number(text)?;
    let (numerator, denominator, rest) = if let Some(rest) = rest.strip_prefix('/') {
        let (second, _, rest) = number(rest)?;
        (first, second, rest)
    } else {
        let (second, _, rest) = number(strip_any(rest, &["分之", "分の"])?)?;
        (second, first, rest)
    };
    let quarters = match denominator {
        2 => Some(2 * numerator),
        4 => Some(numerator),
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn komi_as_written() {
        for (komi, texts) in [
            (
                "6.5",
                "6.5|6,5|+6.5|６．５|6目半|六目半|コミ6目半|黒6目半|黒コミ6目半|黒番コミ6目半",
            ),
            (
                "6.5",
                "黒番のコミは6目半|黑棋贴6.5目|6집반|덤 6집반|6.5 points|6.5pts|6.5.|Komi: 6.5",
            ),
            ("6.5", "6.5 (reverse)"),
            ("7.5", "7.50|7.500000|黑方贴 3又3/4子"),
            ("0", "0|0.0|-0.0"),
            ("0.5", "0.50"),
            ("-5", "-5"),
            ("-5.5", "-5.5"),
            ("-17.5", "−17.5"),
            ("5.5", " 5.5 |5 1/2|5½|5.5目|互先、先番コミ出し5目半|先番5目半コミ出し"),
            ("4.5", "4目半コミ出し"),
            // Hundredths of points.
            ("6.5", "650"),
            ("7.5", "750"),
            ("5.5", "550"),
            ("4.5", "450"),
            ("7", "700"),
            ("2.5", "250"),
            ("4", "400"),
            ("-6.5", "-650"),
            // Hundredths of stones.
            ("7.5", "375"),
            ("6.5", "325"),
            ("5.5", "275"),
            ("7", "350"),
            // Stones.
            ("7.5", "3.75|3 3/4|3-3/4|3又3/4子|三又四分之三子|黑贴3又3/4子"),
            ("5.5", "2.75|2¾"),
            ("6.5", "3.25"),
            ("8", "4子"),
            // Points, unless Fox wrote them.
            ("25", "25"),
            ("50", "50|50.0"),
            ("-50", "-50"),
            ("100", "100"),
            ("150", "150"),
            ("225", "225"),
            ("249", "249"),
            ("361", "361"),
            ("-361.5", "-361.5"),
            ("375.0", "375.0"),
            ("300.0", "300.0"),
        ] {
            for text in texts.split('|') {
                let found = Komi::parse(text).map(|found| found.to_string());
                assert_eq!(found.as_deref(), Some(komi), "{text}");
            }
        }
    }

    #[test]
    fn fox_writes_hundredths() {
        for (komi, texts) in [
            ("0", "0"),
            ("0.5", "50"),
            ("1", "100"),
            ("1.5", "150"),
            ("4.5", "225"),
            ("5.5", "275"),
            ("7.5", "375"),
            ("7", "350|7"),
            ("6.5", "650|6.5"),
            ("50", "50.0"),
        ] {
            for text in texts.split('|') {
                let found = Komi::parse_fox(text).map(|found| found.to_string());
                assert_eq!(found.as_deref(), Some(komi), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_komi() {
        for text in
            "| |none|None|?|-|--5|.|6.3|0.02|401|400.5|-401|99999999|6.5.3|6/7|1e3|5x|5x5|nan|6-7|互先|無".split('|')
        {
            assert_eq!(Komi::parse(text), None, "{text}");
        }
    }

    #[test]
    fn range() {
        assert_eq!(Komi::from_half_points(800).map(Komi::points), Some(400.0));
        assert_eq!(Komi::from_half_points(-801), None);
        assert_eq!(Komi::from_half_points(i16::MIN), None);
        assert!(Komi::parse("-5.5") < Komi::parse("0"));
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*|[-+0-9./, 半目子¼又]*") {
            let _ = Komi::parse(&text);
        }

        #[test]
        fn display_parses_back(half_points in -800i16..=800) {
            let komi = Komi::from_half_points(half_points).expect("reads");
            prop_assert_eq!(Komi::parse(&komi.to_string()), Some(komi));
        }
    }

    #[test]
    fn amounts_in_half_points() {
        for (half_points, texts) in [
            (Some(13), "6.5|6目半|六目半"),
            (Some(5), "2,5"),
            (Some(0), "0"),
            (Some(15), "7.500000|3 3/4|3.75|3又3/4子|三又四分之三子|3-3/4"),
            (Some(24), "12"),
            (Some(1), "1/2|半目|반집|0.25|四分の一子"),
            (Some(7), "3 1/2|3½|7/2|3 집반"),
            (Some(4), "2 points|1子"),
            (Some(11), "2¾"),
            (Some(3), "3/4"),
            (Some(2), "1/2子"),
            (Some(10), "2子半"),
            (None, "0.02|1/3子"),
        ] {
            for text in texts.split('|') {
                let (amount, rest) = Amount::read(text).expect("an amount");
                assert_eq!((amount.half_points(), rest), (half_points, ""), "{text}");
            }
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
            let (amount, left) = Amount::read(text).expect("reads");
            assert_eq!((amount.half_points(), left), (Some(half_points), rest), "{text}");
        }
    }

    #[test]
    fn integers_are_digits_alone() {
        for (text, integer) in [("375", Some(375)), ("375.0", None), ("375目", None), ("六", None)] {
            assert_eq!(Amount::read(text).expect("reads").0.integer(), integer, "{text}");
        }
    }

    proptest! {
        #[test]
        fn amounts_never_panic(text in "\\PC*|[0-9./, 半目子¼四分之]*") {
            let _ = Amount::read(&text).map(|(amount, _)| (amount.half_points(), amount.integer()));
        }
    }
}
