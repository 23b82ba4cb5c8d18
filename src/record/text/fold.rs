//! Texts as compared with a user's input, and their words.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the text without differences that users do not type in searches: letter
/// case, accents, full-width and half-width forms, repeated blanks. Marks that are
/// not accents, such as those of kana, stay: か and が are different letters.
///
/// The steps are: Unicode's compatibility decomposition; removal of the combining
/// diacritical marks (U+0300 to U+036F); composition; lower case, character by
/// character; one blank in place of several.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut add = |c: char| {
        if !c.is_whitespace() {
            folded.push(c);
        } else if !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
    };
    if text.is_ascii() {
        text.bytes().for_each(|byte| add(char::from(byte.to_ascii_lowercase())));
    } else {
        folded_letters(text).for_each(add);
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

fn folded_letters(text: &str) -> impl Iterator<Item = char> {
    let bare = text.nfkd().filter(|c| !is_accent(*c));
    let lower = bare.nfc().flat_map(char::to_lowercase);
    // Lower case may produce marks again, as for the Turkish İ.
    let folded = lower.nfkd().filter(|c| !is_accent(*c)).nfc();
    folded.map(|c| if c == 'ς' { 'σ' } else { c })
}

const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Returns the words of a text, folded and separated by one blank. Words are runs
/// of letters and digits. A character of a script without blanks between words
/// (Chinese characters, kana, Hangul) is a word by itself, so that any part of such
/// a text is a sequence of words.
pub fn words(text: &str) -> String {
    let mut words = String::new();
    let mut in_word = false;
    let add = |c: char| {
        let alone = is_alone(c);
        // A mark belongs to the letter before it.
        let is_part = c.is_alphanumeric() || is_combining_mark(c);
        if (alone || !in_word) && is_part && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        if is_part {
            words.push(c);
        }
        in_word = is_part && !alone;
    };
    if text.is_ascii() {
        text.bytes()
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .for_each(add);
    } else {
        folded_letters(text).for_each(add);
    }
    words
}

const fn is_alone(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}' // 々〆〇
        | '\u{3040}'..='\u{30ff}' // kana
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
        | '\u{ac00}'..='\u{d7af}' // Hangul
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn case_accents_and_widths_do_not_count() {
        for (text, folded) in [
            ("Cho Chikun", "cho chikun"),
            ("  Gu   Li\u{3000}", "gu li"),
            ("Ōtake Hideo", "otake hideo"),
            ("Fernando Águilar", "fernando aguilar"),
            ("İYAMA ΣΟΦΟΣ", "iyama σοφοσ"),
            ("ＡｌｐｈａＧｏ　１", "alphago 1"),
            ("李世石", "李世石"),
            ("이세돌", "이세돌"),
            ("ガン ｶﾞﾝ か", "ガン ガン か"),
            ("", ""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn words_are_runs_of_letters_or_single_characters() {
        for (text, expected) in [
            ("The 5th Meijin-title, game #3!", "the 5th meijin title game 3"),
            ("第22届LG杯32强", "第 22 届 lg 杯 32 强"),
            ("名人戦・本因坊", "名 人 戦 本 因 坊"),
            ("국수전 Final", "국 수 전 final"),
            ("がんばれ", "が ん ば れ"),
            ("...", ""),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn folding_again_changes_nothing(text in "\\PC*") {
            let once = fold(&text);
            prop_assert_eq!(&fold(&once), &once);
            let once = words(&text);
            prop_assert_eq!(&words(&once), &once);
        }
    }
}
