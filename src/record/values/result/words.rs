//! The parts of results: colours, reasons and margins.

use std::num::NonZeroU16;

use super::super::amount::Amount;
use super::super::lex::{contains_any, strip_any, word};
use super::Margin;
use crate::go::Color;

/// Returns the colour at the beginning of `text`, and the rest.
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

/// Returns the reason in `text` for a win other than by points.
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
