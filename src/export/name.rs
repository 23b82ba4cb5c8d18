use crate::facts::Description;
use unicode_normalization::UnicodeNormalization;

/// The maximum number of bytes of a player's name. A file name with two of these
/// fits every file system, including encrypted ones (143 bytes).
const NAME_BYTES: usize = 48;

/// Returns a file name for a game: its unique number, then the date and the players
/// if known. The name starts with digits and ends with letters, so no system
/// reserves it.
pub fn file_name(game: &Description) -> String {
    let mut name = format!("{:07}", game.game);
    if let Some(date) = &game.date {
        name += &format!(" {date}");
    }
    let players = [&game.black, &game.white].map(|player| player.as_deref().map(safe).unwrap_or_default());
    match players.each_ref().map(String::as_str) {
        ["", ""] => {}
        [only, ""] | ["", only] => name += &format!(" {only}"),
        [black, white] => name += &format!(" {black} - {white}"),
    }
    name + ".sgf"
}

/// Removes characters that some file system or shell rejects. Keeps letters, digits
/// and a few signs, in composed form, because some systems decompose them.
fn safe(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || "-'().,&+".contains(c) {
            c
        } else {
            ' '
        }
    };
    let mut safe = String::new();
    for word in name.nfc().map(plain).collect::<String>().split_whitespace() {
        if !safe.is_empty() {
            safe.push(' ');
        }
        safe += word;
    }
    safe.truncate(safe.floor_char_boundary(NAME_BYTES));
    safe.trim_matches([' ', '.']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named(black: &str, white: &str) -> String {
        file_name(&Description {
            game: 17,
            date: Some("2005-11-03".to_owned()),
            black: Some(black.to_owned()),
            white: Some(white.to_owned()),
            ..Description::default()
        })
    }

    #[test]
    fn number_date_and_players() {
        assert_eq!(
            named("Cho Chikun", "Gu Li"),
            "0000017 2005-11-03 Cho Chikun - Gu Li.sgf"
        );
        assert_eq!(named("趙治勲", "常昊"), "0000017 2005-11-03 趙治勲 - 常昊.sgf");
        assert_eq!(named("", "Gu Li"), "0000017 2005-11-03 Gu Li.sgf");
        assert_eq!(
            file_name(&Description {
                game: 12_345_678,
                ..Description::default()
            }),
            "12345678.sgf"
        );
    }

    #[test]
    fn hostile_names() {
        for (name, expected) in [
            ("a/b\\c", "a b c"),
            ("../../etc/passwd", "etc passwd"),
            ("..", ""),
            ("CON", "CON"),
            ("trailing...", "trailing"),
            ("two\nlines\t\u{1b}[31m\0", "two lines 31m"),
            ("<a>:\"b\"|?*", "a b"),
            ("\u{202e}gfs.exe", "gfs.exe"),
            ("e\u{301}", "é"),
            ("~$HOME`;", "HOME"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        let long = named(&"x".repeat(300), &"囲".repeat(300));
        assert_eq!(long.len(), "0000017 2005-11-03  - .sgf".len() + 2 * NAME_BYTES);
    }

    proptest! {
        #[test]
        fn any_names_make_one_plain_component(black in "\\PC*|[./\\\\ ]*", white in any::<String>()) {
            let name = named(&black, &white);
            prop_assert!(name.len() <= 143 && name.starts_with("0000017 ") && name.ends_with(".sgf"));
            prop_assert!(!name.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c)), "{name}");
        }
    }
}
