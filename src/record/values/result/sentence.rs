//! Results as sentences, in languages of Go players: `Black wins by 2.5`, `黑中盘胜`,
//! `白半目勝ち`, `흑 3집반승`.

use super::super::amount::Amount;
use super::super::lex::{strip_any, word};
use super::read::is_nothing;
use super::words::{color, points, reason};
use super::{GameResult, Margin};

/// Reads a colour, then a verb, a reason or an amount.
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

/// Finds the first verb. Returns true if its subject is the winner, and the text
/// after the verb.
pub(super) fn first_verb(text: &str) -> Option<(bool, &str)> {
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

/// Returns the first amount with a unit in the text.
fn amount_with_unit(text: &str) -> Option<Amount> {
    let starts = text.char_indices().map(|(index, _)| &text[index..]);
    starts.filter_map(amount).find(|amount| amount.has_unit())
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn chinese() {
        check(&[
            ("黑中盘胜", "B+R"),
            ("白中盘胜", "W+R"),
            ("黑中盤勝", "B+R"),
            ("黑中盘", "B+R"),
            ("执白中盘胜", "W+R"),
            ("黑胜 3.5目", "B+3.5"),
            ("黑胜3目半", "B+3.5"),
            ("白胜", "W+"),
            ("白方胜", "W+"),
            ("黑胜1/4子", "B+0.5"),
            ("黑胜四分之三子", "B+1.5"),
            ("黑1/4子胜", "B+0.5"),
            ("白胜2又3/4子", "W+5.5"),
            ("黑贴3又3/4子胜1/4子", "B+0.5"),
            ("黑3/4子", "B+1.5"),
            ("黑胜半子", "B+1"),
            ("白胜一目半", "W+1.5"),
            ("黑贴6目半中盘胜", "B+R"),
            ("黑胜 (第3局)", "B+"),
            ("黑险胜半目", "B+0.5"),
            ("黑胜0目", "0"),
            ("黑负 双方超时", "W+T"),
            ("黑胜 双方均超时", "B+T"),
            ("白时间胜", "W+T"),
            ("白超时胜", "W+T"),
            ("白超时", "B+T"),
            ("白超时负", "B+T"),
            ("黑认输", "W+R"),
            ("黑弃权", "W+F"),
            ("黑负", "W+"),
            ("和棋", "0"),
            ("和", "0"),
            ("双方和局", "0"),
            ("无胜负", "Void"),
        ]);
    }

    #[test]
    fn japanese_and_korean() {
        check(&[
            ("黒中押し勝ち", "B+R"),
            ("白番中押し勝ち", "W+R"),
            ("先番中押勝", "B+R"),
            ("白半目勝ち", "W+0.5"),
            ("黒3目半勝ち", "B+3.5"),
            ("黒三目半勝ち", "B+3.5"),
            ("黒時間切れ勝ち", "B+T"),
            ("白時間切れ負け", "B+T"),
            ("白不戦勝", "W+F"),
            ("黒反則負け", "W+F"),
            ("白投了", "B+R"),
            ("持碁", "0"),
            ("ジゴ", "0"),
            ("無勝負", "Void"),
            ("打ち掛け", "Void"),
            ("흑불계승", "B+R"),
            ("백 불계승", "W+R"),
            ("백 3집반승", "W+3.5"),
            ("흑 반집승", "B+0.5"),
            ("흑시간승", "B+T"),
            ("백 시간패", "B+T"),
            ("흑 기권승", "B+F"),
            ("흑 승", "B+"),
            ("무승부", "0"),
        ]);
    }

    #[test]
    fn english() {
        check(&[
            ("Black wins by resignation", "B+R"),
            ("White resigns.", "B+R"),
            ("B resigned", "W+R"),
            ("White wins (Black resigned)", "W+R"),
            ("B wins", "B+"),
            ("White won by 3.5 points", "W+3.5"),
            ("Black wins 12", "B+12"),
            ("Black by 2 1/2", "B+2.5"),
            ("White by resignation", "W+R"),
            ("B 3.5", "B+3.5"),
            ("Black wins in 1997", "B+"),
            ("Black wins by 3.5 (main time 3 hours)", "B+3.5"),
            ("White wins, see results", "W+"),
            ("White loses on time", "B+T"),
            ("Black wins on time", "B+T"),
            ("White won by forfeit", "W+F"),
            ("0", "0"),
            ("0.0", "0"),
            ("0 (jigo)", "0"),
            ("Black wins by 0", "0"),
            ("White wins by 0.0 points.", "0"),
            ("W loses by 0", "0"),
            ("Black wins by 0:30", "B+"),
            ("Black wins by 0.02", "B+"),
            ("Draw", "0"),
            ("Jigo", "0"),
            ("Void", "Void"),
            ("No result", "Void"),
            ("no result (triple ko)", "Void"),
            ("Suspended", "Void"),
        ]);
    }
}
