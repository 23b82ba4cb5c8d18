//! Numbers of handicap stones (SGF `HA`).

use super::lex::{normalized, number, strip_any};

/// Reads a number of handicap stones as records write it: `4`, `4 stones`, `４`, `四子`, `让4子`,
/// `Handicap 4`, `4.0`. One stone is no handicap: Black merely moves first. Returns `None` for
/// anything else.
pub fn handicap(text: &str) -> Option<u8> {
    const NAMES: [&str; 16] = [
        "handicap",
        "hcap",
        "ha",
        "h",
        "让",
        "讓",
        "授",
        "受",
        "白",
        "黑",
        "ハンデキャップ",
        "ハンディキャップ",
        "ハンディ",
        "ハンデ",
        "置石",
        "접바둑",
    ];
    let text = normalized(text);
    let mut text = text.as_str();
    while let Some(rest) = strip_any(text, &NAMES) {
        text = rest.trim_start_matches([' ', ':', '=', '.', '-']);
    }
    let (stones, rest) = match strip_any(text, &["两", "兩"]) {
        Some(rest) => (2, rest),
        None => number(text).map(|(stones, rest)| (stones.value, rest))?,
    };
    let zeros = |rest: &str| rest.trim_start_matches('0').len() < rest.len();
    let rest = match strip_any(rest, &[".", ","]) {
        Some(decimals) if zeros(decimals) => decimals.trim_start_matches('0'),
        _ => rest,
    };
    let goes_on = rest.starts_with(|c: char| c.is_ascii_digit() || ".,/:-+".contains(c));
    let stones = u8::try_from(stones).ok().filter(|_| !goes_on)?;
    Some(if stones == 1 { 0 } else { stones })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_stones() {
        for (text, stones) in [
            ("4", Some(4)),
            (" 4 ", Some(4)),
            ("4 stones", Some(4)),
            ("4子", Some(4)),
            ("四子", Some(4)),
            ("９", Some(9)),
            ("09", Some(9)),
            ("1", Some(0)),
            ("0", Some(0)),
            ("255", Some(255)),
            ("256", None),
            ("让3子", Some(3)),
            ("让 三 子", Some(3)),
            ("白讓兩子", Some(2)),
            ("让1子", Some(0)),
            ("受9子", Some(9)),
            ("Handicap 4", Some(4)),
            ("Handicap: 4 stones", Some(4)),
            ("H4", Some(4)),
            ("ハンデ4子", Some(4)),
            ("置石 4", Some(4)),
            ("4점 접바둑", Some(4)),
            ("4.0", Some(4)),
            ("4,00", Some(4)),
            ("4.0 stones", Some(4)),
            ("0.0", Some(0)),
            ("4.05", None),
            ("4.0.1", None),
            ("让先", None),
            ("Handicap", None),
            ("4.5", None),
            ("-4", None),
            ("none", None),
            ("", None),
        ] {
            assert_eq!(handicap(text), stones, "{text}");
        }
    }
}
