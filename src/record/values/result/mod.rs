//! Results of games (SGF `RE`).

mod read;
mod sentence;

use super::komi::Amount;
use super::{contains_any, strip_any, word};
use crate::go::Color;
use std::fmt;
use std::num::NonZeroU16;

/// The outcome of a game as questions count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Nobody won, or it is unknown who did.
    #[default]
    Unknown,
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game is a draw.
    Draw,
}

impl Outcome {
    /// Returns the outcome of a result.
    #[must_use]
    pub fn of(result: Option<GameResult>) -> Self {
        match result {
            Some(GameResult::Win { winner, .. }) => match winner {
                Color::Black => Self::Black,
                Color::White => Self::White,
            },
            Some(GameResult::Draw) => Self::Draw,
            Some(GameResult::Void) | None => Self::Unknown,
        }
    }

    /// Returns the outcome of a number in tables and in the index.
    #[must_use]
    pub const fn of_code(code: u8) -> Self {
        match code {
            1 => Self::Black,
            2 => Self::White,
            3 => Self::Draw,
            _ => Self::Unknown,
        }
    }

    /// Returns the number in tables and in the index, 0 to 3.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Returns the winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Unknown | Self::Draw => None,
        }
    }

    /// Returns the outcome with the colours exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
            other => other,
        }
    }
}

/// The result of a game. There is no value for an unknown result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A win.
    Win {
        /// The colour that won.
        winner: Color,
        /// By how much, or how.
        by: Margin,
    },
    /// A draw (jigo).
    Draw,
    /// Nobody won, and it was no draw: the game has no result (a triple ko, say), was suspended
    /// and never finished, was annulled, or both players lost. SGF's `Void` covers the first
    /// two; for the others it has no value, and filters for wins and draws pass none of them.
    Void,
}

/// The margin or the manner of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Margin {
    /// Half points after counting: 5 for 2.5 points. A margin in stones (子) of
    /// Chinese counting is twice as many points; margins in quarters (`0.25`,
    /// `3/4`) are stones, since no margin in points has them.
    HalfPoints(NonZeroU16),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser was absent, left, or broke the rules.
    Forfeit,
    /// The record does not state it, or states something that is not a margin
    /// (`B+0.02`, or `B+J` for a judge's decision).
    Unspecified,
}

impl GameResult {
    /// Reads a result in the forms that records use. Returns `None` for anything
    /// else, and for an unknown result (`?`).
    ///
    /// - SGF: `B+R`, `B+Resign`, `b+resign.`, `W+2.5`, `W+2,5`, `W + 2.5`,
    ///   `B+3/4`, `W+T`, `W+F(orfeit)`, `B+`, `0`, `Draw`, `Void`; and a bare
    ///   `B` or `W`. Anything may follow the sign: `B+AW`, `B+0.5 {remark}`. A
    ///   loss by disconnection or violation, as servers and tournaments write it
    ///   (`W+Offline`, `B+Illegal`, `B+V`, `B+Moderator Decision`), is a forfeit;
    ///   `W+Cancellation`, an annulled game of OGS, is void; `B+0` is a draw.
    /// - Sentences: `Black wins by resignation`, `White resigns.`, `黑中盘胜`,
    ///   `白半目勝ち`, `黑胜1/4子`, `흑 3집반승`. A sentence that only
    ///   states how a player lost (`白超时`, `黑认输`) is a win for the other. The
    ///   number of moves may stand before it (`257手完, 黒中押し勝ち`).
    /// - Names of programs: `WhiteWin`, `NoResult`.
    /// - `Void`, games that both players lost (`黒白とも負け`), and unfinished games
    ///   are [`GameResult::Void`].
    pub fn parse(text: &str) -> Option<Self> {
        read::game_result(text)
    }

    /// Returns the winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw | Self::Void => None,
        }
    }
}

impl fmt::Display for GameResult {
    /// Writes the form that SGF `FF[4]` prescribes: `B+R`, `W+2.5`, `B+T`, `B+F`,
    /// `B+`, `0`, `Void`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            Self::Win { winner, by } => (winner, by),
            Self::Draw => return f.write_str("0"),
            Self::Void => return f.write_str("Void"),
        };
        write!(f, "{}+", winner.letter())?;
        match by {
            Margin::HalfPoints(half_points) => write!(f, "{}", f64::from(half_points.get()) / 2.0),
            Margin::Resignation => f.write_str("R"),
            Margin::Time => f.write_str("T"),
            Margin::Forfeit => f.write_str("F"),
            Margin::Unspecified => Ok(()),
        }
    }
}

