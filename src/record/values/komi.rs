//! Komi (SGF `KM`).

use std::fmt;

use super::amount::Amount;
use super::lex::{normalized, strip_any};

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
    pub fn from_half_points(half_points: i16) -> Option<Komi> {
        (half_points.unsigned_abs() <= 2 * Self::MAX_POINTS as u16).then_some(Komi { half_points })
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
    ///   [`Komi::parse_fox`].
    pub fn parse(text: &str) -> Option<Komi> {
        Self::parse_with(text, LEAST_HUNDREDTHS)
    }

    /// Reads a komi as [`Komi::parse`] does, in a record of the Fox server. All its whole numbers
    /// that are multiples of 25 are hundredths: `50` is 0.5 points.
    pub fn parse_fox(text: &str) -> Option<Komi> {
        Self::parse_with(text, 25)
    }

    /// Reads a komi. Multiples of 25 are hundredths from this number on.
    fn parse_with(text: &str, least_hundredths: u32) -> Option<Komi> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn komi_as_written() {
        for (text, komi) in [
            ("6.5", "6.5"),
            ("6,5", "6.5"),
            ("7.50", "7.5"),
            ("7.500000", "7.5"),
            ("0", "0"),
            ("0.0", "0"),
            ("0.50", "0.5"),
            ("-0.0", "0"),
            ("-5", "-5"),
            ("-5.5", "-5.5"),
            ("−17.5", "-17.5"),
            ("+6.5", "6.5"),
            (" 5.5 ", "5.5"),
            ("６．５", "6.5"),
            ("5 1/2", "5.5"),
            ("5½", "5.5"),
            ("5.5目", "5.5"),
            ("6目半", "6.5"),
            ("六目半", "6.5"),
            ("コミ6目半", "6.5"),
            ("黒6目半", "6.5"),
            ("黒コミ6目半", "6.5"),
            ("黒番コミ6目半", "6.5"),
            ("黒番のコミは6目半", "6.5"),
            ("互先、先番コミ出し5目半", "5.5"),
            ("黑棋贴6.5目", "6.5"),
            ("黑方贴 3又3/4子", "7.5"),
            ("先番5目半コミ出し", "5.5"),
            ("4目半コミ出し", "4.5"),
            ("6집반", "6.5"),
            ("덤 6집반", "6.5"),
            ("6.5 points", "6.5"),
            ("6.5pts", "6.5"),
            ("6.5.", "6.5"),
            ("Komi: 6.5", "6.5"),
            ("6.5 (reverse)", "6.5"),
            // Hundredths of points.
            ("650", "6.5"),
            ("750", "7.5"),
            ("550", "5.5"),
            ("450", "4.5"),
            ("700", "7"),
            ("250", "2.5"),
            ("400", "4"),
            ("-650", "-6.5"),
            // Hundredths of stones.
            ("375", "7.5"),
            ("325", "6.5"),
            ("275", "5.5"),
            ("350", "7"),
            // Stones.
            ("3.75", "7.5"),
            ("2.75", "5.5"),
            ("3.25", "6.5"),
            ("3 3/4", "7.5"),
            ("3-3/4", "7.5"),
            ("2¾", "5.5"),
            ("3又3/4子", "7.5"),
            ("三又四分之三子", "7.5"),
            ("黑贴3又3/4子", "7.5"),
            ("4子", "8"),
            // Points, unless Fox wrote them.
            ("25", "25"),
            ("50", "50"),
            ("-50", "-50"),
            ("100", "100"),
            ("150", "150"),
            ("225", "225"),
            ("249", "249"),
            ("361", "361"),
            ("-361.5", "-361.5"),
            ("375.0", "375.0"),
            ("50.0", "50"),
            ("300.0", "300.0"),
        ] {
            assert_eq!(
                Komi::parse(text).map(|k| k.to_string()).as_deref(),
                Some(komi),
                "{text}"
            );
        }
    }

    #[test]
    fn fox_writes_hundredths() {
        for (text, komi) in [
            ("0", "0"),
            ("50", "0.5"),
            ("100", "1"),
            ("150", "1.5"),
            ("225", "4.5"),
            ("275", "5.5"),
            ("375", "7.5"),
            ("350", "7"),
            ("650", "6.5"),
            ("6.5", "6.5"),
            ("7", "7"),
            ("50.0", "50"),
        ] {
            let found = Komi::parse_fox(text).map(|komi| komi.to_string());
            assert_eq!(found.as_deref(), Some(komi), "{text}");
        }
    }

    #[test]
    fn what_is_no_komi() {
        for text in [
            "", " ", "none", "None", "?", "-", "--5", ".", "6.3", "0.02", "401", "400.5", "-401", "99999999", "6.5.3",
            "6/7", "1e3", "5x", "5x5", "nan", "6-7", "互先", "無",
        ] {
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
            let komi = Komi::from_half_points(half_points).unwrap();
            prop_assert_eq!(Komi::parse(&komi.to_string()), Some(komi));
        }
    }
}
