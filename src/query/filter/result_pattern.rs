use super::Alternatives;
use crate::go::{Color, ParseError};
use crate::record::{GameResult, Margin};
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// A condition on the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPattern {
    /// Somebody won.
    Win {
        /// The winner; `None` for either colour.
        winner: Option<Color>,
        /// The margin.
        by: MarginPattern,
    },
    /// Nobody won.
    Draw,
    /// The game was declared void.
    Void,
}

/// A condition on the margin of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarginPattern {
    /// Any margin, even an unknown one.
    Any,
    /// Resignation, time or forfeit.
    Is(Margin),
    /// From the first to the second number of half points.
    HalfPoints(u16, u16),
}

impl ResultPattern {
    /// Returns whether a result meets the condition.
    #[must_use]
    pub fn matches(self, result: GameResult) -> bool {
        match (self, result) {
            (Self::Draw, GameResult::Draw) | (Self::Void, GameResult::Void) => true,
            (
                Self::Win { winner, by },
                GameResult::Win {
                    winner: won,
                    by: margin,
                },
            ) => winner.is_none_or(|winner| winner == won) && by.matches(margin),
            _ => false,
        }
    }

    /// Returns the winner, if the pattern asks for nothing else.
    fn only_winner(self) -> Option<Color> {
        match self {
            Self::Win {
                winner,
                by: MarginPattern::Any,
            } => winner,
            _ => None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "0" | "draw" | "jigo" => return Some(Self::Draw),
            "void" => return Some(Self::Void),
            _ => {}
        }
        let (winner, rest) = match text.as_bytes().first()? {
            b'B' | b'b' => (Some(Color::Black), &text[1..]),
            b'W' | b'w' => (Some(Color::White), &text[1..]),
            b'+' => (None, text),
            // `time` for `+T`
            _ => {
                let by = MarginPattern::read_word(text)?;
                return Some(Self::Win { winner: None, by });
            }
        };
        let by = match rest.strip_prefix('+') {
            Some(margin) => MarginPattern::read(margin)?,
            None if rest.is_empty() => MarginPattern::Any,
            None => return None,
        };
        Some(Self::Win { winner, by })
    }
}

impl Alternatives<ResultPattern> {
    /// Returns whether a result meets the condition.
    #[must_use]
    pub fn matches(&self, result: GameResult) -> bool {
        self.any_of.iter().any(|pattern| pattern.matches(result)) != self.is_negated
    }

    /// Returns the winner, if nothing else is asked for.
    pub(super) fn only_winner(&self) -> Option<Color> {
        match *self.any_of {
            [only] if !self.is_negated => only.only_winner(),
            _ => None,
        }
    }
}

impl MarginPattern {
    fn matches(self, margin: Margin) -> bool {
        match (self, margin) {
            (Self::Any, _) => true,
            (Self::Is(wanted), margin) => wanted == margin,
            (Self::HalfPoints(min, max), Margin::HalfPoints(half_points)) => (min..=max).contains(&half_points.get()),
            (Self::HalfPoints(..), _) => false,
        }
    }

    fn read_word(text: &str) -> Option<Self> {
        Some(Self::Is(match text.to_ascii_lowercase().as_str() {
            "r" | "resign" | "resignation" => Margin::Resignation,
            "t" | "time" => Margin::Time,
            "f" | "forfeit" => Margin::Forfeit,
            _ => return None,
        }))
    }

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::Any);
        }
        if let Some(word) = Self::read_word(text) {
            return Some(word);
        }
        let (min, max) = match text.split_once("..") {
            Some((min, max)) => (
                if min.is_empty() { 1 } else { half_points(min)? },
                if max.is_empty() { u16::MAX } else { half_points(max)? },
            ),
            None => (half_points(text)?, half_points(text)?),
        };
        (min <= max).then_some(Self::HalfPoints(min, max))
    }
}

/// Reads a number of points as half points.
fn half_points(text: &str) -> Option<u16> {
    let text = text.trim();
    // What follows the number in a result means nothing there; a user who types something means it.
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        && !text.contains(char::is_alphabetic)
        && text.matches(['.', ',']).count() <= 1;
    match GameResult::parse(&format!("B+{text}")).filter(|_| is_number)? {
        GameResult::Win {
            by: Margin::HalfPoints(half_points),
            ..
        } => Some(NonZeroU16::get(half_points)),
        _ => None,
    }
}

