//! Numbers of handicap stones (SGF `HA`).

use super::lex::{normalized, number};

/// Reads a number of handicap stones as records write it: `4`, `4 stones`, `４`, `四子`. One stone
/// is no handicap: Black merely moves first. Returns `None` for anything else.
pub fn handicap(text: &str) -> Option<u8> {
    let text = normalized(text);
    let (stones, rest) = number(&text)?;
    let goes_on = rest.starts_with(|c: char| c.is_ascii_digit() || ".,/:-+".contains(c));
    let stones = u8::try_from(stones.value).ok().filter(|_| !goes_on)?;
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
            ("4.5", None),
            ("-4", None),
            ("none", None),
            ("", None),
        ] {
            assert_eq!(handicap(text), stones, "{text}");
        }
    }
}