pub(super) fn color(text: &str) -> Option<(Color, &str)> {
    match word(text) {
        ("b" | "black", rest) => Some((Color::Black, rest)),
        ("w" | "white", rest) => Some((Color::White, rest)),
        // `whitewin` is no word of a sentence, but a name of some programs.
        (name, _) if name.ends_with("win") => {
            let color = match name {
                "blackwin" => Color::Black,
                "whitewin" => Color::White,
                _ => return None,
            };
            Some((color, &text[name.len() - "win".len()..]))
        }
        _ => {
            let text = strip_any(text, &["执", "執"]).unwrap_or(text);
            let black = strip_any(text, &["黑", "黒", "흑", "先番"]).map(|rest| (Color::Black, rest));
            black.or_else(|| strip_any(text, &["白", "백"]).map(|rest| (Color::White, rest)))
        }
    }
}

/// Returns whether the text after the sign says that the result does not count, as OGS writes it:
/// `W+Cancellation`.
pub(super) fn is_annulled(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with("cancel") || start.starts_with("annul")
}

pub(super) fn reason(text: &str) -> Option<Margin> {
    const RESIGNATION: [&str; 8] = ["中盘", "中盤", "中押", "불계", "投了", "认输", "認輸", "不计点"];
    const TIME: [&str; 6] = ["时间", "時間", "超时", "超時", "시간", "时切"];
    /// The beginnings of words. OGS gives a win to a player by the decision of a moderator or of
    /// the server if the other one left or broke the rules.
    const FORFEIT_WORDS: [&str; 5] = ["forf", "disconnect", "abandon", "disqualif", "moderator"];
    const FORFEIT: [&str; 9] = ["弃权", "棄權", "棄権", "기권", "不戦", "不战", "不戰", "反則", "반칙"];
    let words = text
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| !word.is_empty());
    if text.contains("server decision") {
        return Some(Margin::Forfeit);
    }
    for (index, word) in words.enumerate() {
        // A single letter is an abbreviation of SGF only directly after the sign.
        match word {
            "r" | "t" | "f" | "v" if index > 0 => {}
            "r" | "res" | "resi" => return Some(Margin::Resignation),
            "t" => return Some(Margin::Time),
            "f" | "v" | "default" | "illegal" | "violation" | "offline" => {
                return Some(Margin::Forfeit);
            }
            _ if word.starts_with("resig") => return Some(Margin::Resignation),
            _ if word.starts_with("time") => return Some(Margin::Time),
            _ if FORFEIT_WORDS.iter().any(|start| word.starts_with(start)) => return Some(Margin::Forfeit),
            _ => {}
        }
    }
    let reasons = [
        (RESIGNATION.as_slice(), Margin::Resignation),
        (&TIME, Margin::Time),
        (&FORFEIT, Margin::Forfeit),
    ];
    reasons
        .iter()
        .find_map(|(words, margin)| contains_any(text, words).then_some(*margin))
}

/// Returns the margin of a win by counting. One that is not a number of half points, or zero in a
/// sentence, counts as unknown.
pub(super) fn points(amount: Amount) -> Margin {
    let half_points = amount
        .half_points()
        .and_then(|half_points| u16::try_from(half_points).ok());
    half_points
        .and_then(NonZeroU16::new)
        .map_or(Margin::Unspecified, Margin::HalfPoints)
}

/// Checks that each of these texts, separated by `|`, is read as the result before it.
#[cfg(test)]
#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (result, texts) in table {
        for text in texts.split('|') {
            let found = GameResult::parse(text).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some(*result), "{text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*|[bw黑白]?[+]?[ 0-9./胜半目子a-z]*") {
            let _ = GameResult::parse(&text);
        }

        #[test]
        fn display_parses_back(black: bool, kind in 0..7, half_points in 1u16..) {
            let winner = if black { Color::Black } else { Color::White };
            let result = match kind {
                0 => GameResult::Draw,
                1 => GameResult::Void,
                2 => GameResult::Win { winner, by: Margin::Resignation },
                3 => GameResult::Win { winner, by: Margin::Time },
                4 => GameResult::Win { winner, by: Margin::Forfeit },
                5 => GameResult::Win { winner, by: Margin::Unspecified },
                _ => {
                    let half_points = NonZeroU16::new(half_points).expect("some");
                    GameResult::Win { winner, by: Margin::HalfPoints(half_points) }
                }
            };
            prop_assert_eq!(GameResult::parse(&result.to_string()), Some(result));
        }
    }
}
