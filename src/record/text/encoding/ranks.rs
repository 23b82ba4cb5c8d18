//! Ranks as evidence of an encoding, where names of a few bytes are too little for a detector.

use super::{LITTLE, beyond_ascii, whole_but_for_cuts};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};

/// The encodings of several bytes a character, whose users write ranks in their own script.
pub(super) const OF_SEVERAL_BYTES: [&Encoding; 5] = [GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP];

/// The characters for dan and kyu.
const GRADES: [char; 5] = ['段', '级', '級', '단', '급'];

/// Returns the only encoding in which a short text has a rank: a number followed by a character
/// for dan or kyu. In the other encodings, these bytes are other characters.
pub(super) fn encoding_of_ranks(bytes: &[u8]) -> Option<&'static Encoding> {
    if beyond_ascii(bytes) > LITTLE {
        return None;
    }
    let has_rank = |encoding: &&'static Encoding| {
        let decoded = whole_but_for_cuts(encoding, bytes);
        decoded.is_some_and(|decoded| shows_rank(&decoded.text))
    };
    let mut found = OF_SEVERAL_BYTES.into_iter().filter(has_rank);
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

fn shows_rank(text: &str) -> bool {
    let is_count = |c: char| c.is_ascii_digit() || "０１２３４５６７８９初一二三四五六七八九十".contains(c);
    text.char_indices()
        .any(|(at, c)| GRADES.contains(&c) && text[..at].chars().next_back().is_some_and(is_count))
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::*;

    #[test]
    fn ranks_tell_the_encoding_of_short_names() {
        for (encoding, names, grade) in [
            (GBK, ["古力", "柯洁", "范廷钰", "李世石"], '段'),
            (GBK, ["古力", "柯洁", "范廷钰", "李世石"], '级'),
            (BIG5, ["周俊勳", "王銘琬", "林海峰", "張栩"], '段'),
            (BIG5, ["周俊勳", "王銘琬", "林海峰", "張栩"], '級'),
            (SHIFT_JIS, ["趙治勲", "高尾", "山下", "井山裕太"], '段'),
            (SHIFT_JIS, ["趙治勲", "高尾", "山下", "井山裕太"], '級'),
            (EUC_JP, ["趙治勲", "高尾", "山下", "井山裕太"], '段'),
            (EUC_JP, ["趙治勲", "高尾", "山下", "井山裕太"], '級'),
            (EUC_KR, ["이세돌", "박정환", "김인", "신진서"], '단'),
            (EUC_KR, ["이세돌", "박정환", "김인", "신진서"], '급'),
        ] {
            for black in names {
                for white in names {
                    for text in [
                        format!("(;PB[{black}]BR[9{grade}]PW[{white}]WR[8{grade}];B[pd])"),
                        format!("(;PB[{black} 3{grade}]PW[{white}];B[pd])"),
                        format!("(;PB[{black}]PW[{white}]WR[九{grade}];B[pd])"),
                    ] {
                        let (bytes, _, unmappable) = encoding.encode(&text);
                        if unmappable {
                            continue;
                        }
                        let decoded = decode(&bytes);
                        assert_eq!((&*decoded.text, decoded.encoding.0), (&*text, encoding));
                    }
                }
            }
        }
    }

    #[test]
    fn without_a_number_there_is_no_rank() {
        assert!(!shows_rank("(;PB[段]PW[级位者]BR[9d])"));
        assert!(shows_rank("(;BR[９段])"));
        assert!(shows_rank("(;BR[初段])"));
    }
}
