//! Results by which both players lost: `黒白とも負け`, `双方超时`, `Both players lost`.

use super::super::lex::{contains_any, strip_any};
use super::sentence::first_verb;
use super::words::color;

/// Returns whether the text says that both players lost: who is both of them, and then how a
/// player loses. What comes first decides: `黑负 双方超时` tells a loser.
pub(super) fn both_lost(text: &str) -> bool {
    let lost_after = |rest: Option<&str>| rest.is_some_and(lose);
    lost_after(both_colors(text))
        || lost_after(both_in_short(text))
        || text.char_indices().any(|(at, _)| {
            let (before, from) = text.split_at(at);
            lost_after(both(before, from)) && first_verb(before).is_none()
        })
}

/// Returns the text after both colours at its beginning: `黒・白`, `black and white`.
fn both_colors(text: &str) -> Option<&str> {
    const BETWEEN: [&str; 14] = [
        "and ", "&", "/", "・", "·", "･", ",", "と", "和", "与", "與", "및", "와", "과",
    ];
    let (first, rest) = color(text)?;
    let rest = rest.trim_start();
    let rest = strip_any(rest, &BETWEEN).unwrap_or(rest).trim_start();
    let (second, rest) = color(rest)?;
    // `黑白胜` would be a sentence about White.
    (first != second).then_some(rest)
}

/// Returns the text after a single character for both, with which a result begins: `両負け`.
fn both_in_short(text: &str) -> Option<&str> {
    let rest = strip_any(text, &["双", "雙", "両", "兩", "两", "共"])?;
    // Otherwise it may be the number of something.
    let loses = strip_any(rest, &LOSSES).or_else(|| strip_any(rest, &REASONS));
    loses.is_some().then_some(rest)
}

/// Returns the text after a name for both players with which `text` begins.
fn both<'a>(before: &str, text: &'a str) -> Option<&'a str> {
    const BOTH: [&str; 17] = [
        "双方",
        "雙方",
        "両者",
        "兩者",
        "两者",
        "両方",
        "兩方",
        "两方",
        "両対局者",
        "两对局者",
        "とも",
        "共に",
        "쌍방",
        "양측",
        "양쪽",
        "양자",
        "둘 다",
    ];
    if let Some(rest) = strip_any(text, &BOTH) {
        return Some(rest);
    }
    if before.ends_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    // `bothloss` is a name of some programs.
    let rest = strip_any(text, &["both", "double"])?;
    // In another part of the sentence, one of them may be the loser.
    rest.split([',', '.', ';', '(']).next()
}

/// The verbs for losing.
const LOSSES: [&str; 7] = ["负", "負", "败", "敗", "输", "輸", "패"];

/// The reasons for which players lose, without a verb.
const REASONS: [&str; 20] = [
    "超时",
    "超時",
    "時間切れ",
    "时间到",
    "时切",
    "시간초과",
    "弃权",
    "棄權",
    "棄権",
    "기권",
    "反則",
    "犯规",
    "犯規",
    "반칙",
    "失格",
    "认输",
    "認輸",
    "time out",
    "timed out",
    "out of time",
];

/// Returns whether somebody loses by the first verb or reason of the text.
fn lose(text: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "los",
        "forf",
        "disqualif",
        "timeout",
        "resign",
        "default",
        "abandon",
        "disconnect",
        "illegal",
    ];
    match first_verb(text) {
        Some((wins, _)) => !wins,
        None => {
            let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
            contains_any(text, &REASONS) || words.any(|word| strip_any(word, &BEGINNINGS).is_some())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, check};

    #[test]
    fn a_game_that_both_players_lost_is_void() {
        for text in [
            "黒白とも負け",
            "黒・白とも負け",
            "黒白共に負け",
            "黒・白ともに負け",
            "黒、白ともに時間切れ",
            "黒と白の両負け",
            "黒白ともに反則負け",
            "257手完, 黒白ともに反則負け",
            "黑白均负",
            "黑白皆负",
            "黑白双方负",
            "白黑双方均判负",
            "흑백 모두 패",
            "両者負け",
            "両者負",
            "両者敗",
            "両負",
            "両負け",
            "両者反則負け",
            "両者とも失格",
            "双方とも反則負け",
            "両対局者負け",
            "共に負け",
            "双方负",
            "双方均负",
            "双方同负",
            "雙方判負",
            "兩者皆負",
            "双败",
            "双负",
            "双方超时",
            "双方弃权",
            "对局双方均超时判负",
            "判双方负",
            "쌍방 패",
            "쌍방 기권",
            "both lost",
            "Both players lost",
            "Both lose",
            "both forfeit",
            "both time out",
            "Both players timed out",
            "Both ran out of time",
            "Both players lost on time",
            "Both players disqualified",
            "Black and White both lose",
            "Black & White lost",
            "BothLoss",
            "BothLose",
            "BOTH_LOST",
            "bothlost",
            "Double forfeit",
            "Double-forfeit",
            "DoubleLoss",
            "double default",
        ] {
            assert_eq!(GameResult::parse(text), Some(GameResult::Void), "{text}");
        }
    }

    #[test]
    fn what_both_did_before_one_lost_is_no_result() {
        check(&[
            ("双方和局", "0"),
            ("双方不分胜负", "0"),
            ("黑胜白负", "B+"),
            ("白负黑胜", "B+"),
            ("黒勝ち、白負け", "B+"),
            ("白中押し勝ち (双方秒読み)", "W+R"),
            ("Black wins, both out of time", "B+T"),
            ("White resigns (double ko)", "B+R"),
        ]);
        for text in [
            "Both players passed",
            "Both players passed, White lost",
            "Both players win",
            "double ko",
            "双方",
            "双方对局",
            "両国",
            "black and white",
            "黑白",
        ] {
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
    }
}
