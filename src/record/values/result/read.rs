//! Reads results as written in records: with a sign (`B+R`), by name (`Jigo`), or
//! as sentences.

use super::super::komi::Amount;
use super::super::{contains_any, normalized, number, strip_any, word};
use super::sentence::{both_lost, sentence};
use super::{GameResult, Margin, color, is_annulled, points, reason};
use std::borrow::Cow;

/// Reads a result like [`GameResult::parse`].
pub(super) fn game_result(text: &str) -> Option<GameResult> {
    let text = normalized(&words_apart(text));
    let text = after_length(&text);
    signed(text).or_else(|| nobody_won(text)).or_else(|| sentence(text))
}

/// Separates words that are written in one, as in `WhiteWin`. Only the beginning can be a name
/// for a result.
fn words_apart(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    let mut apart = Cow::Borrowed(text);
    for at in (1..text.len().min(LONGEST)).rev() {
        if let [b'a'..=b'z', b'A'..=b'Z'] = text.as_bytes()[at - 1..=at] {
            apart.to_mut().insert(at, ' ');
        }
    }
    apart
}

/// Returns the text after the number of moves that the Nihon Ki-in and Chinese sites put before
/// a result: `257手完, 黒中押し勝ち`.
fn after_length(text: &str) -> &str {
    const ENDS: [&str; 5] = ["完", "まで", "终局", "終局", "以下略"];
    let counted = number(strip_any(text, &["全", "共"]).unwrap_or(text));
    let Some(rest) = counted.and_then(|(.., rest)| rest.trim_start().strip_prefix('手')) else {
        return text;
    };
    let rest = strip_any(rest, &ENDS).unwrap_or(rest);
    rest.trim_start_matches([' ', ',', '.', '。', ':', ';', '('])
}