impl FromStr for ResultPattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::read(text.trim()).ok_or_else(|| {
            ParseError::Unreadable(format!(
                "\"{text}\" is not a result: write B+ (black won), W+R (white by resignation; T time, F forfeit), B+2.5 \
                 or B+0.5..5.5 (by points), +R or R (either colour), draw or void; a|b for either, !a for others"
            ))
        })
    }
}

impl fmt::Display for ResultPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Self::Draw => return f.write_str("draw"),
            Self::Void => return f.write_str("void"),
            Self::Win { winner, by } => (winner, by),
        };
        if let Some(winner) = winner {
            write!(f, "{}", winner.letter())?;
        }
        match *by {
            MarginPattern::Any => f.write_str("+"),
            MarginPattern::Is(Margin::Resignation) => f.write_str("+R"),
            MarginPattern::Is(Margin::Time) => f.write_str("+T"),
            MarginPattern::Is(_) => f.write_str("+F"),
            MarginPattern::HalfPoints(min, max) if min == max => write!(f, "+{}", in_points(min)),
            MarginPattern::HalfPoints(min, u16::MAX) => write!(f, "+{}..", in_points(min)),
            MarginPattern::HalfPoints(1, max) => write!(f, "+..{}", in_points(max)),
            MarginPattern::HalfPoints(min, max) => write!(f, "+{}..{}", in_points(min), in_points(max)),
        }
    }
}

fn in_points(half_points: u16) -> f64 {
    f64::from(half_points) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: [&str; 9] = ["B+R", "W+R", "B+T", "W+F", "B+0.5", "W+2.5", "B+", "0", "Void"];

    fn matching(pattern: &str) -> Vec<&'static str> {
        let pattern: Alternatives<ResultPattern> = pattern.parse().expect("a pattern");
        let matches = |text: &&str| pattern.matches(GameResult::parse(text).expect("a result"));
        RESULTS.into_iter().filter(matches).collect()
    }

    #[test]
    fn which_results_meet_a_condition() {
        assert_eq!(matching("B+"), ["B+R", "B+T", "B+0.5", "B+"]);
        assert_eq!(matching("b"), matching("B+"));
        assert_eq!(matching("W+R"), ["W+R"]);
        assert_eq!(matching("+r"), ["B+R", "W+R"]);
        assert_eq!(matching("time"), matching("+T"));
        assert_eq!(matching("+"), ["B+R", "W+R", "B+T", "W+F", "B+0.5", "W+2.5", "B+"]);
        assert_eq!(matching("W+2.5"), ["W+2.5"]);
        assert_eq!(matching("+0.5..3"), ["B+0.5", "W+2.5"]);
        assert_eq!(matching("+1.."), ["W+2.5"]);
        assert_eq!(matching("+..1"), ["B+0.5"]);
        assert_eq!(matching("draw"), ["0"]);
        assert_eq!(matching("void"), ["Void"]);
        assert_eq!(matching("W+F|draw|+0.5"), ["W+F", "B+0.5", "0"]);
        assert_eq!(matching("!+R|B+"), ["W+F", "W+2.5", "0", "Void"]);
    }

    #[test]
    fn only_a_winner_is_asked_for() {
        let winner = |pattern: &str| {
            let pattern: Alternatives<ResultPattern> = pattern.parse().expect("a pattern");
            pattern.only_winner()
        };
        assert_eq!(["B+", "w"].map(winner), [Some(Color::Black), Some(Color::White)]);
        for pattern in ["+", "B+R", "W+0.5..", "draw", "void", "!B+", "B+|W+R"] {
            assert_eq!(winner(pattern), None, "{pattern}");
        }
        for (pattern, color) in [("B+", Color::Black), ("W+", Color::White)] {
            let wins = RESULTS.into_iter();
            let wins = wins.filter(|text| GameResult::parse(text).expect("a result").winner() == Some(color));
            assert_eq!(matching(pattern), wins.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_pattern_is_shown_as_it_is_typed_and_nonsense_refused() {
        for text in [
            "B+",
            "W+R",
            "+T",
            "B+F",
            "W+2.5",
            "B+1.5..5.5",
            "+3..",
            "+..7",
            "draw",
            "void",
        ] {
            let pattern: ResultPattern = text.parse().expect(text);
            assert_eq!(pattern.to_string(), text);
        }
        for text in [
            "", "x", "B+x", "B-R", "BW", "B+5..2", "B+0", "+..x", "B+-1", "B+5x", "B+1.5.5", "é",
        ] {
            assert!(text.parse::<ResultPattern>().is_err(), "{text}");
        }
    }
}
