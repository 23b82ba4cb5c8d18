//! Ranks of players (SGF `BR`, `WR`).

use super::{contains_any, normalized, number, strip_any, word};
use std::fmt;

/// A player's rank, ordered from the weakest to the strongest.
///
/// [`Rank::value`] numbers the ranks without gaps, so that a range of ranks is a
/// range of numbers:
///
/// | rank | value |
/// |---|---|
/// | 50 kyu to 1 kyu | -49 to 0 |
/// | amateur 1 dan to 10 dan | 1 to 10 |
/// | professional 1 dan to 9 dan | 11 to 19 |
///
/// Every professional ranks above every amateur. A dan grade is professional only
/// if the record says so: `9段` and `9d` are amateur ranks here. Servers award
/// these, although archives also write them for professionals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(i16);

const KYU_GRADES: i16 = 50;
const AMATEUR_DANS: i16 = 10;
const PROFESSIONAL_DANS: i16 = 9;

impl Rank {
    /// Returns the rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are
    /// 11 to 19.
    pub fn value(self) -> i16 {
        self.0
    }

    /// Returns the rank with this number, if there is one.
    pub fn from_value(value: i16) -> Option<Self> {
        (1 - KYU_GRADES..=AMATEUR_DANS + PROFESSIONAL_DANS)
            .contains(&value)
            .then_some(Self(value))
    }

    /// Reads a rank in the forms that records use. Returns `None` for anything
    /// else, including ratings (`2134`) and titles.
    ///
    /// `9d`, `9 dan`, `九段`, `初段`, `9단` are dan grades, `15k`, `15 kyu`, `3级`, `5급`
    /// kyu grades. `7p`, `P7`, `P7段` (Fox), `7 dan pro`, `プロ七段`, `职业七段` are
    /// professional. Marks of an uncertain or fixed rank (`15k?`, `6d*`) and the
    /// name of a server (`2d KGS`) are ignored.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(&normalized(text)).map(|(rank, _)| rank)
    }

    /// Reads a text that is a rank and nothing else: `9d`, `9段` and `7 dan pro`, but
    /// neither `9d+` nor `2d KGS`.
    pub(crate) fn parse_alone(text: &str) -> Option<Self> {
        let text = normalized(text);
        if text.starts_with(['(', '[', '~']) {
            return None;
        }
        let (rank, rest) = Self::read(&text)?;
        let mark = rest.trim_matches([' ', '(', ')']);
        let is_alone = rest.is_empty() || PROFESSIONAL.contains(&mark) || matches!(mark, "p" | "pro" | "professional");
        is_alone.then_some(rank)
    }

    /// Reads the rank at the beginning of a normalized text, and returns it and the rest.
    fn read(text: &str) -> Option<(Self, &str)> {
        // 十段 (Judan) is a title; servers with a tenth dan use digits.
        if text.contains("十段") {
            return None;
        }
        let text = text.trim_start_matches(['(', '[', '~', ' ']);
        let (is_professional, rest) = status_before(text);
        let (count, rest) = count(rest)?;
        let (rank, rest) = if let Some(rest) = dan(rest) {
            let is_professional = is_professional.unwrap_or_else(|| is_professional_mark(rest));
            let rank = if is_professional {
                professional(count)
            } else {
                amateur(count)
            };
            (rank, rest)
        } else if let Some(rest) = kyu(rest) {
            let rank = (1..=KYU_GRADES).contains(&count).then(|| Self(1 - count));
            (rank, rest)
        } else if let ("p" | "dp" | "pro" | "professional", rest) = word(rest) {
            (professional(count), rest)
        } else {
            // `P9`, but neither `2134` nor `P9x`.
            let is_rank = is_professional == Some(true) && !rest.starts_with(char::is_alphanumeric);
            (professional(count).filter(|_| is_rank), rest)
        };
        Some((rank?, rest))
    }
}

fn amateur(count: i16) -> Option<Rank> {
    (1..=AMATEUR_DANS).contains(&count).then_some(Rank(count))
}

fn professional(count: i16) -> Option<Rank> {
    (1..=PROFESSIONAL_DANS)
        .contains(&count)
        .then(|| Rank(AMATEUR_DANS + count))
}

const PROFESSIONAL: [&str; 6] = ["プロ", "职业", "職業", "专业", "專業", "프로"];
const AMATEUR: [&str; 8] = ["amateur", "ama", "业余", "業余", "業餘", "业", "アマ", "아마"];

