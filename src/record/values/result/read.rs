//! Reads results as written in records: with a sign (`B+R`), by name (`Jigo`), or
//! as sentences.

use super::super::amount::Amount;
use super::super::lex::{contains_any, normalized, word};
use super::sentence::sentence;
use super::words::{color, points, reason};
use super::{GameResult, Margin};

/// Reads a result like [`GameResult::parse`].
pub(super) fn game_result(text: &str) -> Option<GameResult> {
    let text = normalized(text);
    signed(&text).or_else(|| nobody_won(&text)).or_else(|| sentence(&text))
}

/// Reads `B+...`, `White + ...`, `B`, `D+...`.
fn signed(text: &str) -> Option<GameResult> {
    if text.starts_with("d+") {
        return Some(GameResult::Draw);
    }
    let (winner, rest) = color(text)?;
    let rest = rest.trim_start();
    let by = match rest.strip_prefix('+') {
        Some(margin) => match Amount::read(margin.trim_start()) {
            Some((amount, _)) => points(amount),
            None => reason(margin).unwrap_or(Margin::Unspecified),
        },
        None if matches!(rest, "" | ".") => Margin::Unspecified,
        None => return None,
    };
    Some(GameResult::Win { winner, by })
}

fn nobody_won(text: &str) -> Option<GameResult> {
    const DRAW: [&str; 11] = [
        "和棋",
        "和局",
        "平局",
        "平手",
        "持碁",
        "持棋",
        "ジゴ",
        "引き分け",
        "引分",
        "不分胜负",
        "무승부",
    ];
    const VOID: [&str; 10] = [
        "无胜负",
        "無勝負",
        "勝負なし",
        "无效",
        "無効",
        "打掛",
        "打ち掛け",
        "打挂",
        "무효",
        "未完",
    ];
    const VOID_PHRASES: [&str; 3] = ["no result", "no contest", "not finished"];
    let zero = |text| Amount::read(text).is_some_and(|(amount, rest)| amount.half_points() == Some(0) && ends(rest));
    let first = word(text).0;
    if matches!(first, "draw" | "drawn" | "jigo" | "tie") || text == "和" || contains_any(text, &DRAW) || zero(text) {
        Some(GameResult::Draw)
    } else if matches!(
        first,
        "void" | "suspended" | "unfinished" | "adjourned" | "aborted" | "annulled"
    ) || VOID_PHRASES.iter().any(|phrase| text.starts_with(phrase))
        || contains_any(text, &VOID)
    {
        Some(GameResult::Void)
    } else {
        None
    }
}

fn ends(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '('])
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn results_with_a_sign() {
        check(&[
            ("B+R", "B+R"),
            ("B+Resign", "B+R"),
            ("b+resign.", "B+R"),
            ("W+R(esign)", "W+R"),
            ("White+R", "W+R"),
            ("Ｂ＋Ｒ", "B+R"),
            ("B+win by resignation", "B+R"),
            ("W+T", "W+T"),
            ("B+Time", "B+T"),
            ("W+time", "W+T"),
            ("W+Timeout", "W+T"),
            ("B+F", "B+F"),
            ("W+F(orfeit)", "W+F"),
            ("W+Offline", "W+F"),
            ("B+Illegal", "B+F"),
            ("B+V", "B+F"),
            ("B", "B+"),
            ("W", "W+"),
            ("white.", "W+"),
            ("B+", "B+"),
            ("B+?", "B+"),
            ("B+AW", "B+"),
            ("W+J", "W+"),
            ("B+, human judge for an error", "B+"),
            ("B+5 more words: time, resign", "B+5"),
            ("黑+R", "B+R"),
            ("白+3.5", "W+3.5"),
            ("D+J", "0"),
        ]);
    }

    #[test]
    fn margins() {
        check(&[
            ("W+2.5", "W+2.5"),
            ("W+2,5", "W+2.5"),
            ("W + 2.5", "W+2.5"),
            ("B+24", "B+24"),
            ("B+2.50", "B+2.5"),
            ("B+370.5", "B+370.5"),
            ("B+0.5 {moves: 20}", "B+0.5"),
            ("B+1/2", "B+0.5"),
            ("B+3½", "B+3.5"),
            ("B+5 moku", "B+5"),
            ("B+5目半", "B+5.5"),
            // Stones.
            ("B+3/4", "B+1.5"),
            ("W+3 3/4", "W+7.5"),
            ("W+0.25", "W+0.5"),
            ("W+2.25", "W+4.5"),
            ("B+2子", "B+4"),
            // Not a margin.
            ("B+0.0", "B+"),
            ("W+0", "W+"),
            ("B+0.02", "B+"),
            ("B+0.2", "B+"),
            ("B+99999", "B+"),
            ("B+999999999999999999999", "B+"),
        ]);
    }

    #[test]
    fn unknown() {
        for text in [
            "",
            " ",
            "?",
            "unknown",
            "B?",
            "黑?",
            "B resign",
            "B/W",
            "B-5",
            "black and white",
            "3.5",
            "+3.5",
            "resign",
            "01",
            "胜",
            "two",
            "blackbird wins",
        ] {
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
    }
}
