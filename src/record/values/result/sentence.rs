//! Results as sentences, in languages of Go players: `Black wins by 2.5`, `黑中盘胜`, `白半目勝ち`,
//! `흑 3집반승`; also those by which both players lost: `黒白とも負け`, `双方超时`, `Both players lost`.

use super::super::komi::Amount;
use super::super::{contains_any, strip_any, word};
use super::read::is_nothing;
use super::{GameResult, Margin, color, points, reason};

pub(super) fn sentence(text: &str) -> Option<GameResult> {
    let (subject, rest) = color(text)?;
    let reason = reason(rest);
    let verb = first_verb(rest);
    // A number elsewhere may be a komi or a date.
    let after_verb = verb.map(|(_, after)| after.trim_start().trim_start_matches("by ").trim_start());
    if reason.is_none() && (is_nothing(rest.trim_start()) || after_verb.is_some_and(is_nothing)) {
        return Some(GameResult::Draw);
    }
    let amount = amount(rest).or_else(|| amount(after_verb?));
    let wins = match (verb, reason, amount) {
        (Some((wins, _)), ..) => wins,
        (None, None, Some(_)) => true,
        (None, None, None) => return None,
        // `B resign` is ambiguous.
        (None, Some(_), _) if rest.is_ascii() => return None,
        // `黑中盘` omits the verb; in `白超时`, the subject is the loser.
        (None, Some(reason), _) => reason == Margin::Resignation,
    };
    let winner = if wins { subject } else { subject.opponent() };
    let by = match (amount, reason) {
        (Some(amount), _) => points(amount),
        (None, Some(reason)) => reason,
        (None, None) => amount_with_unit(rest).map_or(Margin::Unspecified, points),
    };
    Some(GameResult::Win { winner, by })
}

/// Finds the first verb. Returns whether its subject is the winner, and the text
/// after the verb.
fn first_verb(text: &str) -> Option<(bool, &str)> {
    const WINS: [&str; 5] = ["胜", "勝", "赢", "贏", "승"];
    const LOSES: [&str; 8] = ["负", "負", "败", "敗", "输", "輸", "패", "投了"];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (word, after) = word(rest);
        match word {
            "win" | "wins" | "won" | "by" => return Some((true, after)),
            "lose" | "loses" | "lost" | "resigns" | "resigned" | "forfeits" | "forfeited" | "times" | "timed" => {
                return Some((false, after));
            }
            "" => {
                let wins = strip_any(rest, &WINS).map(|after| (true, after));
                if let Some(verb) = wins.or_else(|| strip_any(rest, &LOSES).map(|after| (false, after))) {
                    return Some(verb);
                }
                rest = &rest[c.len_utf8()..];
            }
            _ => rest = after,
        }
    }
    None
}

fn amount(text: &str) -> Option<Amount> {
    Amount::read(text.trim_start()).map(|(amount, _)| amount)
}

fn amount_with_unit(text: &str) -> Option<Amount> {
    let starts = text.char_indices().map(|(index, _)| &text[index..]);
    starts.filter_map(amount).find(|amount| amount.has_unit())
}