/// Returns whether the player is a professional, as the text before the grade says, and the rest.
fn status_before(text: &str) -> (Option<bool>, &str) {
    let professional = strip_any(text, &PROFESSIONAL).or_else(|| strip_any(text, &["professional", "pro", "p"]));
    let is_professional = professional.is_some();
    match professional.or_else(|| strip_any(text, &AMATEUR)) {
        Some(rest) => (Some(is_professional), rest.trim_start_matches([' ', '.', '-'])),
        None => (None, text),
    }
}

fn count(text: &str) -> Option<(i16, &str)> {
    // 初段 and shodan, the first grade, have a word in place of a number.
    if let Some(rest) = strip_any(text, &["初", "초", "sho"]) {
        return rest.starts_with(['段', '단', 'd']).then_some((1, rest));
    }
    let (number, _, rest) = number(text)?;
    Some((i16::try_from(number).ok()?, rest.trim_start_matches([' ', '.', '-'])))
}

fn dan(text: &str) -> Option<&str> {
    let (word, rest) = word(text);
    strip_any(text, &["段", "단"]).or_else(|| matches!(word, "d" | "dan").then_some(rest))
}

fn kyu(text: &str) -> Option<&str> {
    let (word, rest) = word(text);
    let is_kyu = matches!(word, "k" | "kyu" | "kyuu" | "gup" | "geup");
    strip_any(text, &["级", "級", "급"]).or_else(|| is_kyu.then_some(rest))
}

/// Returns whether the text after a dan grade marks a professional: `9 dan pro`,
/// `九段(プロ)`.
fn is_professional_mark(text: &str) -> bool {
    contains_any(text, &PROFESSIONAL)
        || text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| matches!(word, "p" | "pro" | "professional"))
}

impl fmt::Display for Rank {
    /// `15k`, `9d`, `7p`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            value @ ..=0 => write!(f, "{}k", 1 - value),
            value @ 1..=AMATEUR_DANS => write!(f, "{value}d"),
            value => write!(f, "{}p", value - AMATEUR_DANS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranks_as_written() {
        for (rank, texts) in [
            ("9d", "9d|9D|9 dan|9-dan|9段|９段|九段|9단"),
            ("3d", "3. Dan|(3d)"),
            ("1d", "初段|初단|shodan"),
            ("10d", "10段"),
            ("6d", "ama 6d|业余6段|アマ六段|아마 6단|6d*"),
            ("5d", "业5段"),
            ("2d", "2d KGS|2d?"),
            ("7d", "7d provisional"),
            // Professional.
            ("7p", "7p|P7段|7 dan pro|7d pro|7dp|7d (P)|プロ七段"),
            (
                "9p",
                "9P|P9|p9 |Pro 9 dan|pro 9|9 dan, professional|九段(プロ)|职业九段|프로 9단|프로9단",
            ),
            ("1p", "職業初段|프로 초단"),
            // Kyu.
            ("15k", "15k|15K|15 kyu|15k?|15k* IGS|十五级"),
            ("17k", "17k "),
            ("30k", "30k"),
            ("3k", "3级|3級"),
            ("5k", "5급|5 급"),
            ("50k", "50k"),
        ] {
            for text in texts.split('|') {
                let found = Rank::parse(text).map(|found| found.to_string());
                assert_eq!(found.as_deref(), Some(rank), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_rank() {
        for text in "| |NR|NR |?|-|P|2134|1500*|1660?|0d|0k|11d|51k|10p|P10|P0|P2134|9|九|十段|王位|名人|3.5k|-3k|9x|\
         P9x|9donkeys|d9|dan|初|sho|99999999999999999999d|65537d"
            .split('|')
        {
            assert_eq!(Rank::parse(text), None, "{text}");
        }
    }

    #[test]
    fn order_and_numbers() {
        let ranks = ["50k", "30k", "1k", "1d", "10d", "1p", "9p"].map(|text| Rank::parse(text).expect("a rank"));
        assert_eq!(ranks.map(Rank::value), [-49, -29, 0, 1, 10, 11, 19]);
        assert!(ranks.is_sorted());
        assert_eq!(Rank::from_value(-50), None);
        assert_eq!(Rank::from_value(20), None);
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*|[a-z]{0,4}[0-9九十初]{0,3}[ .]?[dkp段级]?[a-z]{0,3}") {
            let _ = Rank::parse(&text);
        }

        #[test]
        fn display_parses_back(value in -49i16..=19) {
            let rank = Rank::from_value(value).expect("a rank");
            prop_assert_eq!(rank.value(), value);
            prop_assert_eq!(Rank::parse(&rank.to_string()), Some(rank));
        }
    }
}