/// Reads `B+...`, `White + ...`, `B`, `D+...`.
fn signed(text: &str) -> Option<GameResult> {
    if text.starts_with("d+") {
        return Some(GameResult::Draw);
    }
    let (winner, rest) = color(text)?;
    let rest = rest.trim_start();
    let by = match rest.strip_prefix('+') {
        // A win by nothing is none.
        Some(margin) if is_nothing(margin.trim_start()) => return Some(GameResult::Draw),
        Some(margin) => match Amount::read(margin.trim_start()) {
            Some((amount, _)) => points(amount),
            None if is_annulled(margin) => return Some(GameResult::Void),
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
    const VOID: [&str; 17] = [
        "무승패",
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
        "未終局",
        "未终局",
        "终局前中断",
        "循環",
        "循环",
        "판빅",
    ];
    const VOID_PHRASES: [&str; 21] = [
        "no result",
        "no contest",
        "not finished",
        "in progress",
        "triple ko",
        "quadruple ko",
        "eternal life",
        "三劫",
        "三コウ",
        "四劫",
        "四コウ",
        "삼패",
        "사패",
        "長生",
        "长生",
        "장생",
        "中断",
        "中斷",
        "封じ手",
        "封手",
        "封棋",
    ];
    let text = strip_any(text, &["game ", "left "]).unwrap_or(text);
    let first = word(text).0;
    if matches!(first, "draw" | "drawn" | "jigo" | "tie")
        || text == "和"
        || contains_any(text, &DRAW)
        || is_nothing(text)
    {
        Some(GameResult::Draw)
    } else if matches!(
        first,
        "void"
            | "suspended"
            | "unfinished"
            | "incomplete"
            | "interrupted"
            | "adjourned"
            | "aborted"
            | "annulled"
            | "cancelled"
            | "canceled"
            | "cancellation"
            | "nr"
    ) || both_lost(text)
        || strip_any(&text.replace(['-', '_'], " "), &VOID_PHRASES).is_some()
        || contains_any(text, &VOID)
    {
        Some(GameResult::Void)
    } else {
        None
    }
}

/// Returns whether a text begins with an amount of zero, and nothing that changes it.
pub(super) fn is_nothing(text: &str) -> bool {
    Amount::read(text).is_some_and(|(amount, rest)| {
        amount.half_points() == Some(0) && (rest.is_empty() || rest == "." || rest.starts_with([' ', '(', ',']))
    })
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn results_with_a_sign() {
        check(&[
            ("B+R", "B+R|B+Resign|b+resign.|Ｂ＋Ｒ|B+win by resignation|黑+R"),
            ("W+R", "W+R(esign)|White+R"),
            ("W+T", "W+T|W+time|W+Timeout"),
            ("B+T", "B+Time"),
            ("B+F", "B+F|B+Illegal|B+V"),
            ("W+F", "W+F(orfeit)|W+Offline"),
            ("B+", "B|B+|B+?|B+AW|B+, human judge for an error"),
            ("W+", "W|white.|W+J"),
            ("B+5", "B+5 more words: time, resign"),
            ("W+3.5", "白+3.5"),
            ("0", "D+J"),
        ]);
    }

    #[test]
    fn margins() {
        check(&[
            ("W+2.5", "W+2.5|W+2,5|W + 2.5"),
            ("B+24", "B+24"),
            ("B+2.5", "B+2.50"),
            ("B+370.5", "B+370.5"),
            ("B+0.5", "B+0.5 {moves: 20}|B+1/2"),
            ("B+3.5", "B+3½"),
            ("B+5", "B+5 moku"),
            ("B+5.5", "B+5目半"),
            // Stones.
            ("B+1.5", "B+3/4"),
            ("W+7.5", "W+3 3/4"),
            ("W+0.5", "W+0.25"),
            ("W+4.5", "W+2.25"),
            ("B+4", "B+2子"),
            // A draw.
            ("0", "B+0|W+0|B+0.0|Black + 0|黑+0|W+0 (jigo)|B+0目|B+0."),
            // Not a margin.
            ("B+", "B+0:30|B+0.02|B+0.2|B+99999|B+999999999999999999999"),
        ]);
    }

    #[test]
    fn decisions_of_servers() {
        check(&[
            (
                "B+F",
                "B+Moderator Decision|B+Server Decision|B+Disconnection|B+Disqualification",
            ),
            ("W+F", "W+Disconnected|W+Abandonment|W+Forf."),
            ("Void", "W+Cancellation|B+Cancelled|B+Annulled"),
            ("W+R", "W+Resignation"),
            ("W+T", "W+Timeout"),
            ("B+T", "B+Stone Removal Timeout"),
            ("B+6.5", "B+6.5 points"),
            // The count stands, whatever came later.
            ("W+2.5", "W+2.5, annulled"),
        ]);
    }

    #[test]
    fn names_of_results() {
        check(&[
            ("W+", "WhiteWin|WHITE_WIN|whitewin"),
            ("B+", "BlackWin|BlackWins|blackwin"),
            ("B+R", "BlackWinByResign"),
            (
                "Void",
                "NoResult|Triple ko|TripleKo|Unfinished|Game suspended|Left unfinished|Cancelled",
            ),
            // Of a name in one, only the beginning counts.
            ("W+R", "W+R (WhiteWin)"),
        ]);
    }

    #[test]
    fn games_without_result() {
        for text in "Triple-ko|TRIPLE_KO|Quadruple ko|no-result|NO_RESULT|NR|三劫|三劫循環 無勝負|四劫循環|四劫循环|\
         長生|长生|장생|未終局|未终局|封棋|封手"
            .split('|')
        {
            assert_eq!(GameResult::parse(text), Some(GameResult::Void), "{text}");
        }
    }

    #[test]
    fn the_number_of_moves_before_a_result() {
        check(&[
            ("B+R", "257手完, 黒中押し勝ち|257手完、黒中押し勝ち|共257手, 黑中盘胜"),
            ("W+2.5", "256手完 白2目半勝ち"),
            ("Void", "257手完 黒白とも負け"),
            ("W+R", "180手まで 白番中押し勝ち"),
            ("B+0.5", "180手以下略 黒半目勝ち"),
            ("0", "100手完 持碁"),
        ]);
        for text in ["257手完", "257手", "257, B+R"] {
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
    }

    #[test]
    fn unknown() {
        for text in
            "| |?|unknown|B?|黑?|B resign|B/W|B-5|black and white|3.5|+3.5|resign|01|胜|two|blackbird wins".split('|')
        {
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
    }
}