/// Returns whether the text says that both players lost: who is both of them, and then how a
/// player loses. What comes first decides: `黑负 双方超时` tells a loser.
pub(super) fn both_lost(text: &str) -> bool {
    both_colors(text).is_some_and(lose)
        || both_in_short(text).is_some_and(lose)
        || text.char_indices().any(|(at, _)| {
            let (before, from) = text.split_at(at);
            both(before, from).is_some_and(lose) && first_verb(before).is_none()
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

const LOSSES: [&str; 7] = ["负", "負", "败", "敗", "输", "輸", "패"];

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
    fn chinese() {
        check(&[
            ("B+R", "黑中盘胜|黑中盤勝|黑中盘|黑贴6目半中盘胜"),
            ("W+R", "白中盘胜|执白中盘胜|黑认输"),
            ("B+3.5", "黑胜 3.5目|黑胜3目半"),
            ("W+", "白胜|白方胜|黑负"),
            ("B+0.5", "黑胜1/4子|黑1/4子胜|黑贴3又3/4子胜1/4子|黑险胜半目"),
            ("B+1.5", "黑胜四分之三子|黑3/4子"),
            ("W+5.5", "白胜2又3/4子"),
            ("B+1", "黑胜半子"),
            ("W+1.5", "白胜一目半"),
            ("B+", "黑胜 (第3局)"),
            ("0", "黑胜0目|和棋|和|双方和局"),
            ("W+T", "黑负 双方超时|白时间胜|白超时胜"),
            ("B+T", "黑胜 双方均超时|白超时|白超时负"),
            ("W+F", "黑弃权"),
            ("Void", "无胜负"),
        ]);
    }

    #[test]
    fn japanese_and_korean() {
        check(&[
            ("B+R", "黒中押し勝ち|先番中押勝|白投了|흑불계승"),
            ("W+R", "白番中押し勝ち|백 불계승"),
            ("W+0.5", "白半目勝ち"),
            ("B+3.5", "黒3目半勝ち|黒三目半勝ち"),
            ("B+T", "黒時間切れ勝ち|白時間切れ負け|흑시간승|백 시간패"),
            ("W+F", "白不戦勝|黒反則負け"),
            ("0", "持碁|ジゴ|무승부"),
            ("Void", "無勝負|打ち掛け"),
            ("W+3.5", "백 3집반승"),
            ("B+0.5", "흑 반집승"),
            ("B+F", "흑 기권승"),
            ("B+", "흑 승"),
        ]);
    }

    #[test]
    fn english() {
        check(&[
            ("B+R", "Black wins by resignation|White resigns."),
            ("W+R", "B resigned|White wins (Black resigned)|White by resignation"),
            ("B+", "B wins|Black wins in 1997|Black wins by 0:30|Black wins by 0.02"),
            ("W+3.5", "White won by 3.5 points"),
            ("B+12", "Black wins 12"),
            ("B+2.5", "Black by 2 1/2"),
            ("B+3.5", "B 3.5|Black wins by 3.5 (main time 3 hours)"),
            ("W+", "White wins, see results"),
            ("B+T", "White loses on time|Black wins on time"),
            ("W+F", "White won by forfeit"),
            (
                "0",
                "0|0.0|0 (jigo)|Black wins by 0|White wins by 0.0 points.|W loses by 0|Draw|Jigo",
            ),
            ("Void", "Void|No result|no result (triple ko)|Suspended"),
        ]);
    }

    #[test]
    fn a_game_that_both_players_lost_is_void() {
        for text in "黒白とも負け|黒・白とも負け|黒白共に負け|黒・白ともに負け|黒、白ともに時間切れ|黒と白の両負け|\
         黒白ともに反則負け|257手完, 黒白ともに反則負け|黑白均负|黑白皆负|黑白双方负|白黑双方均判负|\
         흑백 모두 패|両者負け|両者負|両者敗|両負|両負け|両者反則負け|両者とも失格|双方とも反則負け|\
         両対局者負け|共に負け|双方负|双方均负|双方同负|雙方判負|兩者皆負|双败|双负|双方超时|双方弃权|\
         对局双方均超时判负|判双方负|쌍방 패|쌍방 기권|both lost|Both players lost|Both lose|\
         both forfeit|both time out|Both players timed out|Both ran out of time|\
         Both players lost on time|Both players disqualified|Black and White both lose|\
         Black & White lost|BothLoss|BothLose|BOTH_LOST|bothlost|Double forfeit|Double-forfeit|\
         DoubleLoss|double default"
            .split('|')
        {
            assert_eq!(GameResult::parse(text), Some(GameResult::Void), "{text}");
        }
    }

    #[test]
    fn what_both_did_before_one_lost_is_no_result() {
        check(&[
            ("0", "双方和局|双方不分胜负"),
            ("B+", "黑胜白负|白负黑胜|黒勝ち、白負け"),
            ("W+R", "白中押し勝ち (双方秒読み)"),
            ("B+T", "Black wins, both out of time"),
            ("B+R", "White resigns (double ko)"),
        ]);
        for text in "Both players passed|Both players passed, White lost|Both players win|double ko|双方|双方对局|\
         両国|black and white|黑白"
            .split('|')
        {
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
    }
}
