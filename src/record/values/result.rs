//! Results of games (SGF `RE`).

mod both_lost;
mod read;
mod sentence;
mod words;

use std::fmt;
use std::num::NonZeroU16;

use crate::go::Color;

/// The result of a game. There is no value for an unknown result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A win.
    Win {
        /// The winner.
        winner: Color,
        /// The reason or the margin.
        by: Margin,
    },
    /// A draw (jigo).
    Draw,
    /// Nobody won, and it was no draw: the game has no result (a triple ko, say), was suspended
    /// and never finished, was annulled, or both players lost. SGF's `Void` covers the first
    /// two; for the others it has no value, and filters for wins and draws pass none of them.
    Void,
}

/// The reason or the margin of a win.
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
    pub fn parse(text: &str) -> Option<GameResult> {
        read::game_result(text)
    }

    /// Returns the winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::Win { winner, .. } => Some(winner),
            GameResult::Draw | GameResult::Void => None,
        }
    }
}

impl fmt::Display for GameResult {
    /// Writes the form that SGF `FF[4]` prescribes: `B+R`, `W+2.5`, `B+T`, `B+F`,
    /// `B+`, `0`, `Void`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            GameResult::Win { winner, by } => (winner, by),
            GameResult::Draw => return f.write_str("0"),
            GameResult::Void => return f.write_str("Void"),
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

/// Checks that the first text of each pair is read as the result that the second
/// one shows.
#[cfg(test)]
#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (text, result) in table {
        let found = GameResult::parse(text).map(|r| r.to_string());
        assert_eq!(found.as_deref(), Some(*result), "{text}");
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
                    let half_points = NonZeroU16::new(half_points).unwrap();
                    GameResult::Win { winner, by: Margin::HalfPoints(half_points) }
                }
            };
            prop_assert_eq!(GameResult::parse(&result.to_string()), Some(result));
        }
    }
}
